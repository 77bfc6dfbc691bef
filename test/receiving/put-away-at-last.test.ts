/** That nothing of a receipt waits at its dock any more is told once, by whatever its goods left. */
import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { receiptCommands } from '../../queues/receiving/receipts.ts';
import { schedulePutAway } from '../../workers/receiving/tell-put-away.ts';
import { newShelf, type Running } from '../fulfillment/outbound-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { runHere } from '../helpers/run-here.ts';
import { until } from '../helpers/wait.ts';
import { assertInvariants, newItem, settled } from '../orders/orders-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const patient = { headers: { prefer: 'wait=60' } };

/** A dock of its own, or a place of another type. */
async function newDock({ database, standard }: Running, type = 'dock'): Promise<string> {
  const id = uuidv7();
  await inTenant(database, { organizationId: standard.id }, async (tx) => {
    await tx('locations').insert({
      organization_id: standard.id,
      id,
      warehouse_id: standard.warehouseId,
      code: `DOCK-${id.slice(-8)}`,
      type,
      zone: '',
    });
  });
  return id;
}

interface Received {
  id: string;
  item: string;
  at: string;
}

/** A receipt of ten, received there and completed. */
async function received(
  platform: Running,
  { at, lpn, item }: { at?: string; lpn?: string; item?: string } = {},
): Promise<Received> {
  const { client, standard } = platform;
  const [place, sku] = [at ?? (await newDock(platform)), item ?? (await newItem(platform, standard))];
  const made = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: sku, expected_qty: 10 }],
  });
  const { id, lines } = made.body.data;
  const path = `${receiptsPath}/${id}`;
  const line = { receipt_line_id: lines[0].id, location_id: place, received_qty: 10 };
  for (const [verb, body] of [
    ['receive-line', { ...line, ...(lpn && { pallet_lpn: lpn }) }],
    ['complete-receive', {}],
  ] as const) {
    const answer = await settled(client, await client.post(`${path}/${verb}`, body), path);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return { id, item: sku, at: place };
}

const move = async ({ client, standard }: Running, body: object): Promise<number> => {
  const asked = { warehouse_id: standard.warehouseId, ...body };
  const answer = await client.post('/api/wms/inventory/move', asked, patient);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.status;
};

