/** Counts that say what a scanner read: the item by its SKU or a barcode, the place by its code. */
import { locationNamed } from '../../db/named.read.ts';
import { scannedLine, type ScannedLine } from '../../db/receiving/scanned-line.write.ts';
import { warehouseOfReceipt } from '../../db/receiving/receipts.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { scannedQuantities } from '../../domain/catalog/scanned-qty.ts';
import { decimal, sum } from '../../domain/decimal.ts';
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
  const found = item === undefined ? undefined : await lineOf(tx, one.input, item);
  const warehouseId = found?.warehouse_id ?? (await warehouseOfReceipt(tx, input.receipt_id));
  if (!warehouseId) throw notFound('inbound receipt');
  return {
    ...one,
    input: {
      ...input,
      receipt_line_id: found?.line.line_id ?? input.receipt_line_id!,
      ...(found && item !== undefined ? inUnitOf(found.line, input, item) : {}),
      ...(location === undefined
        ? {}
        : { location_id: await locationNamed(tx, warehouseId, location, 'location') }),
    },
  };
}

/** Of a barcode the unit it stands for; a SKU is counted in base units, as everywhere. */
function inUnitOf(
  { is_barcode: isBarcode, line_factor: factor }: ScannedLine,
  input: Asking['input'],
  item: string,
): Partial<Asking['input']> {
  if (input.barcode) return {};
  return isBarcode ? { barcode: item } : scannedQuantities(input, '1', factor, 'item');
}

async function lineOf(
  tx: TenantTransaction,
  {
    receipt_id,
    lot_no,
    barcode,
    received_qty: received,
    damaged_qty: damaged,
    rejected_qty: rejected,
  }: Asking['input'],
  item: string,
): Promise<{ warehouse_id: string; line: ScannedLine }> {
  const qty = sum([received, damaged ?? 0, rejected ?? 0].map((one) => decimal(one))).toFixed();
  const found = await scannedLine(tx, receipt_id, {
    item,
    barcode: barcode ?? null,
    qty,
    lotNo: lot_no ?? null,
  });
  if (!found) throw notFound('inbound receipt');
  const { warehouse_id, line } = found;
  if (!line) throw unknownReference('item', 'item of this receipt');
  return { warehouse_id, line };
}
