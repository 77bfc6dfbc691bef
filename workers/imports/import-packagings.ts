/** Packagings of an import: one level of an item a line, beside those it has. */
import { itemName, itemsBySku, type ItemBySku } from '../../db/catalog/codes.read.ts';
import { readPackagings } from '../../db/catalog/packagings.read.ts';
import { replacePartsOfItems } from '../../db/catalog/items.write.ts';
import { wholePackagings, type Packaging } from '../../domain/catalog/packaging.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isGood, Refusal, refusalOr, unknownReference } from '../../domain/refusal.ts';
import { packagingLine, type PackagingLine } from '../../queues/imports/import-lines.ts';
import { assertApart, eachLine, ownedLines } from './checked-line.ts';
import type { Importer, LineResult } from './importer.ts';

interface PlannedLevel {
  item: ItemBySku;
  level: Omit<PackagingLine, 'merchant' | 'sku'>;
}

export const importPackagings: Importer = async (tx, _work, record, lines) => {
  const owned = await ownedLines<PackagingLine>(tx, packagingLine, record, lines);
  const wanted = owned.filter(isGood);
  assertApart(wanted.map((line) => `${itemName(line)}/${line.level}`));
  const items = await itemsBySku(tx, wanted);
  const planned = await eachLine(owned, ({ merchant_id, sku, ...level }): PlannedLevel => {
    const item = items.get(itemName({ merchant_id, sku }));
    if (!item) throw unknownReference('sku', 'item');
    return { item, level };
  });
  const present = await readPackagings(
    tx,
    [...items.values()].map(({ id }) => id),
  );
  const before = groupBy(present, ({ item_id: id }) => id);
  const after = new Map<string, Packaging[] | Refusal>();
  for (const [id, levels] of groupBy(planned.filter(isGood), ({ item }) => item.id)) {
    const given = levels.map(({ level }) => level);
    const kept = (before.get(id) ?? []).filter((one) => given.every(({ level }) => level !== one.level));
    after.set(
      id,
      refusalOr(() => wholePackagings([...kept, ...given], levels[0]!.item.uom)),
    );
  }
  const results = planned.map((plan): LineResult => {
    if (plan instanceof Refusal) return plan;
    const whole = after.get(plan.item.id)!;
    if (whole instanceof Refusal) return whole;
    return before.get(plan.item.id)?.some(({ level }) => level === plan.level.level) ? 'updated' : 'created';
  });
  // A unit of the same name in another spelling is only found in writing.
  const refusable = () =>
    replacePartsOfItems(
      tx,
      [...after].flatMap(([item_id, packagings]) =>
        packagings instanceof Refusal ? [] : [{ item_id, packagings }],
      ),
    );
  return { results, refusable, sure: async () => {} };
};
