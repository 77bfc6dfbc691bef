/**
 * Takes the missing stock snapshots of past days: one day of one warehouse in a transaction, since every organization's
 * events wait for the longest one that is open.
 */
import { missingDays, takeDays } from '../../db/billing/snapshots.write.ts';
import { setLimits } from '../../db/database.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import type { Handler } from '../engine/handler.ts';

export const takeInventorySnapshots: Handler<typeof billingCommands.takeInventorySnapshots> = async (
  { tx, enqueue },
  input,
) => {
  const { from, to, warehouse_id: warehouseId } = input;
  await setLimits(tx, { statement_timeout: '15min', idle_in_transaction_session_timeout: '2min' });
  const missing = await missingDays(tx, { from, to, ...(warehouseId ? { warehouseId } : {}) });
  if (!warehouseId) {
    for (const warehouse_id of new Set(missing.map((one) => one.warehouse_id)))
      enqueue(billingCommands.takeInventorySnapshots, { ...input, warehouse_id });
    return { days: 0 };
  }
  const days = missing.slice(0, 1);
  await takeDays(tx, days);
  if (missing.length > days.length) enqueue(billingCommands.takeInventorySnapshots, input);
  return { days: days.length };
};
