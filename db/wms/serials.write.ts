/** Writes of serial numbers: live at most once per item, with their history kept. */
import { Refusal } from '../../domain/refusals.ts';
import { rows, type TenantTransaction } from '../database.ts';

/**
 * Brings serials into stock. Refuses 409 SERIAL_IN_USE naming those that are live somewhere in the organization; one
 * that left may come back, as a new row. The unique index decides between two scans at once.
 */
export async function bringSerials(
  tx: TenantTransaction,
  organizationId: string,
  batch: { item_id: string; receipt_id: string; serial_nos: readonly string[] },
): Promise<void> {
  if (batch.serial_nos.length === 0) return;
  const brought = await rows<{ serial_no: string }>(
    tx,
    `insert into serials (organization_id, id, item_id, serial_no, state, receipt_id)
     select ?::uuid, uuid7(), ?::uuid, s, 'in_stock', ?::uuid from unnest(?::text[]) s order by s
     on conflict (organization_id, item_id, serial_no) where state = 'in_stock' do nothing
     returning serial_no`,
    [organizationId, batch.item_id, batch.receipt_id, [...batch.serial_nos]],
  );
  if (brought.length === batch.serial_nos.length) return;
  const isBrought = new Set(brought.map(({ serial_no: serial }) => serial));
  const inUse = batch.serial_nos.filter((serial) => !isBrought.has(serial));
  throw new Refusal('SERIAL_IN_USE', 'A serial number is in stock already.', { serial_nos: inUse });
}

/** Takes serials that came with a receipt out of stock again. Refuses 400 UNKNOWN_REFERENCE naming those that are not there. */
export async function removeSerials(
  tx: TenantTransaction,
  organizationId: string,
  batch: { item_id: string; receipt_id: string; serial_nos: readonly string[] },
): Promise<void> {
  if (batch.serial_nos.length === 0) return;
  const removed = await rows<{ serial_no: string }>(
    tx,
    `update serials set state = 'removed', left_at = now()
      where organization_id = ? and item_id = ? and receipt_id = ? and state = 'in_stock' and serial_no = any (?::text[])
      returning serial_no`,
    [organizationId, batch.item_id, batch.receipt_id, [...batch.serial_nos]],
  );
  if (removed.length === batch.serial_nos.length) return;
  const isRemoved = new Set(removed.map(({ serial_no: serial }) => serial));
  throw new Refusal('UNKNOWN_REFERENCE', 'A serial number is not in stock from this receipt.', {
    path: 'serial_nos',
    serial_nos: batch.serial_nos.filter((serial) => !isRemoved.has(serial)),
  });
}
