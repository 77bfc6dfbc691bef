import anyTest, { type TestFn } from 'ava';
import type { Answer } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { patch, newShipment, read, type Running } from '../fulfillment/outbound-rig.ts';
import { startFarCarrier } from '../parcels/far-carrier.ts';
import { labelsPath, newAccount, placeWarehouse } from '../parcels/parcels-rig.ts';
import { drive, newOrder, putStock } from '../orders/orders-rig.ts';
import { faultsOf } from './pack-plan-checker.ts';

const test = anyTest as TestFn<{ platform: Running; types: any[]; items: any[] }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  const { client, standard } = platform;
  const make = async (path: string, body: object): Promise<any> => {
    const answer = await client.post(path, body);
    t.is(answer.status, 201, answer.text);
    return answer.body.data;
  };
  const type = (code: string, side: number, more: object = {}) =>
    make('/api/wms/carton-types', {
      code,
      inner_length_cm: side,
      inner_width_cm: side,
      inner_height_cm: side / 2,
      tare_kg: 0.25,
      max_weight_kg: 20,
      ...more,
    });
  const outer = { outer_length_cm: 41, outer_width_cm: 41, outer_height_cm: 21 };
  t.context.types = [await type('S', 20, { cost: 0.4 }), await type('L', 40, { cost: 1, ...outer })];
  const item = (sku: string, packagings: object[]) => make('/api/wms/items', { sku, name: sku, packagings });
  const tin = {
    level: 'each',
    length_cm: 10,
    width_cm: 10,
    height_cm: 9.5,
    weight_kg: 0.8,
    must_stand: true,
  };
  const box = { level: 'each', length_cm: 13.33, width_cm: 7, height_cm: 4.01, weight_kg: 0.123456 };
  t.context.items = [
    await item('TIN', [
      tin,
      {
        level: 'case',
        uom: 'CS',
        factor: 12,
        length_cm: 41,
        width_cm: 31,
        height_cm: 10.5,
        weight_kg: 10,
        is_shippable: true,
      },
    ]),
    await item('BOX', [box]),
    await item('BARE', []),
  ];
  for (const { id } of t.context.items)
    await putStock(platform, standard, [{ item: id, qty: 500, location: 'A-01' }]);
});
test.after.always((t) => t.context.platform?.stop());

const cartonize = ({ client }: Running, body: object): Promise<Answer> =>
  client.post('/api/wms/cartonize', body);

test('a plan is kept with its shipment, can be checked by its coordinates, and is packed by', async (t) => {
  const { platform, types, items } = t.context;
  const { client } = platform;
  const [tin, box, bare] = items.map(({ id }) => id);
  const wanted = [
    { item_id: tin, qty: 15 },
    { item_id: box, qty: 20 },
    { item_id: bare, qty: 2 },
  ];
  const shipment = await newShipment(platform, wanted);
  const path = `/api/wms/shipments/${shipment.id}`;
  const dry = await cartonize(platform, { shipment_id: shipment.id, dry_run: true });
  t.is(dry.status, 200, dry.text);
  t.is((await client.get(`${path}/pack-plan`)).status, 404, 'a dry run keeps nothing');

  const planned = await cartonize(platform, { shipment_id: shipment.id });
  const plan = planned.body.data;
  const unnumbered = plan.cartons.map((carton: any) => ({ ...carton, sscc: null }));
  t.deepEqual({ ...plan, cartons: unnumbered, dry_run: true }, dry.body.data);
  const goods = wanted.map(({ item_id, qty }) => {
    const { packagings } = items.find(({ id }) => id === item_id);
    return { item_id, lot_no: null, qty, packagings };
  });
  t.deepEqual(faultsOf(plan, goods, types), []);
  t.deepEqual(
    plan.cartons.map(({ carton_type: code }: any) => code),
    [null, 'L'],
  );
  t.like(plan.cartons[0], { length_cm: 41, weight_kg: 10, lines: [{ sku: 'TIN', qty: 12 }] });
  t.like(plan.cartons[1], {
    length_cm: 41,
    height_cm: 21,
    rejected: [{ carton_type: 'S', reason: 'volume' }],
  });
  t.like(plan.unpacked, [{ sku: 'BARE', qty: 2, reason: 'no_dims' }]);
  t.is(plan.at_least, 2);

  const early = await client.post(`${path}/cartons`, { planned_carton: 1 });
  t.is(early.body.error.code, 'ILLEGAL_TRANSITION');
  await patch(client, path, { action: 'pick' });
  const kept = await read(client, `${path}/pack-plan`);
  t.like(kept, { next_carton: 1, at_least: 2 });
  const first = await client.post(`${path}/cartons`, { planned_carton: 1 });
  t.is(first.status, 201, first.text);
  t.like(first.body.data, {
    planned_carton: 1,
    sscc: plan.cartons[0].sscc,
    weight_kg: 10,
    length_cm: 41,
    lines: [{ sku: 'TIN', qty: 12 }],
  });
  const again = await client.post(`${path}/cartons`, { planned_carton: 1 });
  t.is(again.status, 409, again.text);
  const after = await read(client, `${path}/pack-plan`);
  t.like(after, { next_carton: 2 });
  t.is(after.cartons[0].carton_id, first.body.data.id);

  const rest = await cartonize(platform, { shipment_id: shipment.id });
  t.deepEqual(
    rest.body.data.cartons.map(({ carton, lines }: any) => [
      carton,
      lines.map(({ qty }: any) => qty).toSorted((one: number, two: number) => two - one),
    ]),
    [[2, [20, 3]]],
    'what is packed is planned no more, and numbers go on',
  );
  t.is(rest.body.data.cartons[0].sscc, plan.cartons[1].sscc);
  const second = await client.post(`${path}/cartons`, { planned_carton: 2, weight_kg: 5.5 });
  t.deepEqual(await read(client, `/api/wms/cartons/${second.body.data.id}`), second.body.data);
  t.like(second.body.data, { weight_kg: 5.5, carton_type_id: types[1].id, height_cm: 21 }, second.text);
  t.is((await client.post(`${path}/cartons`, { lines: [{ item_id: bare, qty: 2 }] })).status, 201);
  t.is((await patch(client, path, { action: 'pack' })).status, 200);
  t.is((await cartonize(platform, { shipment_id: shipment.id })).body.error.code, 'ILLEGAL_TRANSITION');
});

