/** License plates merged and split where they stand: allocations and picks go along, and nothing is made or lost. */
import anyTest, { type TestFn } from 'ava';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import {
  newShelf,
  newShipment,
  newWave,
  patch,
  read,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A pallet with so many of the item. */
async function palletOf(
  { client, standard, ...platform }: Running,
  item: string,
  qty: number,
  { place = 'A-01', lot = '' }: { place?: string; lot?: string } = {},
): Promise<{ id: string; lpn: string }> {
  const body = { warehouse_id: standard.warehouseId, location_id: standard.locations[place] ?? place };
  const { id, lpn } = (await client.post('/api/wms/pallets', body)).body.data;
  if (qty > 0) await putStock(platform, standard, [{ item, qty, lot, lpnId: id, location: place }]);
  return { id, lpn };
}

const ask = async ({ client }: Running, verb: 'merge' | 'split' | 'consolidate', body: object) => {
  const path = `/api/wms/pallets/${verb}`;
  return settled(client, await client.post(path, body), path);
};

async function on({ owner }: Running, id: string): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    'select status, sum(qty) as qty from inventory_balances where lpn_id = $1 and qty > 0 group by status',
    [id],
  );
  return Object.fromEntries(rows.map(({ status, qty }) => [status, Number(qty)]));
}

test('two pallets become one with what is allocated on them, and their pick follows', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await newItem(platform, platform.standard);
  const [target, source] = [await palletOf(platform, item, 0), await palletOf(platform, item, 10)];
  const shipment = await newShipment(platform, [{ item_id: item, qty: 4 }]);
  const wave = await newWave(platform, [shipment.id]);
  const carton = await client.post('/api/wms/pallets', {
    warehouse_id: platform.standard.warehouseId,
    location_id: platform.standard.locations['A-01'],
    type: 'carton',
    parent_id: source.id,
  });
  const merged = await ask(platform, 'merge', { pallet_lpn: target.lpn, from_lpns: [source.lpn] });
  t.is(merged.status, 200, merged.text);
  t.is(merged.body.data.id, target.id);
  t.deepEqual(await on(platform, target.id), { allocated: 4, available: 6 });
  t.is((await read(client, `/api/wms/pallets/${source.id}`)).state, 'consumed');
  t.is((await read(client, `/api/wms/pallets/${carton.body.data.id}`)).parent_id, target.id);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  t.is(task.lpn, target.lpn);
  for (const action of ['claim', 'confirm'])
    t.is((await patch(client, `/api/wms/pick-tasks/${task.id}`, { action })).status, 200);
  t.deepEqual(await on(platform, target.id), { available: 6 });
  await assertInvariants(t, platform);
});

test('a pallet whose goods are to be put back takes that along onto another', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const source = await palletOf(platform, item, 4);
  const shipment = await newShipment(platform, [{ item_id: item, qty: 4 }]);
  for (const action of ['pick', 'cancel'])
    await patch(client, `/api/wms/shipments/${shipment.id}`, { action });
  const target = await palletOf(platform, item, 0, { place: 'STAGE-1' });
  const merged = await ask(platform, 'merge', { pallet_lpn: target.lpn, from_lpns: [source.lpn] });
  t.is(merged.status, 200, merged.text);
  const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  const done = await patch(client, `/api/wms/put-back-tasks/${task.id}`, { action: 'complete' });
  t.like(done.body.data, { status: 'done', done_qty: 4 }, done.text);
  t.deepEqual(await on(platform, target.id), { available: 4 });
  t.is((await read(client, `/api/wms/pallets/${target.id}`)).location_id, standard.locations['A-01']);
  await assertInvariants(t, platform);
});

test('a part goes onto a new pallet or one that stands there; what is allocated stays', async (t) => {
  const { platform } = t.context;
  const item = await newItem(platform, platform.standard);
  const source = await palletOf(platform, item, 10);
  await newShipment(platform, [{ item_id: item, qty: 4 }]);
  const line = (qty: number) => [{ item_id: item, qty }];
  const over = await ask(platform, 'split', { pallet_lpn: source.lpn, lines: line(7) });
  t.is(`${over.status} ${over.body.error?.code}`, '409 INSUFFICIENT_STOCK', over.text);
  const twice = await ask(platform, 'split', { pallet_lpn: source.lpn, lines: [...line(4), ...line(3)] });
  t.is(twice.body.error?.code, 'INSUFFICIENT_STOCK', 'two lines of one item take from the same goods');
  const made = await ask(platform, 'split', { pallet_lpn: source.lpn, lines: line(2) });
  t.is(made.status, 200, made.text);
  t.not(made.body.data.id, source.id);
  t.deepEqual(await on(platform, made.body.data.id), { available: 2 });
  const more = await ask(platform, 'split', {
    pallet_lpn: source.lpn,
    to_lpn: made.body.data.lpn,
    lines: line(4),
  });
  t.is(more.body.data.id, made.body.data.id, more.text);
  t.deepEqual(await on(platform, source.id), { allocated: 4 });
  await assertInvariants(t, platform);
});

