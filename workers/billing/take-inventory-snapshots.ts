/** Takes the missing stock snapshots of past days, for every warehouse of the organization. */
import { takeSnapshots } from '../../db/billing/snapshots.write.ts';
import { setLimits } from '../../db/database.ts';
import type { billingCommands } from '../../queues/billing/billing.ts';
import type { Handler } from '../engine/handler.ts';

export const takeInventorySnapshots: Handler<typeof billingCommands.takeInventorySnapshots> = async (
  { tx },
  { from, to },
) => {
  await setLimits(tx, { statement_timeout: '15min', idle_in_transaction_session_timeout: '2min' });
  return { days: await takeSnapshots(tx, from, to) };
};
