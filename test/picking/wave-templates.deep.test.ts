/** Wave templates: which shipments are waved together, how large, when released, and how picked. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { createClient } from '../helpers/client.ts';
import { until } from '../helpers/wait.ts';
import { newShelf, newShipment, read, type Running } from '../fulfillment/outbound-rig.ts';
import { inBatches, settled } from '../orders/orders-rig.ts';
import { inTenant } from '../../db/database.ts';
import { takeDueTime } from '../../db/picking/wave-templates.write.ts';
import { scheduleWaves } from '../../workers/picking/schedule-waves.ts';
import { claim, claimed, codeOf, itemAt } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

const path = '/api/wms/wave-templates';

async function template({ client, standard }: Running, more: object = {}): Promise<any> {
  const body = { warehouse_id: standard.warehouseId, ship_mode: 'parcel', name: 'All', ...more };
  const made = await client.post(path, body);
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data;
}

async function plan({ client, standard }: Running, more: object = {}): Promise<any> {
  const body = { warehouse_id: standard.warehouseId, ...more };
  const answer = await settled(client, await client.post('/api/wms/waves/plan', body), '/api/wms/waves');
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** Shipments at commit, one for each number of lines. */
async function shipments(platform: Running, lines: readonly number[]): Promise<any[]> {
  const items = [];
  for (let item = 0; item < Math.max(...lines); item += 1)
    items.push(await itemAt(platform, await newShelf(platform), 100));
  const made = [];
  for (const count of lines)
    made.push(
      await newShipment(
        platform,
        items.slice(0, count).map((item_id) => ({ item_id, qty: 1 })),
      ),
    );
  return made;
}

const ids = (made: readonly any[]): string[] => made.map(({ id }) => id);

test.serial(
  'shipments go into waves of the most urgent template they fit, as many as one takes',
  async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const made = await shipments(platform, [1, 2, 1, 3, 1]);
    const singles = await template(platform, {
      name: 'Singles',
      priority: 10,
      conditions: { max_lines: 1 },
      max_orders: 2,
      method: 'batch',
    });
    const rest = await template(platform, { name: 'Rest', max_lines: 4, positions: 7 });
    const shape = ({ waves }: any) =>
      waves.map(({ template_id, shipment_ids, lines, is_full }: any) => [
        template_id,
        shipment_ids,
        lines,
        is_full,
      ]);
    const expected = [
      [singles.id, ids([made[0], made[2]]), 2, true],
      [singles.id, ids([made[4]]), 1, false],
      [rest.id, ids([made[1]]), 2, true],
      [rest.id, ids([made[3]]), 3, false],
    ];
    const dry = await plan(platform, { dry_run: true });
    t.deepEqual(shape(dry), expected);
    t.true(dry.waves.every(({ id }: any) => id === null));
    t.deepEqual(await read(client, `/api/wms/waves?template_id=${singles.id}`), [], 'nothing was planned');

    const planned = await plan(platform);
    t.deepEqual(shape(planned), expected);
    t.deepEqual((await plan(platform)).waves, [], 'what is in a wave is not planned again');
    const [first] = planned.waves;
    const wave = await read(client, `/api/wms/waves/${first.id}`);
    t.like(wave, { status: 'open', is_manual: true, template_id: singles.id, priority: 10 });
    t.deepEqual(ids(wave.shipments.map((one: any) => ({ id: one.shipment_id }))), first.shipment_ids);

    for (const { id } of planned.waves)
      await settled(client, await client.patch(`/api/wms/waves/${id}`, { action: 'release' }), path);
    const job = await claimed(platform, { template_id: rest.id });
    t.like(job, { method: 'cluster', shipments: 2 });
    t.is((await claimed(platform)).shipments, 3, 'the more urgent template first');
    t.is(codeOf(await claim(platform, { template_id: singles.id })), '404 NOT_FOUND');
    t.is(codeOf(await claim(platform, { template_id: job.id })), '400 UNKNOWN_REFERENCE');
  },
);