test('what a plan says a carton weighs is an estimate: who buys its label may have weighed it', async (t) => {
  const { platform, items } = t.context;
  const { client } = platform;
  const far = await startFarCarrier();
  t.teardown(() => far.close());
  await placeWarehouse(platform);
  const account = await newAccount(client, far.url);
  const shipment = await newShipment(platform, [{ item_id: items[0].id, qty: 36 }]);
  const path = `/api/wms/shipments/${shipment.id}`;
  t.is((await cartonize(platform, { shipment_id: shipment.id })).body.data.cartons.length, 3);
  await patch(client, path, { action: 'pick' });
  const bought = async (no: number, packed: object, label: object) => {
    const carton = await client.post(`${path}/cartons`, { planned_carton: no, ...packed });
    t.is(carton.status, 201, carton.text);
    const what = { shipment_id: shipment.id, carton_id: carton.body.data.id, ...label };
    const dry = await client.post('/api/tms/carrier-rules/dry-run', what);
    const answer = await client.post(labelsPath, {
      ...what,
      account_id: account.id,
      service_code: 'GROUND',
      print: false,
    });
    t.is(answer.status, 201, answer.text);
    const { weight_kg, weight_by } = answer.body.data;
    t.is(dry.body.data.parcel.weight_kg, weight_kg, dry.text);
    t.is(far.sold.at(-1)!.weight, weight_kg);
    return [weight_kg, weight_by];
  };
  t.deepEqual(await bought(1, {}, { weight_kg: 10.7 }), [10.7, 'given']);
  t.deepEqual(await bought(2, {}, {}), [10, 'plan']);
  t.deepEqual(await bought(3, { weight_kg: 10.5 }, { weight_kg: 10.7 }), [10.5, 'scale']);
});

