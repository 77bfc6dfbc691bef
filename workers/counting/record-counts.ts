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
  countedBefore,
  countedSince,
  enterPlacesAlone,
  planCountLines,
  recordCount,
  visitPlaces,
  type ScanMoment,
} from '../../db/counting/count-scans.write.ts';
import { lockCountLines, lockCountTask, type CountTaskRow } from '../../db/counting/counts.write.ts';
import { lockStock } from '../../db/inventory/inventory.write.ts';
import { requireStockItem } from '../../db/inventory/stock-references.read.ts';
import { decimal } from '../../domain/decimal.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { invalid, notFound, Refusal, within } from '../../domain/refusal.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import { beginCount } from './begin-count.ts';

type RecordCounts = typeof countCommands.recordCounts;
type Lines = NonNullable<InputOf<RecordCounts>['lines']>;

/** Scans of a task made at one moment. */
interface Scans {
  work: Work;
  task: CountTaskRow;
  moment: ScanMoment;
}

export const recordCounts: Handler<RecordCounts> = async (
  work,
  { count_task_id: id, lines = [], empty_location_ids: empty = [], counted_at: moment },
) => {
  assertOperator(work);
  const task = await lockCountTask(work.tx, id);
  if (!task) throw notFound('count task');
  if (moment) await assertCounted(work.tx, task, moment);
  const scans = { work, task, moment };
  await beginCount(work, task);
  await arrive(scans, lines, empty);
  const scanned = await inBaseUnits(work, lines);
  for (const [index, line] of scanned.entries()) await countLine(scans, line, `lines.${index}`);
  if (empty.length > 0) await countEmpty(scans, new Set(empty));
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

/** Nothing is there: each line at these places that was not just counted is zero. */
async function countEmpty(scans: Scans, places: ReadonlySet<string>): Promise<void> {
  const { work, task, moment } = scans;
  const { tx } = work;
  const lines = (await lockCountLines(tx, task.id)).filter((line) => places.has(line.location_id));
  await assertAsked(scans, lines);
  for (const line of lines) {
    await lockStock(tx, line, line.status === 'available' ? [{ ...line, status: 'allocated' }] : []);
    await recordCount(tx, task.id, { ...line, counted_qty: '0', serial_nos: [] }, floorPerson(work), moment);
  }
}

/**
 * Refuses 409 COUNTED_SINCE where the lines were counted, or sent back to be counted again, after the scan; 409
 * SAME_COUNTER where somebody else has to count again what this person counted before.
 */
async function assertAsked(
  { work, task: { id, rules }, moment }: Scans,
  lines: Parameters<typeof countedSince>[2],
): Promise<void> {
  const since = moment ? await countedSince(work.tx, id, lines, moment) : [];
  if (since.length > 0) {
    throw new Refusal(
      'COUNTED_SINCE',
      'What was seen then is out of date: it was counted or asked for again since.',
      {
        line_ids: since.map((one) => one.id),
      },
    );
  }
  if (!rules.recount?.other_person) return;
  const keyOf = (one: (typeof lines)[number]): string =>
    [one.location_id, one.item_id, one.lot_no, one.status].join('/');
  const asked = new Set(lines.map(keyOf));
  const own = (await countedBefore(work.tx, id, floorPerson(work).id)).filter((one) => asked.has(keyOf(one)));
  if (own.length === 0) return;
  throw new Refusal('SAME_COUNTER', 'Somebody else has to count this again: you counted it before.', {
    line_ids: own.map((one) => one.id),
  });
}
