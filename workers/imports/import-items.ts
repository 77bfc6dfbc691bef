/** Items of an import: created, or changed in the fields their lines give. */
import { itemName, itemsBySku, type ItemBySku } from '../../db/catalog/codes.read.ts';
import { barcodeUnits } from '../../db/catalog/packagings.read.ts';
import {
  barcodesOfOthers,
  checkedParts,
  assertSerialTrackingFree,
  replacePartsOfItems,
  type ItemParts,
  type OwnBarcode,
} from '../../db/catalog/items.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { insertRecords, updateRecords } from '../../db/records.write.ts';
import { wholeHazard, type Hazard } from '../../domain/catalog/hazard.ts';
import { invalid, isGood, Refusal, refusalOrLater } from '../../domain/refusal.ts';
import { itemLine, type ItemLine } from '../../queues/imports/import-lines.ts';
import { namedBarcode } from '../../queues/imports/barcode-cell.ts';
import { assertApart, eachLine, ownedLines } from './checked-line.ts';
import type { Importer } from './importer.ts';

type HazardCells = Pick<
  ItemLine,
  'hazard_un_no' | 'hazard_class' | 'hazard_packing_group' | 'hazard_limited_qty'
>;

interface PlannedItem {
  columns: Omit<ItemLine, 'merchant' | 'barcodes' | 'uoms' | keyof HazardCells> & {
    merchant_id: string;
    hazard?: Hazard;
  };
  parts: ItemParts;
  known: ItemBySku | undefined;
}

export const importItems: Importer = async (tx, _work, record, lines) => {
  const owned = await ownedLines<ItemLine>(tx, itemLine, record, lines);
  const wanted = owned.filter(isGood);
  assertApart(wanted.map(itemName));
  const items = await itemsBySku(tx, wanted);
  const planned = await eachLine(owned, ({ barcodes, uoms, ...cells }): PlannedItem => {
    const columns = withHazard(cells);
    const known = items.get(itemName(columns));
    const given = { uoms, barcodes: barcodes?.map(namedBarcode) };
    const parts = checkedParts(given, known?.uom ?? columns.uom ?? 'EA');
    if (known && columns.uom && columns.uom !== known.uom)
      throw invalid('uom', 'fixed', `uom of this item is ${known.uom} for good`);
    assertCustomsPriced({ ...known, ...columns });
    return { columns, parts, known };
  });
  for (const [at, plan] of planned.entries())
    if (isGood(plan)) planned[at] = await serialTrackingChecked(tx, plan);
  const { free, isContested } = await barcodesChecked(tx, planned);
  const good = free.filter(isGood);
  const results = free.map((plan) => {
    if (plan instanceof Refusal) return plan;
    return plan.known ? 'updated' : 'created';
  });
  const writeAll = () => write(tx, good);
  // Only writing them shows which of two lines keeps a barcode, and whether its unit is one of the item.
  const isRefusable = isContested || good.some(changesUnits);
  if (isRefusable) return { results, refusable: writeAll, sure: async () => {} };
  return { results, sure: writeAll };
};

/** Its columns of dangerous goods as the item has them: all of them are replaced by a line that gives any. */
function withHazard<L extends HazardCells>({
  hazard_un_no: un_no,
  hazard_class,
  hazard_packing_group: packing_group,
  hazard_limited_qty: limited_qty,
  ...columns
}: L): Omit<L, keyof HazardCells> & { hazard?: Hazard } {
  if ([un_no, hazard_class, packing_group, limited_qty].every((cell) => cell === undefined)) return columns;
  if (un_no === undefined || hazard_class === undefined)
    throw invalid(
      un_no === undefined ? 'hazard_un_no' : 'hazard_class',
      'value',
      'Give hazard_un_no and hazard_class with what else is told of dangerous goods',
    );
  return { ...columns, hazard: wholeHazard({ un_no, class: hazard_class, packing_group, limited_qty }) };
}

/** A line may give the one that its item lacks beside the other. */
function assertCustomsPriced({
  customs_value: value = null,
  customs_currency: currency = null,
}: Partial<Pick<ItemBySku | ItemLine, 'customs_value' | 'customs_currency'>>): void {
  if ((value === null) !== (currency === null))
    throw invalid(
      'customs_currency',
      'value',
      'Give customs_value and customs_currency together, or neither',
    );
}

