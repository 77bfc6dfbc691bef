/** Counts that say what a scanner read: places by their code, items by their SKU or a barcode. */
import { itemsScanned, placesScanned, statusesPlanned } from '../../db/counting/scanned-names.read.ts';
import { groupBy } from '../../domain/group-by.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { Work } from '../engine/handler.ts';

type Recorded = InputOf<typeof countCommands.recordCounts>;
type Given = NonNullable<Recorded['lines']>[number];

/** A line whose place and item are known. */
export type CountedLine = Omit<Given, 'location' | 'item'> & { location_id: string; item_id: string };

/** Refuses 400 a place that is not of the task, 400 UNKNOWN_REFERENCE an item that is not known, 400 several of one name. */
export async function withIds(
  { tx }: Work,
  taskId: string,
  { lines = [], empty_location_ids: ids = [], empty_locations: codes = [] }: Recorded,
): Promise<{ lines: CountedLine[]; empty: string[] }> {
  const named = [...lines.flatMap(({ location }) => location ?? []), ...codes];
  const places = named.length > 0 ? await placesScanned(tx, taskId, named) : new Map<string, string>();
  const placeOf = (code: string, path: string): string => {
    const id = places.get(code);
    if (!id) throw invalid(path, 'not_of_task', `${path} is not counted by this task`);
    return id;
  };
  const placed = lines.map(({ location, ...line }, index) => ({
    ...line,
    location_id: line.location_id ?? placeOf(location!, `lines.${index}.location`),
  }));
  return {
    lines: await withItems(tx, taskId, placed),
    empty: [...ids, ...codes.map((code, index) => placeOf(code, `empty_locations.${index}`))],
  };
}

async function withItems(
  tx: Work['tx'],
  taskId: string,
  lines: readonly (Omit<Given, 'location'> & { location_id: string })[],
): Promise<CountedLine[]> {
  const scans = lines.flatMap(({ item, location_id }, place) =>
    item === undefined ? [] : [{ place, item, location_id }],
  );
  const found = scans.length > 0 ? await itemsScanned(tx, taskId, scans) : [];
  const byPlace = groupBy(found, ({ place }) => place);
  return lines.map(({ item, ...line }, place) => {
    if (item === undefined) return { ...line, item_id: line.item_id! };
    const path = `lines.${place}.item`;
    const [first, second] = byPlace.get(place) ?? [];
    if (!first) throw unknownReference(path, 'item');
    if (second) throw invalid(path, 'ambiguous', 'several merchants have one of that name: give its item_id');
    const unit = first.is_barcode ? { barcode: line.barcode ?? item } : {};
    return { ...line, ...unit, item_id: first.item_id };
  });
}

/**
 * What was scanned without a word on its condition is the stock that is planned there, on hold or damaged too, as long as
 * there is one of that item and lot.
 */
export async function withPlannedStatus(
  { tx }: Work,
  taskId: string,
  lines: readonly CountedLine[],
): Promise<CountedLine[]> {
  const unsaid = lines.flatMap(({ status, location_id, item_id, lot_no = '' }, place) =>
    status ? [] : [{ place, location_id, item_id, lot_no }],
  );
  const found = unsaid.length > 0 ? await statusesPlanned(tx, taskId, unsaid) : new Map<number, never>();
  return lines.map((line, place) => {
    const status = line.status ?? found.get(place);
    return status ? { ...line, status } : line;
  });
}