test.serial('what fills a wave is released by itself, and the rest waits until it does', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { id } = await template(platform, { max_orders: 2, release: 'when_full', method: 'single' });
  const made = await shipments(platform, [1, 1, 1]);
  const planned = await plan(platform, { template_ids: [id] });
  t.is(planned.waves.length, 1);
  t.like(planned.waves[0], { is_full: true, is_released: true, shipment_ids: ids(made.slice(0, 2)) });
  t.like(planned.waiting, [{ template_id: id, shipment_ids: ids(made.slice(2)) }]);
  await until('the wave is released', async () => {
    const { status } = await read(client, `/api/wms/waves/${planned.waves[0].id}`);
    return status === 'released';
  });
  t.like(await claimed(platform, { template_id: id }), { method: 'single', shipments: 1 });
  const [last] = await shipments(platform, [1]);
  t.like((await plan(platform)).waves[0], { shipment_ids: [made[2].id, last.id] });
});

test.serial('what a release would leave out waits, and fills no wave time and again', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  await template(platform, { max_orders: 1, release: 'when_full' });
  const shelves = [await newShelf(platform), await newShelf(platform)];
  const items = await Promise.all(shelves.map((shelf) => itemAt(platform, shelf, 10)));
  const [counted, other] = await Promise.all(
    items.map((item_id) => newShipment(platform, [{ item_id, qty: 1 }])),
  );
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [shelves[0]],
    lock: 'creation',
  });
  const waved = async () => (await plan(platform)).waves.map((wave: any) => wave.shipment_ids);
  t.deepEqual(await waved(), [[other.id]]);
  t.deepEqual(await waved(), []);
  await client.patch(`/api/wms/count-tasks/${count.body.data.id}`, { action: 'cancel' });
  t.deepEqual(await waved(), [[counted.id]]);
});

test.serial(
  'at its time a template plans and releases once, whoever notices it; the cutoff keeps late ones out',
  async (t) => {
    const { platform } = t.context;
    const { client, owner, standard, database } = platform;
    const [early, late] = await shipments(platform, [1, 1]);
    const made = await template(platform, { release: 'at', release_times: ['00:00'], cutoff: '00:00' });
    await owner.query(`update wms_shipments set created_at = now() - interval '2 days' where id = $1`, [
      early.id,
    ]);
    const parts = { database, producer: { dispatch: async () => {} } as any };
    const scheduled = async (times: number): Promise<any[]> => {
      await Promise.all(Array.from({ length: times }, () => scheduleWaves(parts)));
      await until('the schedule has run', async () => {
        const { rows } = await owner.query(
          `select state from commands where organization_id = $1 and name = 'wms.plan_waves'`,
          [standard.id],
        );
        return rows.length >= times && rows.every(({ state }) => state === 'done');
      });
      return read(client, `/api/wms/waves?template_id=${made.id}`);
    };
    t.deepEqual(await scheduled(1), [], 'its time today was before it was made');
    await owner.query(`update wave_templates set created_at = now() - interval '2 days' where id = $1`, [
      made.id,
    ]);
    const waves = await scheduled(3);
    t.is(waves.length, 1);
    await until('it is released', async () => {
      const { status } = await read(client, `/api/wms/waves/${waves[0].id}`);
      return status === 'released';
    });
    const { shipments: inWave } = await read(client, `/api/wms/waves/${waves[0].id}`);
    t.deepEqual(
      inWave.map(({ shipment_id: id }: any) => id),
      [early.id],
    );
    t.truthy(late);
    t.is((await scheduled(4)).length, 1, 'today it was released');
  },
);

test.serial(
  'a time just before midnight is noticed after it, once, and none from before a change',
  async (t) => {
    const { platform } = t.context;
    const { owner, standard, database } = platform;
    const { rows } = await owner.query(
      `select to_char(now() at time zone time_zone + interval '3 minutes', 'HH24:MI') as at from warehouses where id = $1`,
      [standard.warehouseId],
    );
    // By the clock of its house its last time was yesterday's.
    const { id } = await template(platform, { release: 'at', release_times: [rows[0].at] });
    const taken = (): Promise<boolean> =>
      inTenant(database, { organizationId: standard.id }, (tx) => takeDueTime(tx, id));
    const written = (columns: string): Promise<unknown> =>
      owner.query(`update wave_templates set ${columns} where id = $1`, [id]);
    t.false(await taken(), 'it was made since');
    await written(`created_at = now() - interval '3 days'`);
    t.false(await taken(), 'it was changed since');
    await written(`updated_at = now() - interval '3 days'`);
    t.deepEqual((await Promise.all([taken(), taken(), taken()])).toSorted(), [false, false, true]);
    t.false(await taken());
  },
);

