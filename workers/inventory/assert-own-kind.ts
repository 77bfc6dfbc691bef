/** Whose the hold of a kind is: what is of the same kind is told apart by nothing, so that the kind says it. */
import { merchantHoldKinds, type HoldKind } from '../../domain/inventory/holds.ts';
import { assertOperator } from '../acting-person.ts';
import type { Work } from '../engine/handler.ts';

/** Refuses 403 FORBIDDEN to a merchant's token a kind that is the operator's. */
export function assertOwnKind(work: Pick<Work, 'actor'>, kind: HoldKind | undefined): void {
  if (kind === undefined || merchantHoldKinds.includes(kind)) return;
  const [own] = merchantHoldKinds;
  assertOperator(work, `The operator places and lifts holds for ${kind}; a merchant those for ${own}.`);
}
