/** Dangerous goods that are kept apart at places where goods are kept. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { until } from '../helpers/wait.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { assertClash as clash, dangerous, keepClassesApart, rulesPath } from './hazard-rig.ts';
import { actOn, planLoose, putawayFloor, where, type PutawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
  await keepClassesApart(t.context.platform);
});
test.after.always((t) => t.context.platform?.stop());

/** Another item of the floor's storage class, with so many at its dock. */
async function another(
  platform: Running,
  floor: PutawayFloor,
  of: string | null,
  qty = 10,
): Promise<PutawayFloor> {
  const more = of === null ? {} : dangerous(of);
  const item = await newItem(platform, platform.standard, { storage_class: floor.storage_class, ...more });
  await putStock(platform, platform.standard, [{ item, qty, location: floor.dock }]);
  return { ...floor, item };
}

const carry = (
  { client, standard }: Running,
  { item, dock }: PutawayFloor,
  to: string,
  qty = 1,
  from = dock,
) =>
  client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    from_location_id: from,
    to_location_id: to,
    item_id: item,
    qty,
  });

test('two classes have one rule, whichever is named first, and a merchant makes none', async (t) => {
  const { platform } = t.context;
  const { client, threePl } = platform;
  const twice = await client.post(rulesPath, { class: '5.1', other_class: '3', rule: 'ok' });
  t.deepEqual([twice.status, twice.body.error.code], [409, 'DUPLICATE'], twice.text);
  const same = await client.post(rulesPath, { class: '3', other_class: '3', rule: 'ok' });
  t.deepEqual([same.status, same.body.error.details[0].path], [400, 'other_class'], same.text);
  t.is((await client.post(rulesPath, { class: '3', other_class: '4', rule: 'ok' })).status, 400);
  t.is((await client.post(rulesPath, { class: '1.1', other_class: '1.2', rule: 'near' })).status, 400);
  const made = await client.post(rulesPath, { class: '1.1', other_class: '1.2', rule: 'ok' });
  const changed = await client.patch(`${rulesPath}/${made.body.data.id}`, { rule: 'same_room' });
  t.like(changed.body.data, { class: '1.1', other_class: '1.2', rule: 'same_room', is_active: true });
  t.is((await client.patch(`${rulesPath}/${made.body.data.id}`, { class: '1.3' })).status, 400);
  t.deepEqual(await read(client, `${rulesPath}/${made.body.data.id}`), changed.body.data);
  t.deepEqual(await read(client, `${rulesPath}?class=1.1`), [changed.body.data]);
  const manage = ['wms.master_data.view', 'wms.master_data.manage'] as const;
  const merchant = await platform.clientWith(threePl, manage, { merchantId: threePl.merchantId! });
  const refused = await merchant.post(rulesPath, { class: '1.1', other_class: '1.2', rule: 'ok' });
  t.is(refused.status, 403, refused.text);
});

test('what is kept apart is not moved to one place, and other dangerous goods are', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const paint = await putawayFloor(platform, { A: {} }, { qty: 10, item: dangerous('3') });
  const place = paint.places['A']!;
  const [oxidizer, acid, battery, plain] = [
    await another(platform, paint, '5.1'),
    await another(platform, paint, '8'),
    await another(platform, paint, '9'),
    await another(platform, paint, null),
  ];
  t.is((await carry(platform, paint, place)).status, 200);
  clash(t, await carry(platform, oxidizer, place), { held: '3', class: '5.1', location_id: place });
  clash(t, await carry(platform, acid, place), { held: '3', class: '8' });
  for (const one of [battery, plain, paint]) t.is((await carry(platform, one, place)).status, 200);
  t.is((await carry(platform, oxidizer, paint.dock, 1, place)).status, 409, 'none came');
  // Once it is gone, the others may come.
  t.is((await carry(platform, paint, paint.dock, 2, place)).status, 200);
  t.is((await carry(platform, oxidizer, place)).status, 200);
  clash(t, await carry(platform, paint, place), { held: '5.1', class: '3' });
  await client.patch('/api/tenancy/settings', { capacity_policy: 'warn' });
  clash(t, await carry(platform, paint, place), { held: '5.1', class: '3' });
});