test.serial('at its time all that waits is released, in however many waves', async (t) => {
  const { platform } = t.context;
  const { client, owner, standard, database } = platform;
  const item_id = await itemAt(platform, await newShelf(platform), 500);
  await inBatches(201, () => newShipment(platform, [{ item_id, qty: 1 }]));
  const { id } = await template(platform, { release: 'at', release_times: ['00:00'], max_orders: 1 });
  await owner.query(
    `update wave_templates set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'
      where id = $1`,
    [id],
  );
  await scheduleWaves({ database, producer: { dispatch: async () => {} } as any });
  await until('no wave is open', async () => {
    const { rows } = await owner.query(
      `select count(*)::integer as all, count(*) filter (where status = 'released')::integer as released
         from waves where organization_id = $1 and template_id = $2`,
      [standard.id, id],
    );
    return rows[0].all === 201 && rows[0].released === 201;
  });
  t.is((await read(client, `/api/wms/waves?template_id=${id}&status=open`)).length, 0);
});

test.serial('eight planners at once put each shipment into one wave', async (t) => {
  const { platform } = t.context;
  await template(platform, { max_orders: 3 });
  const made = await shipments(platform, [1, 1, 1, 1, 1, 1, 1, 1]);
  const plans = await Promise.all(Array.from({ length: 8 }, () => plan(platform)));
  const planned = plans.flatMap(({ waves }) => waves.flatMap(({ shipment_ids }: any) => shipment_ids));
  t.is(planned.length, made.length);
  t.deepEqual(new Set(planned), new Set(ids(made)));
});

test.serial('who may keep and use templates, and what they refuse', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl, clientWith } = platform;
  const { id } = await template(platform);
  const body = { warehouse_id: standard.warehouseId, ship_mode: 'parcel' };
  t.is(codeOf(await client.post(path, { ...body, name: 'All' })), '409 DUPLICATE');
  for (const [fields, named] of [
    [{ release: 'when_full' }, 'release'],
    [{ release: 'at' }, 'release_times'],
    [{ release_times: ['08:00'] }, 'release_times'],
    [{ release: 'at', release_times: ['8:00'] }, 'release_times'],
    [{ cutoff: '24:00' }, 'cutoff'],
    [{ positions: 100 }, 'positions'],
    [{ conditions: { merchant_ids: [id] } }, 'conditions.merchant_ids'],
    [{ conditions: { colour: 'red' } }, 'colour'],
    [{ colour: 'red' }, 'colour'],
  ] as const) {
    const refused = await client.post(path, { ...body, name: 'Odd', ...fields });
    t.is(refused.status, 400, refused.text);
    t.true(refused.text.includes(named), refused.text);
  }
  const changed = await client.patch(`${path}/${id}`, { max_orders: 4, name: 'Some' });
  t.like(changed.body.data, { max_orders: 4, name: 'Some', method: 'cluster', positions: 12 });
  const worker = await clientWith(standard, ['wms.picking.work', 'wms.picking.view']);
  const place = { warehouse_id: standard.warehouseId };
  t.is(codeOf(await worker.post('/api/wms/waves/plan', place)), '403 FORBIDDEN');
  t.is((await worker.get(`${path}/${id}`)).status, 200);
  const stranger = createClient(platform.url, threePl);
  t.is((await stranger.get(`${path}/${id}`)).status, 404);
  t.is((await stranger.patch(`${path}/${id}`, { name: 'Mine' })).status, 404);
  const others = await stranger.post('/api/wms/waves/plan', {
    warehouse_id: threePl.warehouseId,
    template_ids: [id],
  });
  t.is(codeOf(others), '400 UNKNOWN_REFERENCE');
  const ofMerchant = await clientWith(standard, ['wms.picking.plan', 'wms.picking.view'], {
    merchantId: standard.merchantId,
  });
  t.is(codeOf(await ofMerchant.post('/api/wms/waves/plan', place)), '403 FORBIDDEN');
  t.is((await ofMerchant.get(`${path}/${id}`)).status, 404);
});
