/** Pick faces of an import: made, or changed in what their lines give. */
import {
  itemName,
  itemsBySku,
  locationName,
  locationsByCode,
  idsByCode,
} from '../../db/catalog/codes.read.ts';
import { classRefusals, faceName, facesAt, unitsOf } from '../../db/moves/pick-faces.read.ts';
import { insertRecords, updateRecords } from '../../db/records.write.ts';
import { invalid, isGood, Refusal, unknownReference } from '../../domain/refusal.ts';
import { pickFaceLine, type PickFaceLine } from '../../queues/imports/import-lines.ts';
import { assertApart, checkedLine, eachLine, merchantsOfLines } from './checked-line.ts';
import type { Importer } from './importer.ts';

type Located = Omit<PickFaceLine, 'warehouse' | 'merchant'> & { warehouse_id: string; merchant_id: string };

export const importPickFaces: Importer = async (tx, _work, record, lines) => {
  const checked = await eachLine(lines, (line) => checkedLine<PickFaceLine>(pickFaceLine, line, record));
  const good = checked.filter(isGood);
  const warehouses = await idsByCode(tx, 'warehouses', [...new Set(good.map(({ warehouse }) => warehouse))]);
  const merchantOf = await merchantsOfLines(
    tx,
    good.map(({ merchant }) => merchant),
    record.merchant_id,
  );
  const named = await eachLine(checked, ({ warehouse, merchant, ...line }): Located => {
    const warehouse_id = warehouses.get(warehouse);
    if (!warehouse_id) throw unknownReference('warehouse', 'warehouse');
    return { ...line, warehouse_id, merchant_id: merchantOf(merchant) };
  });
  const there = named.filter(isGood);
  const places = there.map(({ warehouse_id, location: code }) => ({ warehouse_id, code }));
  const [locations, items] = await Promise.all([locationsByCode(tx, places), itemsBySku(tx, there)]);
  const units = await unitsOf(
    tx,
    [...items.values()].map(({ id }) => id),
  );
  const faces = await eachLine(named, ({ location, sku, merchant_id, ...face }) => {
    const location_id = locations.get(locationName({ warehouse_id: face.warehouse_id, code: location }));
    if (!location_id) throw unknownReference('location', 'location of that warehouse');
    const item = items.get(itemName({ merchant_id, sku }));
    if (!item) throw unknownReference('sku', 'item of the merchant');
    if (face.refill_uom && !units.has(`${item.id}/${face.refill_uom}`))
      throw invalid('refill_uom', 'unit_unknown', 'refill_uom must be a unit of the item');
    if (face.min_qty > face.max_qty)
      throw invalid('max_qty', 'max_qty', 'max_qty must not be less than min_qty.');
    return { ...face, location_id, item_id: item.id };
  });
  const wanted = faces.filter(isGood);
  assertApart(wanted.map(faceName));
  const known = await facesAt(
    tx,
    wanted.map(({ location_id: id }) => id),
  );
  const unknown = wanted.filter((face) => !known.has(faceName(face)));
  const refused = await classRefusals(tx, unknown);
  const results = faces.map((face): Refusal | 'created' | 'updated' => {
    if (face instanceof Refusal) return face;
    return refused.get(faceName(face)) ?? (known.has(faceName(face)) ? 'updated' : 'created');
  });
  const sure = async (): Promise<void> => {
    await insertRecords(
      tx,
      'pick_faces',
      unknown.filter((face) => !refused.has(faceName(face))),
    );
    await updateRecords(
      tx,
      'pick_faces',
      wanted.flatMap(({ warehouse_id: _warehouse, location_id, item_id, ...changes }) => {
        const id = known.get(faceName({ location_id, item_id }));
        return id ? [{ ...changes, id }] : [];
      }),
    );
  };
  return { results, sure };
};
