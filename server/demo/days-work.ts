/**
 * A day's work on a floor of its own: a delivery to receive and put away, shelves to count, a wave planned by a template, a
 * pick face to be filled, goods to be moved. Three people do it with nothing but claim and confirm, as a handheld with two
 * screens would.
 */
import type { PlatformClient } from '../../client/src/client.ts';
import { StartError } from '../start-error.ts';
import type { DemoOrganization } from './data.ts';
import { countedZone, layOut, roomZone, type Floor } from './days-floor.ts';
import { hire, workAll } from './days-people.ts';
import { path } from './journey/journey.ts';
import { chapter, say, table } from './say.ts';

const orderCount = 18;

export async function daysWork(
  api: PlatformClient,
  demo: DemoOrganization,
  tag: string,
  baseUrl: string,
): Promise<void> {
  chapter("A day's work by three people");
  const floor = await layOut(api, tag);
  const { putaway } = await api.get('/api/tenancy/settings');
  await api.patch('/api/tenancy/settings', { body: { putaway: 'task' } });
  try {
    await workTheDay(api, { demo, tag, baseUrl, floor });
  } finally {
    await api.patch('/api/tenancy/settings', { body: { putaway } });
  }
}

async function workTheDay(
  api: PlatformClient,
  { demo, tag, baseUrl, floor }: { demo: DemoOrganization; tag: string; baseUrl: string; floor: Floor },
): Promise<void> {
  const shipments = await orderAndPlan(api, floor);
  await announceAndCount(api, floor);
  const people = await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => hire(api, { name, demo, baseUrl })));
  // Two of them take a cart each; all work comes by asking what is next.
  const carts = await Promise.all(
    people.slice(0, 2).map(({ client, name }) =>
      client.post('/api/wms/pick-jobs/claim', {
        body: { warehouse_id: floor.warehouseId, positions: 6, cart: `${tag}-${name.toUpperCase()}` },
      }),
    ),
  );
  for (const { job_no: no, person, shipments: orders, picks, metres, walk } of carts)
    say(`${no}: ${person} walks ${metres} m (${walk}) for ${picks.length} picks of ${orders} orders`);
  const done = await Promise.all(people.map((person) => workAll(person, floor)));
  const kinds = ['receive', 'putaway', 'count', 'replenish', 'reslot', 'pick'] as const;
  table(
    people.map(({ name }, index) => ({
      person: name,
      ...Object.fromEntries(kinds.map((kind) => [kind, done[index]![kind] ?? 0])),
    })),
  );
  const left = kinds.filter((kind) => done.every((one) => !one[kind]));
  if (left.length > 0) throw new StartError(`Nobody was given any ${left.join(', ')}.`);
  const statuses = await Promise.all(
    shipments.map(async (id) => (await api.get('/api/wms/shipments/{id}', path(id))).status),
  );
  if (statuses.some((status) => status !== 'picked'))
    throw new StartError("The day's orders were not picked.");
  say(`${shipments.length} orders are picked, and nobody was told anything but what comes next`);
}

/** Orders of one to three items in one wave, and what else is to be done beside. Returns the shipments. */
async function orderAndPlan(api: PlatformClient, { warehouseId, shelves, items }: Floor): Promise<string[]> {
  const warehouse = { warehouse_id: warehouseId };
  const shipments: string[] = [];
  for (let order = 0; order < orderCount; order += 1) {
    const lines = Array.from({ length: 1 + (order % 3) }, (_, line) => ({
      item_id: items[(order * 5 + line * 4) % shelves.length]!.id,
      qty: 1 + (order % 2),
    }));
    const made = await api.post('/api/wms/shipments', { body: { ...warehouse, ship_mode: 'parcel', lines } });
    shipments.push(made.id);
  }
  await api.post('/api/wms/wave-templates', {
    body: { ...warehouse, name: 'Parcels', ship_mode: 'parcel', max_orders: orderCount },
  });
  const { waves } = await api.post('/api/wms/waves/plan', { body: warehouse });
  for (const { id } of waves)
    await api.patch('/api/wms/waves/{id}', { ...path(id!), body: { action: 'release' } });
  await api.post('/api/wms/pick-faces', {
    body: { ...warehouse, location_id: shelves[0]!.id, item_id: items[0]!.id, min_qty: 20, max_qty: 60 },
  });
  const { moves } = await api.post('/api/wms/replenishments/plan', { body: warehouse });
  await api.post('/api/wms/moves', {
    body: {
      ...warehouse,
      kind: 'reslot',
      from_location_id: shelves[5]!.id,
      to_location_id: shelves[1]!.id,
      item_id: items[5]!.id,
      qty: 5,
    },
  });
  say(`${shipments.length} orders in ${waves.length} wave, ${moves.length} face to fill, one shelf to move`);
  return shipments;
}

/** A delivery with somebody to receive it, a rule of where it goes, and a plan of what is counted. */
async function announceAndCount(api: PlatformClient, { warehouseId, items, delivery }: Floor): Promise<void> {
  const warehouse = { warehouse_id: warehouseId };
  await api.post('/api/wms/putaway-rules', {
    body: { ...warehouse, name: 'Where there is room', steps: [{ place: 'empty', zones: [roomZone] }] },
  });
  const lines = delivery.map(({ item, quantity }) => ({
    item_id: items.find(({ sku }) => sku === item)!.id,
    expected_qty: quantity,
  }));
  const { id } = await api.post('/api/wms/inbound-receipts', {
    body: { ...warehouse, source_type: 'manual', lines },
  });
  await api.post('/api/wms/receiving-tasks', { body: { receipt_id: id } });
  const plan = await api.post('/api/wms/count-plans', {
    body: {
      ...warehouse,
      name: 'Quiet shelves',
      scope: { zones: [countedZone] },
      cadence: { every_days: 90 },
      tolerance: { qty: 1 },
    },
  });
  const { tasks } = await api.post('/api/wms/count-plans/{id}/run', { ...path(plan.id), body: {} });
  say(`A delivery of ${lines.length} items to receive and put away, ${tasks.length} blind count`);
}
