import anyTest, { type TestFn } from 'ava';
import { hasCheckDigit } from '../../domain/inventory/sscc.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { drive, newOrder } from '../orders/orders-rig.ts';
import { until } from '../helpers/wait.ts';
import {
  newShipment,
  patch,
  pickedShipment,
  read,
  stocked,
  type Running,
} from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('a shipment that is cancelled has no carton left, whoever cancels it and however far it came', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  for (const isPacked of [false, true]) {
    const { id, item_id } = await pickedShipment(platform, 3);
    const path = `/api/wms/shipments/${id}`;
    for (const qty of [1, 2]) await client.post(`${path}/cartons`, { lines: [{ item_id, qty }] });
    if (isPacked) t.is((await patch(client, path, { action: 'pack' })).status, 200);
    const cancelled = await patch(client, path, { action: 'cancel' });
    t.is(cancelled.body.data.status, 'cancelled', cancelled.text);
    const cartons = (await client.get(`${path}/cartons`)).body.data as {
      id: string;
      voided_at: string | null;
    }[];
    t.is(cartons.length, 2);
    t.true(
      cartons.every(({ voided_at: voided }) => voided !== null),
      JSON.stringify(cartons),
    );
    const { rows } = await platform.owner.query(
      "select subject_id from events where type = 'carton.unpacked' and subject_id = any ($1) order by 1",
      [cartons.map((carton) => carton.id)],
    );
    t.is(rows.length, 2, 'each is told once');
  }
});

test('a shipment is packed when every picked unit is in a carton', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { id, item_id } = await pickedShipment(platform, 5);
  const cartons = `/api/wms/shipments/${id}/cartons`;
  const made = await client.post(cartons, {
    lines: [{ item_id, qty: 3 }],
    weight_kg: 4.5,
    length_cm: 40,
    width_cm: 30,
    height_cm: 20,
  });
  t.is(made.status, 201, made.text);
  t.like(made.body.data, { carton_no: 1, weight_kg: 4.5, voided_at: null });
  t.true(hasCheckDigit(made.body.data.sscc));
  const path = `/api/wms/shipments/${id}`;
  const early = await patch(client, path, { action: 'pack' });
  t.is(early.status, 409, early.text);
  t.is(early.body.error.code, 'PACK_INCOMPLETE');
  t.deepEqual(early.body.error.details, { missing: [{ item_id, lot_no: null, qty: 2 }] });
  const over = await client.post(cartons, {
    lines: [
      { item_id, qty: 1 },
      { item_id, qty: 2 },
    ],
  });
  t.is(over.status, 409);
  t.is(over.body.error.code, 'OVER_PACKED');
  t.deepEqual(over.body.error.details.lines[0], { item_id, lot_no: null, picked: 5, packed: 3, would_be: 6 });
  t.is((await client.post(cartons, { lines: [{ item_id, qty: 2 }] })).body.data.carton_no, 2);
  t.is((await patch(client, path, { action: 'pack' })).body.data.status, 'packed');
  const late = await client.post(cartons, { lines: [{ item_id, qty: 1 }] });
  t.is(late.status, 400);
  t.like(late.body.error.details, { from: 'packed', action: 'pack_carton' });
});

test('what is left of a shipment is packed beside the carton in which the other part left', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item_id = await stocked(platform, { 'A-01': 10 });
  const order = await newOrder(client, [{ item: item_id, qty: 10 }]);
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const path = `/api/wms/shipments/${pushed.wms_shipments[0].id}`;
  t.is((await patch(client, path, { action: 'pick' })).status, 200);
  const pack = (qty: number) => client.post(`${path}/cartons`, { lines: [{ item_id, qty }] });
  t.is((await pack(4)).status, 201);
  await drive(client, order.id, ['partial_fulfill', { lines: [{ line_id: pushed.lines[0].id, qty: 4 }] }]);

  const over = await pack(7);
  t.deepEqual(over.body.error?.details.lines[0], {
    item_id,
    lot_no: null,
    picked: 10,
    packed: 4,
    would_be: 11,
  });
  const rest = await pack(6);
  t.is(rest.status, 201, rest.text);
  t.is((await patch(client, path, { action: 'pack' })).body.data.status, 'packed');
});

