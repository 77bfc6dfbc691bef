/** Kinds of holds, and that who lifts one frees nothing another keeps. */
import { decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

/** Why stock is on hold, of one place or a lot everywhere. */
export const holdKinds = ['quality', 'quarantine', 'recall', 'customs', 'owner'] as const;
export type HoldKind = (typeof holdKinds)[number];

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

/**
 * After a lift: refuses 409 HELD_BY_KIND when more of its kind was lifted than was placed, or, without a kind, when less
 * is still on hold than kinds keep.
 */
export function assertKindsKept(held: Decimal, { kinds, all }: Kept, lifted?: HoldKind): void {
  if (lifted) {
    const left = decimal(kinds.find((one) => one.kind === lifted)?.qty ?? '0');
    if (left.lt(zero)) throw heldByKind(`More would be lifted than is on hold for ${lifted}.`, kinds);
    return;
  }
  if (held.gte(decimal(all))) return;
  const words = kinds.map(({ kind, qty }) => `${decimal(qty).toFixed()} for ${kind}`).join(', ');
  throw heldByKind(
    `${held.toFixed()} would stay on hold, and holds of a kind keep ${words}: lift those by their kind.`,
    kinds,
  );
}

function heldByKind(message: string, kinds: readonly KeptByKind[]): Refusal {
  return new Refusal('HELD_BY_KIND', message, {
    kinds: kinds.map(({ kind, qty }) => ({ kind, qty: toJsonNumber(qty) })),
  });
}