test('a plate, a planned move and its confirmation are held to it', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const paint = await putawayFloor(platform, { A: {}, B: {} }, { qty: 10, item: dangerous('3') });
  const oxidizer = await another(platform, paint, '5.1', 20);
  const [a, b] = [paint.places['A']!, paint.places['B']!];
  const at = { warehouse_id: standard.warehouseId, location_id: paint.dock };
  const plate = (await client.post('/api/wms/pallets', at)).body.data;
  await putStock(platform, standard, [
    { item: oxidizer.item, qty: 5, location: paint.dock, lpnId: plate.id },
  ]);
  await owner.query(`update lpns set state = 'active' where id = $1`, [plate.id]);
  const bringPlate = (to: string) =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      pallet_lpn: plate.lpn,
      to_location_id: to,
    });
  t.is((await carry(platform, paint, a)).status, 200);
  clash(t, await bringPlate(a), { held: '3', class: '5.1' });
  // What is on its way counts as there.
  const planned = await client.post('/api/wms/moves', {
    kind: 'reslot',
    warehouse_id: standard.warehouseId,
    from_location_id: paint.dock,
    to_location_id: b,
    item_id: paint.item,
    qty: 2,
  });
  t.is(planned.status, 201, planned.text);
  clash(t, await bringPlate(b), { held: '3', class: '5.1' });
  // What came without a rule, and is there when the move is confirmed, refuses it then.
  await putStock(platform, standard, [{ item: oxidizer.item, qty: 1, location: b }]);
  clash(t, await actOn(client, planned.body.data.id, 'confirm'), { held: '5.1', class: '3' });
  t.like(await read(client, `/api/wms/moves/${planned.body.data.id}`), { status: 'open' });
});

test('putaway passes such places over, says why, and never sends two that are kept apart to one place', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const paint = await putawayFloor(platform, { A: {}, B: {}, C: {} }, { qty: 10, item: dangerous('3') });
  const oxidizer = await another(platform, paint, '5.1');
  await putStock(platform, standard, [{ item: oxidizer.item, qty: 1, location: paint.places['A']! }]);
  const first = await planLoose(client, paint, 4);
  t.is(first.status, 200, first.text);
  t.deepEqual(where(paint, first.body.data.moves), { B: 4 });
  t.deepEqual(
    first.body.data.moves[0].why.rejected.map(({ reason }: any) => reason),
    ['hazard_segregation'],
  );
  const acid = await another(platform, paint, '8');
  const second = await planLoose(client, acid, 1);
  t.deepEqual(where(paint, second.body.data.moves), { A: 1 }, 'acid and oxidizer may lie together');
  const third = await planLoose(client, await another(platform, paint, '3'), 1);
  t.deepEqual(where(paint, third.body.data.moves), { B: 1 });
  t.is((await actOn(client, first.body.data.moves[0].id, 'confirm')).body.data.status, 'done');
});

test('a rule of putaway may be of one class of dangerous goods', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const paint = await putawayFloor(platform, { A: {}, B: {} }, { qty: 10, item: dangerous('4.1') });
  const rule = await client.post('/api/wms/putaway-rules', {
    warehouse_id: standard.warehouseId,
    name: paint.storage_class,
    priority: 1,
    applies_to: { hazard_class: '4.1', storage_class: paint.storage_class },
    steps: [{ place: 'fixed', location_id: paint.places['B'] }],
  });
  t.is(rule.status, 201, rule.text);
  t.deepEqual(where(paint, (await planLoose(client, paint, 2)).body.data.moves), { B: 2 });
  const plain = await another(platform, paint, null);
  t.deepEqual(where(paint, (await planLoose(client, plain, 2)).body.data.moves), { A: 2 });
});

async function newReceipt({ client, standard }: Running, items: readonly string[]): Promise<any> {
  const made = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: items.map((item_id) => ({ item_id, expected_qty: 5 })),
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data;
}