function barcodesOf({
  columns: { merchant_id },
  parts: { barcodes = [] },
  known,
}: PlannedItem): OwnBarcode[] {
  return barcodes.map(({ barcode }) => ({ merchant_id, barcode, item_id: known?.id ?? null }));
}

/**
 * The barcode of an item without a line here stays with it. One that two lines are about is contested: who has it is seen
 * once both are written.
 */
async function barcodesChecked(
  tx: TenantTransaction,
  planned: readonly (PlannedItem | Refusal)[],
): Promise<{ free: (PlannedItem | Refusal)[]; isContested: boolean }> {
  const good = planned.filter(isGood);
  const wanted = good.flatMap(barcodesOf);
  const taken = wanted.length > 0 ? await barcodesOfOthers(tx, wanted) : [];
  const changing = new Set(good.flatMap(({ known, parts }) => (known && parts.barcodes ? [known.id] : [])));
  // An item that another import has made since these lines were read is a line's own, if it has its SKU.
  const kept = new Map(
    taken.filter(({ item_id: id }) => !changing.has(id)).map((one) => [barcodeName(one), one.sku]),
  );
  const free = await eachLine(planned, (plan) => {
    const isOthers = (sku: string | undefined): boolean =>
      sku !== undefined && (plan.known !== undefined || sku !== plan.columns.sku);
    if (barcodesOf(plan).some((one) => isOthers(kept.get(barcodeName(one)))))
      throw new Refusal('DUPLICATE', 'Another item of the merchant has this barcode already.', {
        path: 'barcodes',
      });
    return plan;
  });
  const isListedTwice = new Set(wanted.map(barcodeName)).size < wanted.length;
  return { free, isContested: isListedTwice || taken.length > 0 };
}

const barcodeName = ({ merchant_id: owner, barcode }: OwnBarcode): string => `${owner}/${barcode}`;

const changesUnits = ({ known, parts: { uoms, barcodes = [] } }: PlannedItem): boolean =>
  (known !== undefined && uoms !== undefined) || barcodes.some(({ uom }) => uom);

// Few lines change it, so each is checked by itself: its item is locked while its stock is read.
async function serialTrackingChecked(
  tx: TenantTransaction,
  plan: PlannedItem,
): Promise<PlannedItem | Refusal> {
  const { known, columns } = plan;
  const wanted = columns.serial_tracked;
  if (!known || wanted === undefined || wanted === known.serial_tracked) return plan;
  return refusalOrLater(async () => {
    await assertSerialTrackingFree(tx, known.id, wanted);
    return plan;
  });
}

async function write(tx: TenantTransaction, plans: readonly PlannedItem[]): Promise<void> {
  const fresh = plans.filter(({ known }) => !known);
  const present = plans.flatMap(
    ({ known, columns: { merchant_id: _owner, sku: _name, ...columns }, parts }) =>
      known ? [{ changes: { ...columns, id: known.id }, parts }] : [],
  );
  const ids = await insertRecords(
    tx,
    'items',
    fresh.map(({ columns }) => columns),
  );
  await updateRecords(
    tx,
    'items',
    present.map(({ changes }) => changes),
  );
  await replacePartsOfItems(tx, [
    ...fresh.map(({ parts }, at) => ({ ...parts, item_id: ids[at]! })),
    ...(await keepingUnits(
      tx,
      present.map(({ parts, changes }) => ({ ...parts, item_id: changes.id })),
    )),
  ]);
}

/** Gives each barcode whose cell names no unit the one it has; the items are locked. */
async function keepingUnits(
  tx: TenantTransaction,
  items: readonly (ItemParts & { item_id: string })[],
): Promise<(ItemParts & { item_id: string })[]> {
  const silent = items.filter(({ barcodes }) => barcodes?.some(({ uom }) => uom === undefined));
  const ids = silent.map(({ item_id: id }) => id);
  const present = ids.length > 0 ? await barcodeUnits(tx, ids) : [];
  const unitOf = new Map(present.map(({ item_id: id, barcode, uom }) => [`${id}/${barcode}`, uom]));
  return items.map(({ barcodes, ...item }) => ({
    ...item,
    barcodes: barcodes?.map(({ barcode, uom = unitOf.get(`${item.item_id}/${barcode}`) ?? null }) => ({
      barcode,
      uom,
    })),
  }));
}
