/**
 * Records counted lines. Each stores what the ledger says at this moment, under the stock's lock: the difference
 * between the two is the count's finding, whatever moves before it is posted. The first scan starts the task, and the
 * first at a place that is not locked plans a line for everything the ledger has there. Scans that a device could not send
 * at once say when they were made, and are compared with the ledger of then.
 */
import { unitsOfBarcodes } from '../../db/catalog/packagings.read.ts';
import { barcodeOfOther, scannedQty } from '../../domain/catalog/scanned-qty.ts';
import { countedLocations } from '../../db/counting/counts.read.ts';
import {
  assertCounted,
  enterPlacesAlone,
  planCountLines,
  recordCount,
  visitPlaces,
} from '../../db/counting/count-scans.write.ts';
import { leaveToOthers, lockCountLines, lockCountTask } from '../../db/counting/counts.write.ts';
import { lockStock } from '../../db/inventory/inventory.write.ts';
import { requireStockItem } from '../../db/inventory/stock-references.read.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { rowName } from '../../domain/inventory/stock-in-turn.ts';
import { invalid, notFound, within } from '../../domain/refusal.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import { assertAsked, type Scans } from './assert-asked.ts';
import { beginCount } from './begin-count.ts';
import { withIds, withPlannedStatus, type CountedLine } from './scanned-names.ts';

type RecordCounts = typeof countCommands.recordCounts;
type Lines = CountedLine[];

export const recordCounts: Handler<RecordCounts> = async (work, input) => {
  assertOperator(work);
  const { count_task_id: id, counted_at: moment } = input;
  const task = await lockCountTask(work.tx, id);
  if (!task) throw notFound('count task');
  const { lines, empty } = await withIds(work, id, input);
  if (moment) await assertCounted(work.tx, task, moment);
  const scans = { work, task, moment };
  await beginCount(work, task);
  await arrive(scans, lines, empty);
  const seen = await withPlannedStatus(work, id, await inBaseUnits(work, lines));
  for (const { line, path } of addedUp(seen)) await countLine(scans, line, path);
  if (empty.length > 0) await countEmpty(scans, new Set(empty));
  if (task.rules.recount?.other_person)
    await leaveToOthers(work.tx, id, { counterId: floorPerson(work).id, memberId: work.actor.member_id });
  return { id };
};

/** The lines with what they count in base units: a barcode counts for the unit it stands for. */
async function inBaseUnits({ tx }: Work, lines: Lines): Promise<Lines> {
  const barcodes = lines.flatMap(({ barcode }) => barcode ?? []);
  if (barcodes.length === 0) return lines;
  const units = await unitsOfBarcodes(tx, barcodes);
  return lines.map((line, index) => {
    const { barcode, item_id: itemId, counted_qty: count } = line;
    if (!barcode) return line;
    const path = `lines.${index}.barcode`;
    const unit = units.find((one) => one.barcode === barcode && one.item_id === itemId);
    if (!unit) throw barcodeOfOther(path, barcode);
    return { ...line, counted_qty: scannedQty(count, unit.factor, '1', path) };
  });
}

/** Lines of the same stock are parts of it, counted case by case and then the loose ones: each stock once, with its first path. */
function addedUp(lines: Lines): { line: Lines[number]; path: string }[] {
  const parts = groupBy(lines.entries(), ([, { location_id, item_id, lot_no = '', status = 'available' }]) =>
    rowName({ location_id: location_id.toLowerCase(), item_id: item_id.toLowerCase(), lot_no, status }),
  );
  return [...parts.values()].map((some) => {
    const [[index, first]] = some as [[number, Lines[number]]];
    const counted_qty = sum(some.map(([, line]) => decimal(line.counted_qty))).toNumber();
    const serial_nos = some.flatMap(([, line]) => line.serial_nos ?? []);
    return { line: { ...first, counted_qty, serial_nos }, path: `lines.${index}` };
  });
}

/** Somebody stood at these places of the task: what is not locked is planned, as it lay then. */
async function arrive(
  { work: { tx }, task, moment }: Scans,
  lines: Lines,
  empty: readonly string[],
): Promise<void> {
  const all = await countedLocations(tx, task.id);
  const assertOf = (location: string, path: string): void => {
    if (!all.has(location)) throw invalid(path, 'not_of_task', `${path} is not counted by this task`);
  };
  for (const [index, line] of lines.entries()) assertOf(line.location_id, `lines.${index}.location_id`);
  for (const [index, location] of empty.entries()) assertOf(location, `empty_location_ids.${index}`);
  const here = [...new Set([...lines.map((line) => line.location_id), ...empty])];
  if (moment) await enterPlacesAlone(tx, here);
  const first = await visitPlaces(tx, task.id, here, moment);
  if (task.lock !== 'creation' && first.length > 0) await planCountLines(tx, task.id, first, moment);
}

async function countLine(scans: Scans, line: Lines[number], path: string): Promise<void> {
  const { work, task, moment } = scans;
  const { tx } = work;
  const { item_id, location_id, lot_no: lotNo = '', status = 'available', serial_nos = [] } = line;
  const item = await within(path, () => requireStockItem(tx, item_id, { lotNo }));
  assertSerialsOf(item, serial_nos, decimal(line.counted_qty), `${path}.serial_nos`);
  const at = { item_id, location_id, lot_no: lotNo, status };
  await assertAsked(scans, [at]);
  await lockStock(tx, at, status === 'available' ? [{ ...at, status: 'allocated' }] : []);
  const counted_qty = decimal(line.counted_qty).toString();
  const counted = { ...at, merchant_id: item.merchant_id, counted_qty, serial_nos };
  await recordCount(tx, task.id, counted, floorPerson(work), moment);
}

/** Nothing else is there: what this round of the count has not counted at these places is zero. */
async function countEmpty(scans: Scans, places: ReadonlySet<string>): Promise<void> {
  const { work, task, moment } = scans;
  const { tx } = work;
  const all = await lockCountLines(tx, task.id);
  const lines = all.filter((line) => places.has(line.location_id) && line.counted_qty === null);
  await assertAsked(scans, lines);
  for (const line of lines) {
    await lockStock(tx, line, line.status === 'available' ? [{ ...line, status: 'allocated' }] : []);
    await recordCount(tx, task.id, { ...line, counted_qty: '0', serial_nos: [] }, floorPerson(work), moment);
  }
}
