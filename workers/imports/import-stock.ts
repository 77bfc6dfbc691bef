/** Opening stock of an import: posted only where there is no stock yet, so the same file can never be posted twice. */
import {
  itemName,
  itemsBySku,
  locationName,
  locationsByCode,
  idsByCode,
  type ItemBySku,
} from '../../db/catalog/codes.read.ts';
import {
  lockStockRows,
  readStockRows,
  recordLots,
  type DatedLot,
} from '../../db/inventory/inventory.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { ImportRow } from '../../db/imports/imports.write.ts';
import { postLines } from '../../db/inventory/ledger.write.ts';
import { hazardsAt } from '../../db/moves/hazards.read.ts';
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { zero } from '../../domain/decimal.ts';
import { stockOf } from '../../domain/inventory/choose-stock.ts';
import { clashOf, segregationRefusal, type Apart } from '../../domain/inventory/hazard-segregation.ts';
import { rowName, type StockRowKey } from '../../domain/inventory/stock-in-turn.ts';
import { isGood, Refusal, unknownReference } from '../../domain/refusal.ts';
import { stockLine, type StockLine } from '../../queues/imports/import-lines.ts';
import { assertApart, checkedLine, eachLine, merchantsOfLines } from './checked-line.ts';
import { NotTogether, type GroupLine, type Importer } from './importer.ts';

interface PlannedLine {
  place: number;
  qty: number;
  at: StockRowKey & { status: NonNullable<StockLine['status']> };
  warehouse_id: string;
  merchant_id: string;
  expiry_date: string | null;
  manufacture_date: string | null;
  apart: Apart | null;
}

export const importStock: Importer = async (tx, work, record, lines) => {
  const { commandId, actor } = work;
  const planned = await plannedLines(tx, record, lines);
  const rows = planned.filter(isGood).map(({ at }) => at);
  assertApart(rows.map(rowName));
  // Checking only reads; applying locks the rows from here on, so that no stock arrives there in the meantime.
  const look = record.state === 'applying' ? lockStockRows : readStockRows;
  const present = await look(tx, rows);
  // Read after the lock: what orders hold of it lies there as well.
  const held = await readStockRows(tx, rows.filter(isAvailable).map(asAllocated));
  const free = await eachLine(planned, (plan) => {
    const promised = isAvailable(plan.at) ? held.get(rowName(asAllocated(plan.at)))! : [];
    const lying = [...present.get(rowName(plan.at))!, ...promised];
    if (lying.length > 0 && stockOf(lying).gt(zero))
      throw new Refusal('CONFLICT', 'There is stock there already; adjust it instead.', { path: 'qty' });
    return plan;
  });
  const apart = await keptApart(tx, free, record.state === 'applying');
  const booked = apart.filter(isGood);
  const lots = lotsOf(booked.map(({ at: { item_id, lot_no }, ...dates }) => ({ item_id, lot_no, ...dates })));
  return {
    results: apart.map((plan) => (plan instanceof Refusal ? plan : 'created')),
    // A lot may be on record with another expiry; posting only adds.
    refusable: () => recordLots(tx, lots),
    sure: async () => {
      const posted = booked.map(({ place, at, qty, warehouse_id, merchant_id }) => ({
        ...at,
        lpn_id: null,
        warehouse_id,
        merchant_id,
        qty_delta: qty,
        transaction_type: 'adjust' as const,
        ref_type: 'import',
        ref_id: record.id,
        reason_code: 'found',
        note: 'opening stock',
        command_id: commandId,
        line_no: place,
        actor: actor.name,
      }));
      await postLines(tx, posted);
    },
  };
};

/** Refuses lines of dangerous goods where others lie that they are kept apart from, or come with lines before them. */
async function keptApart(
  tx: TenantTransaction,
  planned: readonly (PlannedLine | Refusal)[],
  isApplying: boolean,
): Promise<(PlannedLine | Refusal)[]> {
  const ids = planned.flatMap((one) => (isGood(one) && one.apart ? [one.at.location_id] : []));
  if (ids.length === 0) return [...planned];
  if (isApplying) await enterSpace(tx, ids);
  const places = new Map((await hazardsAt(tx, ids)).map((place) => [place.location_id, place]));
  return eachLine(planned, (plan) => {
    const place = places.get(plan.at.location_id);
    if (!plan.apart || !place) return plan;
    const { location_id, code, classes } = place;
    const clash = clashOf([plan.apart], classes);
    if (clash)
      throw segregationRefusal(`${code} keeps`, clash, { location_id, location: code, path: 'location' });
    classes.push(plan.apart.class);
    return plan;
  });
}

