/** Dangerous goods that are received where they are kept, and not at a dock, are kept apart from others there. */
import type { LockedLine } from '../../db/receiving/receiving-facts.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { CountPlan } from '../../domain/receiving/receive-plan.ts';
import { keepApart } from '../inventory/keep-apart.ts';

/** Of counts that are written, so that their balances are locked by now. Refuses 409 HAZARD_SEGREGATION. */
export const keepArrivalsApart = (
  tx: TenantTransaction,
  counted: readonly { line: LockedLine; plan: CountPlan }[],
): Promise<void> =>
  keepApart(
    tx,
    counted.flatMap(({ line: { apart }, plan: { locationId, stock } }) =>
      apart && stock.length > 0 ? [{ location_id: locationId, apart }] : [],
    ),
  );