test('a part goes onto a plate with the next SSCC when asked, which it keeps', async (t) => {
  const { platform } = t.context;
  const item = await newItem(platform, platform.standard);
  const source = await palletOf(platform, item, 10);
  const split = async (more: object): Promise<{ lpn: string; sscc: string | null }> => {
    const lines = [{ item_id: item, qty: 1 }];
    const answer = await ask(platform, 'split', { pallet_lpn: source.lpn, lines, ...more });
    t.is(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const plain = await split({});
  t.is(plain.sscc, null);
  const made = await split({ sscc: 'new' });
  t.regex(made.sscc!, /^\d{18}$/);
  const other = await split({ sscc: 'new' });
  t.is(Number(other.sscc!.slice(-8, -1)), Number(made.sscc!.slice(-8, -1)) + 1, 'numbers of one range');
  t.is((await split({ sscc: 'new', to_lpn: made.lpn })).sscc, made.sscc);
  t.regex((await split({ sscc: 'new', to_lpn: plain.lpn })).sscc!, /^\d{18}$/);
});

test('pallets from other places become one where it stands, with holds, picks and cartons; the place has to have room', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const item = await newItem(platform, standard);
  const [here, there] = [await newShelf(platform), await newShelf(platform)];
  const target = await palletOf(platform, item, 2, { place: here });
  const [near, far] = [
    await palletOf(platform, item, 3, { place: here }),
    await palletOf(platform, item, 10, { place: there }),
  ];
  const carton = (
    await client.post('/api/wms/pallets', {
      warehouse_id: standard.warehouseId,
      location_id: there,
      type: 'carton',
      parent_id: far.id,
    })
  ).body.data;
  await putStock(platform, standard, [{ item, qty: 1, lpnId: carton.id, location: there }]);
  const shipment = await newShipment(platform, [{ item_id: item, qty: 16 }]);
  const wave = await newWave(platform, [shipment.id]);
  const body = { pallet_lpn: target.lpn, from_lpns: [near.lpn, far.lpn] };
  const made = await ask(platform, 'consolidate', body);
  t.is(made.status, 200, made.text);
  t.deepEqual(await on(platform, target.id), { allocated: 15 });
  t.deepEqual(await on(platform, carton.id), { allocated: 1 });
  for (const { id } of [near, far]) t.is((await read(client, `/api/wms/pallets/${id}`)).state, 'consumed');
  const nested = await read(client, `/api/wms/pallets/${carton.id}`);
  t.like(nested, { parent_id: target.id, location_id: here });
  const { rows } = await owner.query(
    'select distinct location_id from inventory_balances where item_id = $1 and qty > 0',
    [item],
  );
  t.deepEqual(rows, [{ location_id: here }]);
  for (const task of await tasksOf(client, { wave_id: wave.id }))
    for (const action of ['claim', 'confirm'])
      t.is((await patch(client, `/api/wms/pick-tasks/${task.id}`, { action })).status, 200);
  const again = await ask(platform, 'consolidate', body);
  t.is(again.body.error?.code, 'LPN_IN_USE', again.text);
  await assertInvariants(t, platform);
});

test('what is still in transit with a plate stays where its transfer looks for it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const [here, there, way] = [await newShelf(platform), await newShelf(platform), await newShelf(platform)];
  const target = await palletOf(platform, item, 2, { place: here });
  const half = await palletOf(platform, item, 5, { place: there });
  await putStock(platform, standard, [{ item, qty: 3, lpnId: half.id, location: way, status: 'in_transit' }]);
  const made = await ask(platform, 'consolidate', { pallet_lpn: target.lpn, from_lpns: [half.lpn] });
  t.is(made.status, 200, made.text);
  t.deepEqual(await on(platform, target.id), { available: 7 });
  t.deepEqual(await on(platform, half.id), { in_transit: 3 });
  t.is((await read(client, `/api/wms/pallets/${half.id}`)).state, 'active');
  await assertInvariants(t, platform);
});

test('goods that become one are as old as the oldest of them, wherever those come from', async (t) => {
  const { platform } = t.context;
  const item = await newItem(platform, platform.standard);
  const here = await newShelf(platform);
  const oldest = await palletOf(platform, item, 3, { place: 'DOCK-1' });
  const target = await palletOf(platform, item, 1, { place: here });
  const near = await palletOf(platform, item, 2, { place: here });
  const since = async ({ id }: { id: string }): Promise<string> => {
    const { rows } = await platform.owner.query(
      'select min(received_at) as since from inventory_balances where lpn_id = $1 and qty > 0',
      [id],
    );
    return rows[0].since.toISOString();
  };
  const expected = await since(oldest);
  t.not(await since(target), expected);
  const body = { pallet_lpn: target.lpn, from_lpns: [near.lpn, oldest.lpn] };
  t.is((await ask(platform, 'consolidate', body)).status, 200);
  t.is(await since(target), expected);
  const { rows } = await platform.owner.query(
    `select transaction_type, sum(qty_delta)::integer as qty from inventory_ledger
      where lpn_id = $1 and ref_type = 'move' group by 1 order by 1`,
    [target.id],
  );
  t.deepEqual(
    rows.map(({ transaction_type: type, qty }) => [type, qty]),
    [
      ['move', 2],
      ['putaway', 3],
    ],
    'what leaves a dock is put away, and billed so',
  );
  await assertInvariants(t, platform);
});

