/**
 * The building blocks of event payloads: a dozen field types as plain data. The TypeScript type, the validation and the
 * JSON Schema are all derived from them (`queues/event-payloads.ts`), so the domain needs no schema library.
 */

declare const valueType: unique symbol;
declare const leftOut: unique symbol;

type Form = 'uuid' | 'text' | 'number' | 'flag' | 'choice' | 'list' | 'record';

export interface EventField<T = unknown> {
  readonly form: Form;
  readonly isOptional?: boolean;
  readonly isNullable?: boolean;
  /** The allowed values of a `choice`. */
  readonly values?: readonly string[];
  /** The element type of a `list`. */
  readonly of?: EventField;
  /** The fields of a `record`. */
  readonly fields?: EventFields;
  readonly [valueType]: T;
}

export interface OptionalEventField<T = unknown> extends EventField<T> {
  readonly [leftOut]: true;
}

export type EventFields = Readonly<Record<string, EventField>>;

export type ValueOf<F> = F extends EventField<infer T> ? T : never;
type OptionalKeys<F extends EventFields> = {
  [K in keyof F]: F[K] extends OptionalEventField ? K : never;
}[keyof F];
type Flatten<T> = { [K in keyof T]: T[K] };
/** The values of these fields, as a type. */
export type ValuesOf<F extends EventFields> = Flatten<
  { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
    readonly [K in OptionalKeys<F>]?: ValueOf<F[K]> | undefined;
  }
>;

// The type is carried by a symbol that no value has: this needs one cast here instead of one at every field.
const field = <T>(words: Omit<EventField<T>, typeof valueType>): EventField<T> => words as EventField<T>;

export const uuid = (): EventField<string> => field({ form: 'uuid' });
export const text = (): EventField<string> => field({ form: 'text' });
/** A quantity, an amount or a count, as a JSON number. */
export const number = (): EventField<number> => field({ form: 'number' });
export const flag = (): EventField<boolean> => field({ form: 'flag' });

/** One of these words. */
export function choice<const V extends string>(...values: readonly V[]): EventField<V> {
  return field({ form: 'choice', values });
}

export function list<T>(of: EventField<T>): EventField<readonly T[]> {
  return field({ form: 'list', of });
}

export function record<const F extends EventFields>(fields: F): EventField<ValuesOf<F>> {
  return field({ form: 'record', fields });
}

/** Null is a value of its own and means "there is none". */
export function nullable<T>(inner: EventField<T>): EventField<T | null> {
  return field({ ...inner, isNullable: true });
}

/** May be left out. */
export function optional<T>(inner: EventField<T>): OptionalEventField<T> {
  return { ...inner, isOptional: true } as OptionalEventField<T>;
}
