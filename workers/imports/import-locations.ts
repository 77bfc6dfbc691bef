/** Locations of an import: made, or changed in what their lines give. */
import { locationName, locationsByCode, idsByCode } from '../../db/catalog/codes.read.ts';
import { insertRecords, updateRecords } from '../../db/records.write.ts';
import { isGood, Refusal, unknownReference } from '../../domain/refusal.ts';
import { locationLine, type LocationLine } from '../../queues/imports/import-lines.ts';
import { assertApart, checkedLine, eachLine } from './checked-line.ts';
import type { Importer } from './importer.ts';

export const importLocations: Importer = async (tx, _work, record, lines) => {
  const checked = await eachLine(lines, (line) => checkedLine<LocationLine>(locationLine, line, record));
  const codes = [...new Set(checked.filter(isGood).map(({ warehouse }) => warehouse))];
  const warehouses = await idsByCode(tx, 'warehouses', codes);
  const placed = await eachLine(checked, ({ warehouse, ...columns }) => {
    const warehouseId = warehouses.get(warehouse);
    if (!warehouseId) throw unknownReference('warehouse', 'warehouse');
    return { ...columns, warehouse_id: warehouseId };
  });
  const wanted = placed.filter(isGood);
  assertApart(wanted.map(locationName));
  const known = await locationsByCode(tx, wanted);
  const fresh = wanted.filter((location) => !known.has(locationName(location)));
  const present = wanted.flatMap(({ warehouse_id, ...columns }) => {
    const id = known.get(locationName({ warehouse_id, code: columns.code }));
    return id ? [{ ...columns, id }] : [];
  });
  const results = placed.map((location) => {
    if (location instanceof Refusal) return location;
    return known.has(locationName(location)) ? 'updated' : 'created';
  });
  const sure = async (): Promise<void> => {
    await insertRecords(tx, 'locations', fresh);
    await updateRecords(tx, 'locations', present);
  };
  return { results, sure };
};