/** The schedule's turn here, and the receipts it told of since the beginning. */
async function told(platform: Running, ids: readonly string[]): Promise<string[]> {
  await runHere(platform, receiptCommands.tellPutAway.name, {});
  const { rows } = await platform.owner.query(
    `select subject_id as id from events where type = 'receipt.put_away' and subject_id = any ($1::uuid[]) order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

test('loose goods that are moved by hand, a few at once', async (t) => {
  const { platform } = t.context;
  const { id, item, at } = await received(platform);
  const shelf = await newShelf(platform);
  const by = (qty: number) =>
    move(platform, { from_location_id: at, to_location_id: shelf, item_id: item, qty });
  t.is(await by(4), 200);
  t.deepEqual(await told(platform, [id]), [], 'six still wait');
  t.deepEqual(await Promise.all([by(1), by(2), by(3)]), [200, 200, 200]);
  t.deepEqual(await told(platform, [id]), [id]);
  t.deepEqual(await told(platform, [id]), [id], 'once');
});

test('goods on a license plate, also once they are on another', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const at = await newDock(platform);
  const shelf = await newShelf(platform);
  const [a, b, c] = ['A', 'B', 'C'].map((name) => `${name}-${uuidv7().slice(-8)}`) as [
    string,
    string,
    string,
  ];
  const item = await newItem(platform, platform.standard);
  const [first, second, third] = [
    await received(platform, { at, item, lpn: a }),
    await received(platform, { at, item, lpn: b }),
    await received(platform, { at, item, lpn: c }),
  ];
  const ids = [first.id, second.id, third.id];
  t.is(await move(platform, { to_location_id: shelf, pallet_lpn: c }), 200);
  t.deepEqual(await told(platform, ids), [third.id]);
  const merged = await client.post('/api/wms/pallets/merge', { pallet_lpn: a, from_lpns: [b] }, patient);
  t.is(merged.status, 200, merged.text);
  t.deepEqual(await told(platform, ids), [third.id], 'the others stand there on one plate');
  t.is(await move(platform, { to_location_id: shelf, pallet_lpn: a }), 200);
  t.deepEqual((await told(platform, ids)).toSorted(), ids.toSorted());
  await assertInvariants(t, platform);
});

test('what an adjustment takes has left as well; what arrives on a shelf never waited, and is not looked at again', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const lost = await received(platform);
  const kept = await received(platform, { at: await newShelf(platform) });
  const adjusted = await client.post(
    '/api/wms/inventory/adjust',
    {
      warehouse_id: standard.warehouseId,
      item_id: lost.item,
      location_id: lost.at,
      qty_delta: -10,
      reason_code: 'lost',
    },
    patient,
  );
  t.is(adjusted.status, 200, adjusted.text);
  t.deepEqual(await told(platform, [lost.id, kept.id]), [lost.id]);
  const { rows } = await owner.query(
    'select 1 from inbound_receipts where id = any ($1::uuid[]) and awaits_putaway',
    [[lost.id, kept.id]],
  );
  t.deepEqual(rows, []);
});

test('a receipt that was closed first is told as well, by its last move or by whatever took its goods', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [planned, carried] = [await received(platform), await received(platform)];
  const plan = await client.post('/api/wms/putaway/plan', { receipt_id: planned.id }, patient);
  t.is(plan.status, 200, plan.text);
  for (const { id } of [planned, carried])
    t.is((await client.post(`${receiptsPath}/${id}/close`, {}, patient)).status, 200);
  const confirm = { action: 'confirm' };
  for (const { id } of plan.body.data.moves) {
    const done = await client.patch(`/api/wms/moves/${id}`, confirm, patient);
    t.is(done.body.data?.status, 'done', done.text);
  }
  const { item, at } = carried;
  const shelf = await newShelf(platform);
  t.is(await move(platform, { from_location_id: at, to_location_id: shelf, item_id: item, qty: 10 }), 200);
  const ids = [planned.id, carried.id];
  t.deepEqual((await told(platform, ids)).toSorted(), ids.toSorted());
  await t.throwsAsync(
    platform.owner.query(`update inbound_receipts set title = 'other', put_away_at = now() where id = $1`, [
      planned.id,
    ]),
    { message: /closed receipt is frozen/ },
  );
});

test('the schedule asks where something waits, and two at once tell it once', async (t) => {
  const { platform } = t.context;
  const { database, owner, standard } = platform;
  const { id, item, at } = await received(platform);
  const shelf = await newShelf(platform);
  t.is(await move(platform, { from_location_id: at, to_location_id: shelf, item_id: item, qty: 10 }), 200);
  const parts = { database, producer: { dispatch: async () => true } };
  await Promise.all([schedulePutAway(parts), schedulePutAway(parts)]);
  await until('both have been carried out', async () => {
    const { rows } = await owner.query(
      `select state from commands where organization_id = $1 and name = 'wms.tell_put_away'`,
      [standard.id],
    );
    return rows.length >= 2 && rows.every(({ state }) => state === 'done');
  });
  t.deepEqual(await told(platform, [id]), [id]);
});

const post = async ({ client }: Running, path: string, body: object): Promise<any> => {
  const answer = await client.post(path, body, patient);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};

test('goods that wait at another dock or in staging wait still', async (t) => {
  const { platform } = t.context;
  const [shelf, dock, staging] = [
    await newShelf(platform),
    await newDock(platform),
    await newDock(platform, 'staging'),
  ];
  const loose = await received(platform);
  const lpn = `P-${uuidv7().slice(-8)}`;
  const plate = await received(platform, { lpn });
  const ids = [loose.id, plate.id];
  const goods = { item_id: loose.item, qty: 10 };
  await move(platform, { from_location_id: loose.at, to_location_id: dock, ...goods });
  await move(platform, { to_location_id: staging, pallet_lpn: lpn });
  t.deepEqual(await told(platform, ids), []);
  await move(platform, { from_location_id: dock, to_location_id: shelf, ...goods });
  await move(platform, { to_location_id: shelf, pallet_lpn: lpn });
  t.deepEqual((await told(platform, ids)).toSorted(), ids.toSorted());
});

test('goods that are put on hold at their dock wait still', async (t) => {
  const { platform } = t.context;
  const { standard } = platform;
  const { id, item, at } = await received(platform);
  const place = {
    warehouse_id: standard.warehouseId,
    location_id: at,
    item_id: item,
    reason_code: 'correction',
  };
  // In this order: with nothing there for a moment, the schedule might look just then.
  for (const [status, qty_delta] of [
    ['hold', 10],
    ['available', -10],
  ])
    await post(platform, '/api/wms/inventory/adjust', { ...place, status, qty_delta });
  t.deepEqual(await told(platform, [id]), []);
  const shelf = await newShelf(platform);
  const held = { item_id: item, qty: 10, status: 'hold' };
  await move(platform, { from_location_id: at, to_location_id: shelf, ...held });
  t.deepEqual(await told(platform, [id]), [id]);
});

test('of a plate that was split both parts are awaited, and not what another receipt brought', async (t) => {
  const { platform } = t.context;
  const [shelf, at] = [await newShelf(platform), await newDock(platform)];
  const [lpn, other] = ['P', 'Q'].map((name) => `${name}-${uuidv7().slice(-8)}`) as [string, string];
  const { id, item } = await received(platform, { at, lpn });
  await received(platform, { at, item, lpn: other });
  const lines = [{ item_id: item, qty: 4 }];
  const part = await post(platform, '/api/wms/pallets/split', { pallet_lpn: lpn, lines });
  await move(platform, { to_location_id: shelf, pallet_lpn: lpn });
  t.deepEqual(await told(platform, [id]), []);
  await move(platform, { to_location_id: shelf, pallet_lpn: part.lpn });
  t.deepEqual(await told(platform, [id]), [id]);
});