const receive = ({ client }: Running, receipt: any, line: number, location_id: string) =>
  client.post(
    `${receiptsPath}/${receipt.id}/receive-line`,
    { receipt_line_id: receipt.lines[line].id, location_id, received_qty: 1 },
    { headers: { prefer: 'wait=60' } },
  );

test('goods are not received where others lie that they are kept apart from, and at a dock they are', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const paint = await putawayFloor(platform, { A: {} }, { item: dangerous('3') });
  const oxidizer = await another(platform, paint, '5.1');
  const receipt = await newReceipt(platform, [paint.item, oxidizer.item]);
  const place = paint.places['A']!;
  t.is((await receive(platform, receipt, 0, place)).status, 200);
  clash(t, await receive(platform, receipt, 1, place), { held: '3', class: '5.1', location_id: place });
  t.is((await receive(platform, receipt, 1, paint.dock)).status, 200);
  const [, line] = (await read(client, `${receiptsPath}/${receipt.id}`)).lines;
  t.is(line.received_qty, 1, 'what was refused is not counted');
  const lines = [paint.item, oxidizer.item].map((item_id) => ({
    item_id,
    expected_qty: 1,
    location_id: paint.dock,
  }));
  const at = { warehouse_id: standard.warehouseId, source_type: 'manual', receive: true };
  t.is((await client.post(receiptsPath, { ...at, lines })).status, 201);
  const elsewhere = await putawayFloor(platform, { B: {} });
  const together = lines.map((one) => ({ ...one, location_id: elsewhere.places['B'] }));
  clash(t, await client.post(receiptsPath, { ...at, lines: together }), {
    location_id: elsewhere.places['B'],
  });
});

test('of two who receive at one place at once what is kept apart, one is refused', async (t) => {
  const { platform } = t.context;
  const { owner } = platform;
  const paint = await putawayFloor(platform, { A: {}, B: {} }, { item: dangerous('3') });
  const oxidizer = await another(platform, paint, '5.1');
  const place = paint.places['A']!;
  const receipts = [await newReceipt(platform, [paint.item]), await newReceipt(platform, [oxidizer.item])];
  // Both are held at the lock of the place, with what they received written: neither sees the other's.
  await owner.query(
    `insert into location_space (organization_id, location_id) values ($1, $2) on conflict do nothing`,
    [platform.standard.id, place],
  );
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from location_space where location_id = $1 for update', [place]);
    const { rows } = await holder.query('select pg_backend_pid() as pid');
    const both = Promise.all(receipts.map((one) => receive(platform, one, 0, place)));
    await until('both wait for the place', async () => {
      const { rows: waiting } = await owner.query(
        `with recursive behind (pid) as (
           select $1::int union
           select a.pid from pg_stat_activity a join behind b on b.pid = any (pg_blocking_pids(a.pid)))
         select pid from behind where pid <> $1`,
        [rows[0].pid],
      );
      return waiting.length === 2;
    });
    await holder.query('commit');
    const answers = await both;
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
      answers.map(({ text }) => text).join(),
    );
    clash(
      t,
      answers.find(({ status }) => status === 409)!,
      { location_id: place },
    );
  } finally {
    await holder.query('rollback').catch(() => undefined);
    holder.release();
  }
  const { rows } = await owner.query(
    'select count(*)::int as items from inventory_balances where location_id = $1 and qty > 0',
    [place],
  );
  t.is(rows[0].items, 1);
});

test('what no rule is about, or none any more, is moved as ever', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const made = await client.post(rulesPath, { class: '6.1', other_class: '7', rule: 'keep_apart' });
  const poison = await putawayFloor(platform, { A: {} }, { qty: 5, item: dangerous('6.1') });
  const rays = await another(platform, poison, '7');
  const place = poison.places['A']!;
  t.is((await carry(platform, poison, place)).status, 200);
  clash(t, await carry(platform, rays, place), { held: '6.1', class: '7' });
  await client.patch(`${rulesPath}/${made.body.data.id}`, { is_active: false });
  t.is((await carry(platform, rays, place)).status, 200);
});
