/** What one line of an import does: makes or changes an item or a location, or books opening stock. */
import type { TenantTransaction } from '../../db/database.ts';
import { insertRecord, updateRecord } from '../../db/records.write.ts';
import { itemBySku, locationByCode, merchantByCode, warehouseByCode } from '../../db/catalog/codes.read.ts';
import type { ImportRow } from '../../db/imports/imports.write.ts';
import { lockStock, recordLot } from '../../db/inventory/inventory.write.ts';
import { replaceItemParts } from '../../db/catalog/items.write.ts';
import { post, type Posting } from '../../db/inventory/ledger.write.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusals.ts';
import { stockOf } from '../../domain/inventory/allocate-stock.ts';
import { zero } from '../../domain/decimal.ts';
import type { ImportKind } from '../../queues/imports/imports.ts';
import {
  itemLine,
  locationLine,
  stockLine,
  type ItemLine,
  type LocationLine,
  type StockLine,
} from '../../queues/imports/import-lines.ts';
import type { Field } from '../../queues/schema.ts';

type Fields = Record<string, unknown>;
type Result = 'created' | 'updated';

const importers: Record<
  ImportKind,
  (tx: TenantTransaction, posting: Posting, record: ImportRow, fields: Fields) => Promise<Result>
> = {
  items: importItem,
  locations: importLocation,
  stock: importStock,
};

/** Refuses with the same codes as the endpoint that does the same to one record. */
export function importLine(
  tx: TenantTransaction,
  posting: Posting,
  record: ImportRow,
  fields: Fields,
): Promise<Result> {
  return importers[record.kind](tx, posting, record, fields);
}

/** Holds a line against the schema of its kind: all problems at once. */
function checked<T>(schema: Field<T>, fields: Fields): T {
  const { error } = schema.validate(fields, {
    convert: false,
    abortEarly: false,
    errors: { wrap: { label: false } },
  });
  if (!error) return fields as T;
  const problems = error.details.map(({ path, type, message }) => ({
    path: path.join('.'),
    code: type.replaceAll('.', '_'),
    message,
  }));
  throw new Refusal('VALIDATION_FAILED', problems[0]!.message, problems);
}

async function importItem(
  tx: TenantTransaction,
  { organizationId }: Posting,
  record: ImportRow,
  fields: Fields,
): Promise<Result> {
  const { merchant, barcodes, uoms, ...columns } = checked<ItemLine>(itemLine, fields);
  const merchantId = await merchantByCode(tx, organizationId, merchant, record.merchant_id);
  const parts = { uoms, barcodes: barcodes?.map((barcode) => ({ barcode })) };
  const known = await itemBySku(tx, organizationId, merchantId, columns.sku);
  if (!known) {
    const id = await insertRecord(tx, organizationId, 'items', { ...columns, merchant_id: merchantId });
    await replaceItemParts(tx, organizationId, id, parts);
    return 'created';
  }
  if (columns.uom && columns.uom !== known.uom)
    throw invalid('uom', 'fixed', `uom of this item is ${known.uom} for good`);
  await updateRecord(tx, organizationId, 'items', known.id, columns);
  await replaceItemParts(tx, organizationId, known.id, parts);
  return 'updated';
}

async function importLocation(
  tx: TenantTransaction,
  { organizationId }: Posting,
  _record: ImportRow,
  fields: Fields,
): Promise<Result> {
  const { warehouse, ...columns } = checked<LocationLine>(locationLine, fields);
  const warehouseId = await warehouseByCode(tx, organizationId, warehouse);
  const known = await locationByCode(tx, organizationId, warehouseId, columns.code);
  if (!known) {
    await insertRecord(tx, organizationId, 'locations', { ...columns, warehouse_id: warehouseId });
    return 'created';
  }
  await updateRecord(tx, organizationId, 'locations', known, columns);
  return 'updated';
}

/** Opening stock is booked where nothing lies yet, so the same file can never be booked twice. */
async function importStock(
  tx: TenantTransaction,
  posting: Posting,
  record: ImportRow,
  fields: Fields,
): Promise<Result> {
  const { organizationId } = posting;
  const line = checked<StockLine>(stockLine, fields);
  const warehouseId = await warehouseByCode(tx, organizationId, line.warehouse);
  const locationId = await locationByCode(tx, organizationId, warehouseId, line.location);
  if (!locationId) throw unknownReference('location', 'location of that warehouse');
  const merchantId = await merchantByCode(tx, organizationId, line.merchant, record.merchant_id);
  const item = await itemBySku(tx, organizationId, merchantId, line.sku);
  if (!item) throw unknownReference('sku', 'item of that merchant');
  const {
    lot_no: lotNo = '',
    expiry_date: expiry = null,
    manufacture_date: manufactured = null,
    status = 'available',
  } = line;
  if (item.lot_tracked && !lotNo)
    throw new Refusal('LOT_REQUIRED', 'This item is tracked by lot.', { path: 'lot_no' });
  if (item.expiry_tracked && !expiry)
    throw new Refusal('EXPIRY_REQUIRED', 'This item is tracked by expiry.', { path: 'expiry_date' });
  if (item.serial_tracked) {
    throw new Refusal('SERIAL_REQUIRED', 'This item is tracked by serial number: receive it instead.', {
      path: 'sku',
    });
  }
  if (expiry && !lotNo)
    throw new Refusal('LOT_REQUIRED', 'An expiry date belongs to a lot.', { path: 'lot_no' });
  const at = { item_id: item.id, location_id: locationId, lot_no: lotNo, status };
  const present = await lockStock(tx, organizationId, at);
  if (stockOf(present).gt(zero)) {
    throw new Refusal('CONFLICT', 'There is stock there already; adjust it instead.', { path: 'qty' });
  }
  if (lotNo) {
    await recordLot(tx, organizationId, {
      item_id: item.id,
      lot_no: lotNo,
      expiry_date: expiry,
      manufacture_date: manufactured,
    });
  }
  await post(tx, posting, [
    {
      ...at,
      lpn_id: null,
      warehouse_id: warehouseId,
      merchant_id: merchantId,
      qty_delta: line.qty,
      transaction_type: 'adjust',
      ref_type: 'import',
      ref_id: record.id,
      reason_code: 'found',
      note: 'opening stock',
    },
  ]);
  return 'created';
}
