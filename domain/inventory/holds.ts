/** Kinds of holds, and that who lifts one frees nothing another keeps. */
import { decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

/** Why stock is on hold, of one place or a lot everywhere. */
export const holdKinds = ['quality', 'quarantine', 'recall', 'customs', 'owner'] as const;
export type HoldKind = (typeof holdKinds)[number];
/** Of a lot everywhere: nobody asks for `expired`, its date does. */
export const lotHoldKinds = [...holdKinds, 'expired'] as const;
export type LotHoldKind = (typeof lotHoldKinds)[number];
/** Those that the goods' merchant places and lifts itself; the others are the operator's. */
export const merchantHoldKinds: readonly HoldKind[] = ['owner'];

/** What holds of a kind keep of a warehouse's stock of one lot. */
export interface KeptByKind {
  kind: HoldKind;
  qty: string;
}

/** The same of each kind, and of all together: of fewer than all that kinds keep, it is unknown of which they are. */
export interface Kept {
  kinds: readonly KeptByKind[];
  all: string;
}

/** How much may be lifted of a kind. Refuses 409 HELD_BY_KIND when it keeps nothing. */
export function keptOf({ kinds }: Kept, kind: HoldKind): Decimal {
  const kept = decimal(kinds.find((one) => one.kind === kind)?.qty ?? '0');
  if (kept.gt(zero)) return kept;
  throw heldByKind(`Nothing of this is on hold for ${kind}.`, kinds);
}

/** What is on hold of a stock, and how much of it waits: for a disposition, to be put back or to be inspected. */
export interface HeldAndWaiting {
  held: Decimal;
  waiting: Decimal;
}

/**
 * After a lift: refuses 409 HELD_BY_KIND when more of its kind was lifted than was placed, or, without a kind, when less
 * is still on hold, beside what waits, than kinds keep.
 */
export function assertKindsKept(
  { held, waiting }: HeldAndWaiting,
  { kinds, all }: Kept,
  lifted?: HoldKind,
): void {
  if (lifted) {
    const left = decimal(kinds.find((one) => one.kind === lifted)?.qty ?? '0');
    if (left.lt(zero)) throw heldByKind(`More would be lifted than is on hold for ${lifted}.`, kinds);
    return;
  }
  const left = held.minus(waiting);
  if (decimal(all).eq(zero) || left.gte(decimal(all))) return;
  const words = kinds.map(({ kind, qty }) => `${decimal(qty).toFixed()} for ${kind}`).join(', ');
  const beside = waiting.gt(zero) ? ` beside ${waiting.toFixed()} that wait for something else` : '';
  throw heldByKind(
    `${left.toFixed()} would stay on hold${beside}, and holds of a kind keep ${words}: lift those by their kind.`,
    kinds,
  );
}

/** Refuses 409 PUT_BACK_OPEN when less would stay on hold, beside what returns wait for, than is still to be put back. */
export function assertPutBacksKept(left: Decimal, toPutBack: Decimal): void {
  if (toPutBack.eq(zero) || left.gte(toPutBack)) return;
  throw new Refusal(
    'PUT_BACK_OPEN',
    `${left.toFixed()} would stay on hold, and ${toPutBack.toFixed()} that were picked wait to be put back: complete their put-back task first, with qty 0 if somebody has dealt with them.`,
    { waiting: toJsonNumber(toPutBack), would_remain: toJsonNumber(left) },
  );
}

/** Refuses 409 INSPECTION_OPEN when less would stay on hold, beside what waits otherwise, than is still to be inspected. */
export function assertInspectionsKept(left: Decimal, toInspect: Decimal): void {
  if (toInspect.eq(zero) || left.gte(toInspect)) return;
  throw new Refusal(
    'INSPECTION_OPEN',
    `${left.toFixed()} would stay on hold, and ${toInspect.toFixed()} that were received wait for their inspection: record it first, or cancel it if nobody will.`,
    { waiting: toJsonNumber(toInspect), would_remain: toJsonNumber(left) },
  );
}

function heldByKind(message: string, kinds: readonly KeptByKind[]): Refusal {
  return new Refusal('HELD_BY_KIND', message, {
    kinds: kinds.map(({ kind, qty }) => ({ kind, qty: toJsonNumber(qty) })),
  });
}
