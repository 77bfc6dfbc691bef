/**
 * Events are declared once, kind by kind, in `domain/<noun>/events.ts`: their names, subjects, payloads and who may see
 * them. `domain/domain-event.ts` joins the nouns.
 */
import type { EventFields, ValuesOf } from './event-fields.ts';
import type { Permission } from './permissions.ts';

export interface EventDeclaration<S extends string = string, F extends EventFields = EventFields> {
  /** What the event may be about. Events are numbered per subject. */
  readonly subjects: readonly S[];
  /** Any one of these permissions shows the event: those that open the records it is about. */
  readonly seenWith: readonly Permission[];
  readonly fields: F;
}

type Declared<K extends string, S extends string, E extends Readonly<Record<string, EventFields>>> = {
  readonly [W in keyof E & string as `${K}.${W}`]: EventDeclaration<S, E[W]>;
};

/**
 * The events of one kind: the kind `wave` and its words make `wave.opened`, `wave.released`. The subject is the kind
 * itself unless stated otherwise.
 */
export function eventKind<
  const K extends string,
  const E extends Readonly<Record<string, EventFields>>,
  const S extends string = K,
>(
  kind: K,
  about: { readonly seenWith: readonly Permission[]; readonly subjects?: readonly S[] },
  events: E,
): Declared<K, S, E> {
  const { seenWith, subjects = [kind] } = about;
  const declared = Object.entries(events).map(([word, fields]) => [
    `${kind}.${word}`,
    { subjects, seenWith, fields },
  ]);
  return Object.fromEntries(declared) as Declared<K, S, E>;
}

type DataOf<F extends EventFields> =
  {} extends ValuesOf<F> ? { readonly data?: ValuesOf<F> } : { readonly data: ValuesOf<F> };

/** One event of a catalogue as it is emitted; a union when `T` names several. */
export type EventOf<C, T extends keyof C> = T extends unknown
  ? C[T] extends EventDeclaration<infer S, infer F>
    ? { readonly type: T; readonly subject_type: S; readonly subject_id: string } & DataOf<F>
    : never
  : never;

/** The words of a kind: `opened` and `released` of `wave`. */
export type WordOf<C, K extends string> = keyof C extends infer T
  ? T extends `${K}.${infer W}`
    ? W
    : never
  : never;

/** The payload of a catalogue's events. */
export type PayloadOf<C, T extends keyof C> = T extends unknown
  ? C[T] extends EventDeclaration<string, infer F>
    ? ValuesOf<F>
    : never
  : never;

/**
 * Makes the events of one kind of a catalogue: what every payload names of the record comes from `idsOf`, the rest is
 * given with each event.
 */
export const eventsOf =
  <C>() =>
  <const K extends string, R, I extends object>(
    kind: K,
    subjectOf: (ref: R) => { subject_type: string; subject_id: string },
    idsOf: (ref: R) => I,
  ) =>
  <W extends WordOf<C, K>>(
    ref: R,
    what: W,
    more: Omit<PayloadOf<C, `${K}.${W}` & keyof C>, keyof I>,
  ): EventOf<C, `${K}.${W}` & keyof C> =>
    // The parts have been checked; that together they are the declared event is beyond the compiler.
    ({
      type: `${kind}.${what}`,
      ...subjectOf(ref),
      data: { ...idsOf(ref), ...more },
    }) as unknown as EventOf<C, `${K}.${W}` & keyof C>;
