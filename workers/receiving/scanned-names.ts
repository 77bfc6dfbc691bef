/** Counts that say what a scanner read: the item by its SKU or a barcode, the place by its code. */
import { locationNamed } from '../../db/named.read.ts';
import { scannedLine } from '../../db/receiving/scanned-line.write.ts';
import { warehouseOfReceipt } from '../../db/receiving/receipts.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { notFound, refusalOrLater, unknownReference, type Refusal } from '../../domain/refusal.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Asked } from '../engine/handler.ts';

type Asking = Asked<typeof receiptCommands.receiveLine>;

/** A count of a line that is known. */
export interface LineScan extends Asking {
  input: Asking['input'] & { receipt_line_id: string };
}

/** It reads and locks its receipt by itself. */
export const namesWhatWasScanned = ({ input }: Asking): boolean =>
  input.item !== undefined || input.location !== undefined;

export async function withIds(
  tx: TenantTransaction,
  asked: readonly Asking[],
): Promise<(LineScan | Refusal)[]> {
  const found: (LineScan | Refusal)[] = [];
  for (const one of asked)
    found.push(namesWhatWasScanned(one) ? await refusalOrLater(() => named(tx, one)) : (one as LineScan));
  return found;
}

async function named(tx: TenantTransaction, one: Asking): Promise<LineScan> {
  const { item, location, ...input } = one.input;
  const line = item === undefined ? undefined : await lineOf(tx, one.input, item);
  const warehouseId = line?.warehouse_id ?? (await warehouseOfReceipt(tx, input.receipt_id));
  if (!warehouseId) throw notFound('inbound receipt');
  return {
    ...one,
    input: {
      ...input,
      receipt_line_id: line?.line_id ?? input.receipt_line_id!,
      ...(line?.is_barcode ? { barcode: input.barcode ?? item } : {}),
      ...(location === undefined
        ? {}
        : { location_id: await locationNamed(tx, warehouseId, location, 'location') }),
    },
  };
}

async function lineOf(
  tx: TenantTransaction,
  { receipt_id, lot_no }: Asking['input'],
  item: string,
): Promise<{ warehouse_id: string; line_id: string; is_barcode: boolean }> {
  const found = await scannedLine(tx, receipt_id, { item, lotNo: lot_no ?? null });
  if (!found) throw notFound('inbound receipt');
  const { line_id } = found;
  if (line_id === null) throw unknownReference('item', 'item of this receipt');
  return { ...found, line_id };
}