/** Where each line's stock is to lie, or why it cannot. */
async function plannedLines(
  tx: TenantTransaction,
  record: ImportRow,
  lines: readonly GroupLine[],
): Promise<(PlannedLine | Refusal)[]> {
  const checked = await eachLine(lines, (line) => ({
    place: line.place,
    line: checkedLine<StockLine>(stockLine, line, record),
  }));
  const said = checked.filter(isGood).map(({ line }) => line);
  const merchantOf = await merchantsOfLines(
    tx,
    said.map(({ merchant }) => merchant),
    record.merchant_id,
  );
  const codes = [...new Set(said.map(({ warehouse }) => warehouse))];
  const warehouses = await idsByCode(tx, 'warehouses', codes);
  const placed = await eachLine(checked, (one) => {
    const warehouseId = warehouses.get(one.line.warehouse);
    if (!warehouseId) throw unknownReference('warehouse', 'warehouse');
    return { ...one, warehouse_id: warehouseId, code: one.line.location };
  });
  const locations = await locationsByCode(tx, placed.filter(isGood));
  const owned = await eachLine(placed, (one) => {
    const locationId = locations.get(locationName(one));
    if (!locationId) throw unknownReference('location', 'location of that warehouse');
    const { sku, merchant } = one.line;
    return { ...one, location_id: locationId, merchant_id: merchantOf(merchant), sku };
  });
  const items = await itemsBySku(tx, owned.filter(isGood));
  return eachLine(owned, ({ place, line, warehouse_id, location_id, merchant_id, sku }) => {
    const item = items.get(itemName({ merchant_id, sku }));
    if (!item) throw unknownReference('sku', 'item of that merchant');
    const { lot_no = '', expiry_date = null, manufacture_date = null, status = 'available' } = line;
    assertTracked(item, lot_no, { expiry_date, manufacture_date });
    const at = { item_id: item.id, location_id, lot_no, status };
    const { apart } = item;
    return { place, qty: line.qty, at, warehouse_id, merchant_id, expiry_date, manufacture_date, apart };
  });
}

const isAvailable = ({ status }: StockRowKey): boolean => status === 'available';
const asAllocated = (at: StockRowKey): StockRowKey => ({ ...at, status: 'allocated' });

function assertTracked(
  item: ItemBySku,
  lotNo: string,
  { expiry_date: expiry, manufacture_date: manufactured }: Pick<DatedLot, 'expiry_date' | 'manufacture_date'>,
): void {
  if (item.lot_tracked && !lotNo)
    throw new Refusal('LOT_REQUIRED', 'This item is tracked by lot.', { path: 'lot_no' });
  if (item.expiry_tracked && !expiry)
    throw new Refusal('EXPIRY_REQUIRED', 'This item is tracked by expiry.', { path: 'expiry_date' });
  if (item.serial_tracked) {
    throw new Refusal('SERIAL_REQUIRED', 'This item is tracked by serial number: receive it instead.', {
      path: 'sku',
    });
  }
  if ((expiry || manufactured) && !lotNo)
    throw new Refusal('LOT_REQUIRED', 'A date of expiry or manufacture belongs to a lot.', {
      path: 'lot_no',
    });
}

/**
 * The lots of the lines, each once. Lines that give one lot different dates cannot go in one group: the first decides
 * which is right.
 */
function lotsOf(lines: readonly DatedLot[]): DatedLot[] {
  const lots = new Map<string, DatedLot>();
  for (const { item_id, lot_no, expiry_date, manufacture_date } of lines) {
    if (!lot_no) continue;
    const key = `${item_id}/${lot_no}`;
    const known = lots.get(key);
    if (known && (known.expiry_date !== expiry_date || known.manufacture_date !== manufacture_date))
      throw new NotTogether('Two lines date one lot differently.');
    lots.set(key, { item_id, lot_no, expiry_date, manufacture_date });
  }
  return [...lots.values()];
}
