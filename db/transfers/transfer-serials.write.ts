/** Serial numbers in transit: back there when a count is taken back, and their end when they never arrive. */
import { Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import type { UnitsOfTransfer } from '../inventory/serials/serials.write.ts';
import { sql } from '../sql-text.ts';

/** A count was taken back: its serials, which are in hand until that is posted, are in transit again. Refuses 400 UNKNOWN_REFERENCE with those not in stock. */
export async function returnSerialsToTransit(tx: TenantTransaction, units: UnitsOfTransfer): Promise<void> {
  const { transfer_id: transferId, item_id: itemId, serial_nos: serials } = units;
  if (serials.length === 0) return;
  const back = await rows<{ serial_no: string }>(
    tx,
    sql`update serials set state = 'in_transit', left_at = now()
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_stock'
        and transfer_id = ${transferId} and serial_no = any (${[...serials]}::text[]) returning serial_no`,
  );
  if (back.length === serials.length) return;
  const isBack = new Set(back.map(({ serial_no: serial }) => serial));
  throw new Refusal('UNKNOWN_REFERENCE', 'A serial number is not in stock here.', {
    path: 'serial_nos',
    serial_nos: serials.filter((serial) => !isBack.has(serial)),
  });
}

/** What never arrived is back in stock at the source, or gone. */
export async function endSerialsInTransit(
  tx: TenantTransaction,
  transferId: string,
  state: 'in_stock' | 'removed',
): Promise<void> {
  const leftAt = state === 'in_stock' ? sql`null` : sql`now()`;
  await execute(
    tx,
    sql`update serials set state = ${state}, left_at = ${leftAt}
      where organization_id = ${tx.organizationId} and transfer_id = ${transferId} and state = 'in_transit'`,
  );
}
