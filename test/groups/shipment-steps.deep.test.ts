/**
 * Steps of shipments in groups leave what they leave one by one: random mixes of plain shipments, held ones, ones that
 * somebody picks, that a wave waits for, on a license plate, with serials, behind a count, and repeats.
 */
import test from 'ava';
import fc from 'fast-check';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { assertAsAlone, said } from './as-alone.ts';
import { accept, leftBy, runInGroups, runOneByOne } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  // An unforeseen fault: a shipment to this address never gets a step further.
  await platform.owner.query(`
    create function poison() returns trigger language plpgsql as $$
    begin raise exception 'poisoned' using errcode = 'XX000'; end $$;
    create trigger poison before update on wms_shipments for each row
      when (new.ship_to ->> 'name' = 'poison' and new.status <> old.status) execute function poison()`);
});
test.after.always(() => platform?.stop());

interface Made {
  organization: TestOrganization;
  /** In the order of `orders`. */
  orders: string[];
  /** The orders' shipments, and those without one. */
  shipments: string[];
  named: Record<string, string>;
}

type InputOf = (made: Made) => object;

const unknownId = '00000000-0000-7000-8000-000000000000';

/** What is in each order, by SKU; beside the last three, which are shipments without one. */
const orders: readonly (readonly [string, number][])[] = [
  [['PLAIN', 2]],
  [
    ['PLAIN', 3],
    ['LOT', 1],
  ],
  // The same item on two lines, more than one shelf holds.
  [
    ['PLAIN', 5],
    ['PLAIN', 1],
  ],
  [['PLAIN', 1]],
  [['PLAIN', 1]],
  [['EXPIRY', 2]],
  [['SERIAL', 1]],
  [['LOT', 2]],
];
const held = 3;
const inWave = 4;
const direct: readonly { sku: string; qty: number; to?: string }[] = [
  { sku: 'PLAIN', qty: 2 },
  { sku: 'PLAIN', qty: 1, to: 'poison' },
  { sku: 'QC', qty: 1 },
];
const shipmentCount = orders.length + direct.length;

/** An organization with a shipment of every sort, the same whenever it is made. */
async function make(before: readonly string[]): Promise<Made> {
  const { database } = platform;
  const organization = await createOrganization(database, { edition: 'standard' });
  const { items, locations, warehouseId } = organization;
  const run = (name: string, inputs: readonly object[]) => runOneByOne(database, organization, name, inputs);
  const stock = (sku: string, location: string, more: object) => ({
    warehouse_id: warehouseId,
    location_id: locations[location],
    item_id: items[sku],
    reason_code: 'found',
    ...more,
  });
  await run('wms.adjust_inventory', [
    stock('PLAIN', 'A-01', { qty_delta: 4 }),
    stock('PLAIN', 'A-02', { qty_delta: 30 }),
    stock('LOT', 'A-01', { qty_delta: 9, lot_no: 'L1' }),
    stock('SERIAL', 'A-03', { qty_delta: 2, serial_nos: ['S1', 'S2'] }),
    stock('QC', 'A-05', { qty_delta: 3 }),
  ]);
  await receiveOnPlate(organization);
  await run(
    'oms.create_order',
    orders.map((lines) => ({
      lines: lines.map(([sku, qty]) => ({ product_id: items[sku], qty, price: 1 })),
    })),
  );
  const orderIds = await idsOf(
    organization,
    'select id from sales_orders where organization_id = $1 order by order_no',
  );
  for (const step of ['oms.submit_order', 'oms.approve_order', 'oms.push_to_wms'])
    await run(
      step,
      orderIds.map((id) => ({ order_id: id })),
    );
  await run(
    'wms.create_shipment',
    direct.map(({ sku, qty, to }) => ({
      warehouse_id: warehouseId,
      ...(to && { ship_to: { name: to } }),
      lines: [{ item_id: items[sku], qty }],
    })),
  );
  const shipments = await idsOf(
    organization,
    'select id from wms_shipments where organization_id = $1 order by shipment_no',
  );
  await leaveWavesBut(organization, shipments[inWave]!);
  await run('oms.hold_order', [{ order_id: orderIds[held], reason: 'INVALID_ADDRESS' }]);
  for (const [index, step] of before.entries())
    await run(
      step,
      shipments.filter((_, at) => (at + index) % 3 !== 0).map((id) => ({ shipment_id: id })),
    );
  // From here on nothing leaves this shelf, until it is counted.
  await run('wms.create_count_task', [{ warehouse_id: warehouseId, location_ids: [locations['A-05']] }]);
  const named = Object.fromEntries([
    ...orderIds.map((id, index) => [`order ${index}`, id]),
    ...shipments.map((id, index) => [`shipment ${index}`, id]),
  ]);
  return { organization, orders: orderIds, shipments, named };
}

async function receiveOnPlate(organization: TestOrganization): Promise<void> {
  const { items, locations, warehouseId } = organization;
  const line = {
    item_id: items['EXPIRY'],
    expected_qty: 5,
    lot_no: 'E1',
  };
  await runOneByOne(platform.database, organization, 'wms.create_receipt', [
    { warehouse_id: warehouseId, source_type: 'manual', lines: [line] },
  ]);
  const [lineId] = await idsOf(
    organization,
    'select id from inbound_receipt_lines where organization_id = $1',
  );
  const [receiptId] = await idsOf(organization, 'select id from inbound_receipts where organization_id = $1');
  await runOneByOne(platform.database, organization, 'wms.receive_line', [
    {
      receipt_id: receiptId,
      receipt_line_id: lineId,
      received_qty: 5,
      lot_no: 'E1',
      expiry_date: '2036-01-01',
      location_id: locations['A-04'],
      pallet_lpn: 'PLATE-1',
    },
  ]);
}