// Serial: it counts the plans that are kept.
test.serial('goods that no shipment holds are planned alike, and nothing of it is kept', async (t) => {
  const { platform, items, types } = t.context;
  const { client, owner, standard } = platform;
  const [tin, box, bare] = items.map(({ id }) => id);
  const lines = [
    { item_id: tin, qty: 10 },
    { item_id: box, qty: 20 },
    { item_id: tin.toUpperCase(), qty: 5 },
    { item_id: bare, qty: 0.5 },
  ];
  const plans = async (): Promise<string> =>
    (await owner.query('select count(*) from pack_plans where organization_id = $1', [standard.id])).rows[0]
      .count;
  const before = await plans();
  const answer = await cartonize(platform, { lines });
  t.is(answer.status, 200, answer.text);
  const plan = answer.body.data;
  const goods = [15, 20].map((qty, at) => ({
    item_id: items[at].id,
    lot_no: null,
    qty,
    packagings: items[at].packagings,
  }));
  t.deepEqual(
    faultsOf(plan, [...goods, { item_id: bare, lot_no: null, qty: 0.5, packagings: [] }], types),
    [],
  );
  t.like(plan, { shipment_id: null, dry_run: true, at_least: 2, method: 'largest_first' });
  t.like(plan.unpacked, [{ sku: 'BARE', qty: 0.5, reason: 'fraction' }]);
  t.true(plan.cartons.every(({ sscc }: any) => sscc === null));
  const own = await cartonize(platform, { lines: [{ item_id: tin, qty: 12 }] });
  t.like(own.body.data, { method: null, cartons: [{ carton_type: null }] });
  t.is(await plans(), before);
  const shipment = await newShipment(platform, [{ item_id: box, qty: 1 }]);
  for (const [wrong, named] of [
    [{ lines, shipment_id: shipment.id }, 'shipment_id'],
    [
      {
        lines: [
          { item_id: box, qty: 1 },
          { item_id: shipment.id, qty: 1 },
        ],
      },
      'lines.1.item_id',
    ],
    [{ lines: [{ item_id: box, qty: 0 }] }, 'lines.0.qty'],
    [{ lines, carton_type_ids: [shipment.id] }, 'carton_type_ids.0'],
  ] as const) {
    const refused = await cartonize(platform, wrong);
    t.is(refused.status, 400, refused.text);
    t.true(refused.text.includes(named), refused.text);
  }
  t.is((await client.get(`/api/wms/shipments/${shipment.id}/pack-plan`)).status, 404);
});

test('two who pack the same carton of a plan pack it once', async (t) => {
  const { platform, items } = t.context;
  const { client } = platform;
  const { id } = await newShipment(platform, [{ item_id: items[1].id, qty: 2 }]);
  const path = `/api/wms/shipments/${id}`;
  t.is((await cartonize(platform, { shipment_id: id })).status, 200);
  await patch(client, path, { action: 'pick' });
  const answers = await Promise.all([1, 2].map(() => client.post(`${path}/cartons`, { planned_carton: 1 })));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((one, two) => one - two),
    [201, 409],
  );
});

test('a plan names what it cannot be made of, and is nobody else’s', async (t) => {
  const { platform, items, types } = t.context;
  const { client, threePl, clientWith } = platform;
  const shipment = await newShipment(platform, [{ item_id: items[1].id, qty: 1 }]);
  const body = { shipment_id: shipment.id };
  const only = await cartonize(platform, { ...body, carton_type_ids: [types[1].id], dry_run: true });
  t.is(only.body.data.cartons[0].carton_type, 'L');
  for (const [wrong, named] of [
    [{ ...body, carton_type_ids: [shipment.id] }, 'carton_type_ids.0'],
    [{ ...body, colour: 'red' }, 'colour'],
    [{}, 'shipment_id'],
  ] as const) {
    const refused = await cartonize(platform, wrong);
    t.is(refused.status, 400, refused.text);
    t.true(refused.text.includes(named), refused.text);
  }
  const both = { planned_carton: 1, lines: [{ item_id: items[1].id, qty: 1 }] };
  for (const wrong of [both, {}])
    t.is((await client.post(`/api/wms/shipments/${shipment.id}/cartons`, wrong)).status, 400);
  await cartonize(platform, body);
  const other = await clientWith(threePl, ['wms.packing.work', 'wms.packing.view']);
  t.is((await other.post('/api/wms/cartonize', body)).status, 404);
  t.is((await other.get(`/api/wms/shipments/${shipment.id}/pack-plan`)).status, 404);
});

test('what is left of a shipment is planned, although the other part left in a carton', async (t) => {
  const { platform, items } = t.context;
  const { client } = platform;
  const order = await newOrder(client, [{ item: items[0]!.id, qty: 10 }]);
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const [{ id }] = pushed.wms_shipments;
  await patch(client, `/api/wms/shipments/${id}`, { action: 'pick' });
  const packed = { lines: [{ item_id: items[0]!.id, qty: 4 }] };
  t.is((await client.post(`/api/wms/shipments/${id}/cartons`, packed)).status, 201);
  const held = async () =>
    (await cartonize(platform, { shipment_id: id })).body.data.cartons.flatMap(({ lines }: any) =>
      lines.map(({ qty }: any) => qty),
    );
  t.deepEqual(await held(), [6]);
  await drive(client, order.id, ['partial_fulfill', { lines: [{ line_id: pushed.lines[0].id, qty: 4 }] }]);
  t.deepEqual(await held(), [6]);
});
