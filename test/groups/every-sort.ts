/** An organization with orders and shipments of every sort: plain ones, and whatever keeps one from going with others. */
import fc from 'fast-check';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { runOneByOne } from './ran-in-groups.ts';

/** A platform with an unforeseen fault: a shipment to this address never gets a step further. */
export async function poisonedPlatform(): Promise<OwnPlatform & { stop(): Promise<void> }> {
  const platform = await startPlatform(undefined, { workers: false });
  await platform.owner.query(`
    create function poison() returns trigger language plpgsql as $$
    begin raise exception 'poisoned' using errcode = 'XX000'; end $$;
    create trigger poison before update on wms_shipments for each row
      when (new.ship_to ->> 'name' = 'poison' and new.status <> old.status) execute function poison()`);
  return platform;
}

export interface Made {
  organization: TestOrganization;
  /** In the order of `orders`. */
  orders: string[];
  /** The orders' shipments, and those without one. */
  shipments: string[];
  named: Record<string, string>;
}

export type InputOf = (made: Made) => object;

export const unknownId = '00000000-0000-7000-8000-000000000000';

/** What is in each order, by SKU; beside the last three, which are shipments without one. */
export const orders: readonly (readonly [string, number][])[] = [
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
const inWave = [1, 4];
const direct: readonly { sku: string; qty: number; to?: string }[] = [
  { sku: 'PLAIN', qty: 2 },
  { sku: 'PLAIN', qty: 1, to: 'poison' },
  { sku: 'QC', qty: 1 },
];
export const shipmentCount = orders.length + direct.length;

/** An organization with orders of every sort that are approved, the same whenever it is made. */
export async function makeApproved(
  platform: OwnPlatform,
): Promise<{ organization: TestOrganization; orderIds: string[] }> {
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
  await receiveOnPlate(platform, organization);
  await run(
    'oms.create_order',
    orders.map((lines) => ({
      lines: lines.map(([sku, qty]) => ({ product_id: items[sku], qty, price: 1 })),
    })),
  );
  const orderIds = await idsOf(
    platform,
    organization,
    'select id from sales_orders where organization_id = $1 order by order_no',
  );
  for (const step of ['oms.submit_order', 'oms.approve_order'])
    await run(
      step,
      orderIds.map((id) => ({ order_id: id })),
    );
  return { organization, orderIds };
}

/** An organization with a shipment of every sort, the same whenever it is made. */
export async function make(platform: OwnPlatform, before: readonly string[]): Promise<Made> {
  const { database } = platform;
  const { organization, orderIds } = await makeApproved(platform);
  const { items, locations, warehouseId } = organization;
  const run = (name: string, inputs: readonly object[]) => runOneByOne(database, organization, name, inputs);
  await run(
    'oms.push_to_wms',
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
    platform,
    organization,
    'select id from wms_shipments where organization_id = $1 order by shipment_no',
  );
  await leaveWavesBut(
    platform,
    organization,
    inWave.map((index) => shipments[index]!),
  );
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

async function receiveOnPlate(platform: OwnPlatform, organization: TestOrganization): Promise<void> {
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
    platform,
    organization,
    'select id from inbound_receipt_lines where organization_id = $1',
  );
  const [receiptId] = await idsOf(
    platform,
    organization,
    'select id from inbound_receipts where organization_id = $1',
  );
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

/** The open waves that shipments joined are emptied but for these shipments, whose wave is released. */
async function leaveWavesBut(
  platform: OwnPlatform,
  organization: TestOrganization,
  kept: readonly string[],
): Promise<void> {
  const { rows } = await platform.owner.query<{ wave_id: string; others: string[] }>(
    // In the order of their numbers, which two organizations share.
    `select w.wave_id, array_agg(s.id::text order by s.shipment_no) filter (where s.id <> all ($2)) as others
       from wave_shipments w
       join wms_shipments s on s.organization_id = w.organization_id and s.id = w.shipment_id
      where w.organization_id = $1 and w.is_active group by w.wave_id having bool_or(s.id = any ($2))`,
    [organization.id, kept],
  );
  for (const { wave_id: waveId, others } of rows) {
    await runOneByOne(platform.database, organization, 'wms.remove_wave_shipments', [
      { wave_id: waveId, shipment_ids: others },
    ]);
    await runOneByOne(platform.database, organization, 'wms.release_wave', [{ wave_id: waveId }]);
  }
}

async function idsOf(platform: OwnPlatform, organization: TestOrganization, text: string): Promise<string[]> {
  const { rows } = await platform.owner.query<{ id: string }>(text, [organization.id]);
  return rows.map(({ id }) => id);
}

export const aShipment = fc
  .integer({ min: 0, max: shipmentCount })
  .map((index): InputOf => ({ shipments }) => ({ shipment_id: shipments[index] ?? unknownId }));