/** The open waves that shipments joined are emptied but for one shipment, whose wave is released. */
async function leaveWavesBut(organization: TestOrganization, kept: string): Promise<void> {
  const { rows } = await platform.owner.query<{ wave_id: string; others: string[] }>(
    // In the order of their numbers, which two organizations share.
    `select w.wave_id, array_agg(s.id::text order by s.shipment_no) filter (where s.id <> $2) as others
       from wave_shipments w
       join wms_shipments s on s.organization_id = w.organization_id and s.id = w.shipment_id
      where w.organization_id = $1 and w.is_active group by w.wave_id having bool_or(s.id = $2)`,
    [organization.id, kept],
  );
  for (const { wave_id: waveId, others } of rows) {
    await runOneByOne(platform.database, organization, 'wms.remove_wave_shipments', [
      { wave_id: waveId, shipment_ids: others },
    ]);
    await runOneByOne(platform.database, organization, 'wms.release_wave', [{ wave_id: waveId }]);
  }
}

async function idsOf(organization: TestOrganization, text: string): Promise<string[]> {
  const { rows } = await platform.owner.query<{ id: string }>(text, [organization.id]);
  return rows.map(({ id }) => id);
}

const aShipment = fc
  .integer({ min: 0, max: shipmentCount })
  .map((index): InputOf => ({ shipments }) => ({ shipment_id: shipments[index] ?? unknownId }));

const withFacts = (facts: fc.Arbitrary<object>): fc.Arbitrary<InputOf> =>
  fc.tuple(aShipment, facts).map(([shipment, more]): InputOf => (made) => ({ ...shipment(made), ...more }));

const anOrder = fc
  .integer({ min: 0, max: orders.length })
  .map((index): InputOf => (made) => ({ order_id: made.orders[index] ?? unknownId }));

const kinds: Record<string, { before: readonly string[]; inputs: fc.Arbitrary<InputOf> }> = {
  'wms.pick_shipment': { before: [], inputs: aShipment },
  'wms.pack_shipment': {
    before: ['wms.pick_shipment'],
    inputs: withFacts(fc.record({ without_cartons: fc.constantFrom(undefined, true) })),
  },
  'wms.ship_shipment': {
    before: ['wms.pick_shipment', 'wms.pack_shipment'],
    inputs: fc
      .tuple(
        aShipment,
        fc.record({
          tracking_no: fc.constantFrom(undefined, 'T-1', 'T-2'),
          carrier_code: fc.constantFrom(undefined, 'CARR'),
        }),
        fc.constantFrom(undefined, undefined, undefined, 'S1', 'S9'),
      )
      .map(([shipment, more, serial]): InputOf => (made) => ({
        ...shipment(made),
        ...more,
        serials: serial && [{ item_id: made.organization.items['SERIAL'], serial_nos: [serial] }],
      })),
  },
  'wms.cancel_shipment': { before: ['wms.pick_shipment'], inputs: aShipment },
  'oms.request_order_cancel': {
    before: ['wms.pick_shipment'],
    inputs: fc
      .tuple(anOrder, fc.constantFrom(undefined, 'changed their mind'))
      .map(([order, reason]): InputOf => (made) => ({ ...order(made), reason })),
  },
  'oms.fulfill_order': { before: ['wms.pick_shipment'], inputs: anOrder },
  'wms.deliver_shipment': {
    before: ['wms.ship_shipment', 'wms.ship_shipment'],
    inputs: withFacts(
      fc.record({
        delivered_at: fc.constantFrom(
          undefined,
          undefined,
          '2020-01-01T00:00:00.000Z',
          '2090-01-01T00:00:00.000Z',
        ),
        signed_by: fc.constantFrom(undefined, 'Pat'),
      }),
    ),
  },
};

for (const [name, { before, inputs }] of Object.entries(kinds)) {
  test.serial(`${name} in groups of 2 and 64 leaves what it leaves one by one`, async (t) => {
    await assertAsAlone(t, inputs, { commandsMax: 14, runs: 8 }, async (wanted, size) => {
      const { database, owner } = platform;
      const made = await make(before);
      const asked = wanted.map((inputOf) => said(inputOf(made)));
      const ids = await accept(database, made.organization, name, asked);
      await runInGroups(database, made.organization.id, ids, size);
      return leftBy(owner, made.organization, made.named, ids);
    });
  });
}

test.serial('the mix has what goes together, what goes alone and what is refused', async (t) => {
  const { database, owner } = platform;
  const made = await make([]);
  const ids = await accept(
    database,
    made.organization,
    'wms.ship_shipment',
    made.shipments.map((id) => ({ shipment_id: id })),
  );
  await runInGroups(database, made.organization.id, ids, 64);
  const { rows } = await owner.query<{ said: string }>(
    `select coalesce(c.outcome ->> 'code', c.state) as said from unnest($2::uuid[]) with ordinality as k (id, n)
      join commands c on c.organization_id = $1 and c.id = k.id order by k.n`,
    [made.organization.id, ids],
  );
  t.deepEqual(
    rows.map(({ said: code }) => code),
    [
      ...Array.from({ length: 3 }, () => 'done'),
      'ORDER_ON_HOLD',
      ...Array.from({ length: 5 }, () => 'done'),
      // The poisoned one.
      'accepted',
      'LOCATION_LOCKED',
    ],
  );
});