test('a full place takes no more by consolidating, and plates that become one take the room of one', async (t) => {
  const { platform } = t.context;
  const item = await newItem(platform, platform.standard);
  t.is((await patch(platform.client, '/api/tenancy/settings', { capacity_policy: 'refuse' })).status, 200);
  const shelf = await newShelf(platform, { capacity: 10, max_lpns: 1 });
  const place = await newShelf(platform);
  const target = await palletOf(platform, item, 4, { place: shelf });
  const [five, seven] = [
    await palletOf(platform, item, 5, { place }),
    await palletOf(platform, item, 7, { place }),
  ];
  const full = await ask(platform, 'consolidate', { pallet_lpn: target.lpn, from_lpns: [seven.lpn] });
  t.is(`${full.status} ${full.body.error?.code}`, '409 LOCATION_FULL', full.text);
  t.deepEqual(await on(platform, seven.id), { available: 7 }, 'nothing moved');
  const fits = await ask(platform, 'consolidate', { pallet_lpn: target.lpn, from_lpns: [five.lpn] });
  t.is(fits.status, 200, fits.text);
  t.deepEqual(await on(platform, target.id), { available: 9 });
  t.is(fits.body.data.warnings, undefined);
  t.is((await patch(platform.client, '/api/tenancy/settings', { capacity_policy: 'warn' })).status, 200);
  const over = await ask(platform, 'consolidate', { pallet_lpn: target.lpn, from_lpns: [seven.lpn] });
  t.is(over.status, 200, over.text);
  t.like(over.body.data.warnings[0], { code: 'LOCATION_FULL', details: { limit: 'capacity', would_be: 16 } });
  await assertInvariants(t, platform);
});

test('of ten merges of one pallet at once, one has it', async (t) => {
  const { platform } = t.context;
  const item = await newItem(platform, platform.standard);
  const source = await palletOf(platform, item, 10);
  const targets = await Promise.all(Array.from({ length: 10 }, () => palletOf(platform, item, 0)));
  const answers = await Promise.all(
    targets.map(({ lpn }) => ask(platform, 'merge', { pallet_lpn: lpn, from_lpns: [source.lpn] })),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 1);
  t.true(answers.every(({ status }) => status === 200 || status === 409));
  const held = await Promise.all(targets.map(({ id }) => on(platform, id)));
  t.deepEqual(held.filter(({ available }) => available === 10).length, 1);
  await assertInvariants(t, platform);
});

test('pallets that stand elsewhere, are gone, named twice or others’ are refused', async (t) => {
  const { platform } = t.context;
  const { standard, threePl, clientWith, client } = platform;
  const item = await newItem(platform, standard);
  const [one, far] = [
    await palletOf(platform, item, 1),
    await palletOf(platform, item, 1, { place: 'A-02' }),
  ];
  const merge = (body: object) => ask(platform, 'merge', { pallet_lpn: one.lpn, ...body });
  for (const [from, expected] of [
    [[far.lpn], '409 LPN_IN_USE'],
    [[one.lpn], '400 VALIDATION_FAILED'],
    [[far.lpn, far.lpn], '400 VALIDATION_FAILED'],
    [['NO-SUCH'], '400 UNKNOWN_REFERENCE'],
  ] as const) {
    const refused = await merge({ from_lpns: from });
    t.is(`${refused.status} ${refused.body.error?.code}`, expected, refused.text);
  }
  const at = { warehouse_id: standard.warehouseId, location_ids: [standard.locations['A-02']] };
  const count = await client.post('/api/wms/count-tasks', at);
  const locked = await ask(platform, 'split', { pallet_lpn: far.lpn, lines: [{ item_id: item, qty: 1 }] });
  t.is(locked.body.error?.code, 'LOCATION_LOCKED', locked.text);
  await patch(client, `/api/wms/count-tasks/${count.body.data.id}`, { action: 'cancel' });

  const other = await clientWith(threePl, everyPermission);
  const merchant = await clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const body = { pallet_lpn: one.lpn, from_lpns: [far.lpn] };
  t.is((await ask({ ...platform, client: other }, 'merge', body)).body.error?.code, 'UNKNOWN_REFERENCE');
  t.is((await ask({ ...platform, client: merchant }, 'merge', body)).body.error?.code, 'FORBIDDEN');
});