test('a carton is unpacked again, and its number is not used twice', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { id, item_id } = await pickedShipment(platform, 2);
  const cartons = `/api/wms/shipments/${id}/cartons`;
  const first = (await client.post(cartons, { lines: [{ item_id, qty: 2 }] })).body.data;
  const gone = await client.delete(`/api/wms/cartons/${first.id}`);
  t.is(gone.status, 200, gone.text);
  t.truthy(gone.body.data.voided_at);
  t.deepEqual((await client.delete(`/api/wms/cartons/${first.id}`)).body, gone.body);
  const second = (await client.post(cartons, { lines: [{ item_id, qty: 2 }] })).body.data;
  t.not(second.sscc, first.sscc);
  t.is((await read(client, cartons)).length, 2);
  const loose = await pickedShipment(platform, 2);
  await client.post(`/api/wms/shipments/${loose.id}/cartons`, {
    lines: [{ item_id: loose.item_id, qty: 1 }],
  });
  const packed = await patch(client, `/api/wms/shipments/${loose.id}`, {
    action: 'pack',
    without_cartons: true,
  });
  t.is(packed.body.data.status, 'packed', 'said explicitly, the rest travels without a carton');
});

test.serial('a carton that two unpack at once is unpacked once, and both are answered alike', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const { id, item_id } = await pickedShipment(platform, 2);
  const lines = [{ item_id, qty: 2 }];
  const carton = (await client.post(`/api/wms/shipments/${id}/cartons`, { lines })).body.data;
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from wms_shipments where id = $1 for update', [id]);
    const both = [1, 2].map(() => client.delete(`/api/wms/cartons/${carton.id}`));
    await until('both wait for the shipment', async () => {
      const { rows } = await owner.query(
        "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and query like '%wms_shipments%'",
      );
      return rows[0].waiting >= 2;
    });
    await holder.query('commit');
    for (const answer of await Promise.all(both)) t.is(answer.status, 200, answer.text);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const { rows } = await owner.query(
    "select count(*)::int as told from events where type = 'carton.unpacked' and subject_id = $1",
    [carton.id],
  );
  t.is(rows[0].told, 1);
});

test('packers at once never pack more than was picked, and no SSCC comes twice', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { id, item_id } = await pickedShipment(platform, 6);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      client.post(`/api/wms/shipments/${id}/cartons`, { lines: [{ item_id, qty: 1 }] }),
    ),
  );
  t.is(answers.filter(({ status }) => status === 201).length, 6);
  t.is(answers.filter(({ status }) => status === 409).length, 4);
  const made = await read(client, `/api/wms/shipments/${id}/cartons`);
  t.is(new Set(made.map((carton: any) => carton.sscc)).size, 6);
  t.deepEqual(
    made.map((carton: any) => carton.carton_no),
    [1, 2, 3, 4, 5, 6],
  );
});

test('the GS1 company prefix is a setting, and a carton asks for its label', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  t.is((await client.patch('/api/tenancy/settings', { gs1_company_prefix: '12' })).status, 400);
  const set = await client.patch('/api/tenancy/settings', { gs1_company_prefix: '4012345' });
  t.is(set.status, 200, set.text);
  const { id, item_id } = await pickedShipment(platform, 1);
  const made = await client.post(`/api/wms/shipments/${id}/cartons`, {
    lines: [{ item_id, qty: 1 }],
    print_label: true,
  });
  t.is(made.body.data.sscc.slice(1, 8), '4012345');
  const job = async () =>
    (
      await platform.owner.query(
        'select label_kind, zpl_content from print_jobs join label_texts t on t.sha256 = zpl_sha256 and t.organization_id = print_jobs.organization_id where ref_id = $1',
        [made.body.data.id],
      )
    ).rows[0];
  const found = await until('the label is queued', job);
  t.is(found?.label_kind, 'ucc');
  t.true(found.zpl_content.includes(made.body.data.sscc));
});

test('cartons are closed to others and to what is not picked', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl } = platform;
  const item = await stocked(platform, { 'A-01': 1 });
  const commit = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const early = await client.post(`/api/wms/shipments/${commit.id}/cartons`, {
    lines: [{ item_id: item, qty: 1 }],
  });
  t.is(early.status, 400);
  t.is(early.body.error.code, 'ILLEGAL_TRANSITION');
  const { id, item_id } = await pickedShipment(platform, 1);
  const cartons = `/api/wms/shipments/${id}/cartons`;
  const body = { lines: [{ item_id, qty: 1 }] };
  const stranger = await platform.clientWith(threePl, ['wms.packing.work', 'wms.packing.view']);
  t.is((await stranger.post(cartons, body)).status, 404);
  t.is((await stranger.get(cartons)).status, 404);
  const viewer = await platform.clientWith(standard, ['wms.packing.view']);
  t.is((await viewer.post(cartons, body)).status, 403);
  t.is((await client.post(cartons, { lines: [] })).status, 400);
  t.is((await client.post(cartons, { lines: [{ item_id: commit.id, qty: 1 }] })).status, 409);
  const made = (await client.post(cartons, body)).body.data;
  t.is((await stranger.delete(`/api/wms/cartons/${made.id}`)).status, 404);
  t.is((await fetch(`${platform.url}${cartons}`)).status, 401);
});
