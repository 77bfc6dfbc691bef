/** Random days of a floor on which goods change places: no place holds two items, and nothing is lost or made. */
import test from 'ava';
import { patch, type Running } from '../fulfillment/outbound-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { createRandom } from '../http/random.ts';
import { assertInvariants, newItem, settled } from '../orders/orders-rig.ts';
import { aisle, stockAt } from './slotting-rig.ts';

test('whoever plans, carries, gives back and cancels, places hold one item each and stock is what it was', async (t) => {
  const platform: Running = await joinPlatform(t);
  const { client, owner, standard } = platform;
  const codes = ['A', 'B', 'C', 'D', 'E', 'F'];
  const { warehouse_id, places } = await aisle(
    platform,
    Object.fromEntries(codes.map((code, at) => [code, 4 * at + 2])),
  );
  const items: string[] = [];
  for (const [at, code] of codes.slice(0, 4).entries()) {
    items.push(await newItem(platform, standard));
    await stockAt(platform, warehouse_id, items[at]!, places[code]!, at + 1);
  }
  const seed = Date.now() % 1_000_000;
  t.log(`seed ${seed}`);
  const { pick, whole, chance } = createRandom(seed);
  const state = async () => {
    const { rows } = await owner.query(
      `select l.code, b.item_id, sum(b.qty)::float8 as qty from inventory_balances b join locations l on l.id = b.location_id
        where l.warehouse_id = $1 and b.qty > 0 group by l.code, b.item_id`,
      [warehouse_id],
    );
    return rows as { code: string; item_id: string; qty: number }[];
  };
  const step = async (): Promise<number> => {
    if (chance(0.3)) {
      const [location_id, other_location_id] = [places[pick(codes)]!, places[pick(codes)]!];
      const body = { warehouse_id, location_id, other_location_id };
      return (await settled(client, await client.post('/api/wms/slotting-swaps', body), 'swap')).status;
    }
    const live = await client.get(`/api/wms/moves?warehouse_id=${warehouse_id}&page_size=100`);
    const open = live.body.data.filter(({ status }: any) => status !== 'done' && status !== 'cancelled');
    if (open.length === 0) return 200;
    const { id } = pick(open) as any;
    const action = pick([
      'claim',
      'start',
      'unclaim',
      'confirm',
      'confirm',
      'confirm',
      ...(chance(0.2) ? ['cancel'] : []),
    ]);
    const more = action === 'cancel' ? { reason: 'drawn' } : {};
    return (await patch(client, `/api/wms/moves/${id}`, { action, ...more })).status;
  };
  let done = 0;
  for (let round = 0; round < 60; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 1 + whole(2) }, step));
    t.true(statuses.every((status) => status < 500));
    const now = await state();
    t.is(new Set(now.map(({ code }) => code)).size, now.length, 'no place holds two items');
    t.deepEqual(
      items.map((item) => now.filter((one) => one.item_id === item).reduce((sum, { qty }) => sum + qty, 0)),
      items.map((_, at) => at + 1),
    );
    done = (await client.get(`/api/wms/moves?warehouse_id=${warehouse_id}&status=done&page_size=100`)).body
      .data.length;
  }
  t.true(done >= 6, `${done} moves were carried out`);
  await assertInvariants(t, platform);
});
