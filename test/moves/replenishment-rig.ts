/** An item with a pick face and reserve of its own for each test of replenishment. */
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';

export const facesPath = '/api/wms/pick-faces';

/** An item with a face and so many units in each of some reserve places. */
export async function faced(
  platform: Running,
  reserve: readonly number[],
  face: { min_qty: number; max_qty: number; refill_uom?: string },
  { item: more = {}, place = {} }: { item?: object; place?: object } = {},
) {
  const { database, standard, client } = platform;
  const item = await newItem(platform, standard, more);
  const own = uuidv7().slice(-8);
  const common = { organization_id: standard.id, warehouse_id: standard.warehouseId, zone: own };
  const at = { id: uuidv7(), code: `F-${own}`, type: 'pick', ...place };
  const places = reserve.map((_, index) => ({ id: uuidv7(), code: `R${index}-${own}`, type: 'storage' }));
  await inTenant(database, { organizationId: standard.id }, async (tx) => {
    for (const one of [at, ...places]) await tx('locations').insert({ ...common, ...one });
    if (face.refill_uom)
      await tx('item_packagings').insert({
        organization_id: standard.id,
        item_id: item,
        uom: face.refill_uom,
        factor: 12,
      });
  });
  for (const [index, qty] of reserve.entries())
    if (qty > 0) await putStock(platform, standard, [{ item, qty, location: places[index]!.id }]);
  const made = await client.post(facesPath, {
    warehouse_id: standard.warehouseId,
    location_id: at.id,
    item_id: item,
    ...face,
  });
  if (made.status !== 201) throw new Error(made.text);
  return { item, face: at.id, faceId: made.body.data.id as string, reserve: places.map(({ id }) => id) };
}

/** What lies there. */
export async function at({ owner }: Running, location: string, status = '%'): Promise<number> {
  const { rows } = await owner.query(
    'select coalesce(sum(qty), 0) as qty from inventory_balances where location_id = $1 and status like $2',
    [location, status],
  );
  return Number(rows[0].qty);
}

/** What a plan of replenishment comes to. */
export async function planned({ client, standard }: Running, more: object = {}): Promise<any> {
  const path = '/api/wms/replenishments/plan';
  const body = { warehouse_id: standard.warehouseId, ...more };
  const answer = await client.post(path, body, { headers: { prefer: 'wait=60' } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}
