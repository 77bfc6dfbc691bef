/**
 * A day's work on a floor of its own: a wave planned by a template, a pick face to be filled, goods to be moved. Three people
 * do it with nothing but claim and confirm, as a handheld with two screens would.
 */
import type { Answer } from '../../client/src/calls.ts';
import { createClient, type PlatformClient } from '../../client/src/client.ts';
import { StartError } from '../start-error.ts';
import type { DemoOrganization } from './data.ts';
import { runImport } from './import-csv.ts';
import { path } from './journey/journey.ts';
import { chapter, say, table } from './say.ts';

type Work = NonNullable<Answer<'/api/wms/work/claim', 'post'>['work']>;

interface Floor {
  warehouseId: string;
  /** Shelves as one walks by them. */
  shelves: { id: string; code: string }[];
  items: { id: string; sku: string }[];
}

const [aisles, bays, orderCount] = [3, 4, 18];

export async function daysWork(
  api: PlatformClient,
  demo: DemoOrganization,
  tag: string,
  baseUrl: string,
): Promise<void> {
  chapter("A day's work by three people");
  const floor = await layOut(api, tag);
  const shipments = await orderAndPlan(api, floor);
  const people = await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => hire(api, { name, demo, baseUrl })));
  // Two of them take a cart each; all else comes by asking what is next.
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
  table(people.map(({ name }, index) => ({ person: name, ...done[index]! })));
  const statuses = await Promise.all(
    shipments.map(async (id) => (await api.get('/api/wms/shipments/{id}', path(id))).status),
  );
  if (statuses.some((status) => status !== 'picked'))
    throw new StartError("The day's orders were not picked.");
  say(`${shipments.length} orders are picked, and nobody was told anything but what comes next`);
}

/** Three aisles of four bays with an item each, a face with its reserve, and staging at the corner. */
async function layOut(api: PlatformClient, tag: string): Promise<Floor> {
  const code = `D${tag}`.slice(0, 32);
  const { id: warehouseId } = await api.post('/api/wms/warehouses', {
    body: { code, name: 'Day warehouse', time_zone: 'America/New_York', priority: 900 },
  });
  const place = (fields: { code: string; type: 'pick' | 'storage' } & Record<string, unknown>) =>
    api.post('/api/wms/locations', { body: { warehouse_id: warehouseId, ...fields } });
  const [staging] = await api.get('/api/wms/locations', {
    params: { query: { warehouse_id: warehouseId, type: 'staging' } },
  });
  await api.patch('/api/wms/locations/{id}', { ...path(staging!.id), body: { x_m: 0, y_m: 0 } });
  const shelves: Floor['shelves'] = [];
  for (let aisle = 1; aisle <= aisles; aisle += 1)
    for (let bay = 1; bay <= bays; bay += 1)
      shelves.push(
        await place({
          code: `${aisle}-${bay}`,
          type: 'pick',
          aisle: `A${aisle}`,
          x_m: aisle * 4,
          y_m: bay * 3,
          pick_sequence: aisle * 10 + bay,
        }),
      );
  await place({ code: 'RESERVE', type: 'storage', x_m: 20, y_m: 0 });
  const skus = shelves.map(({ code: shelf }) => `D${tag}-${shelf}`);
  await runImport(
    api,
    'items',
    ['sku,name,weight_kg', ...skus.map((sku) => `${sku},Shelf item,0.4`)].join('\n'),
  );
  const stock = skus.map((sku, index) => `${code},${shelves[index]!.code},${sku},${index === 0 ? 12 : 60}`);
  const reserve = `${code},RESERVE,${skus[0]},200`;
  await runImport(api, 'stock', ['warehouse,location,sku,qty', ...stock, reserve].join('\n'));
  const found = await api.get('/api/wms/items', { params: { query: { q: `D${tag}-`, page_size: 200 } } });
  const items = skus.map((sku) => found.find((item) => item.sku === sku)!);
  return { warehouseId, shelves, items };
}

/** Orders of one to three items in one wave, and what else is to be done beside. Returns the shipments. */
async function orderAndPlan(api: PlatformClient, { warehouseId, shelves, items }: Floor): Promise<string[]> {
  const warehouse = { warehouse_id: warehouseId };
  const shipments: string[] = [];
  for (let order = 0; order < orderCount; order += 1) {
    const lines = Array.from({ length: 1 + (order % 3) }, (_, line) => ({
      item_id: items[(order * 5 + line * 4) % items.length]!.id,
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

interface Worker {
  name: string;
  client: PlatformClient;
  send(address: string, body: object): Promise<void>;
}

/** A person with a handheld: a token of their own that may work the floor and nothing else. */
async function hire(
  api: PlatformClient,
  { name, demo, baseUrl }: { name: string; demo: DemoOrganization; baseUrl: string },
): Promise<Worker> {
  const { access_token: given } = await api.post('/api/tenancy/tokens', {
    body: {
      name,
      permissions: ['wms.picking.work', 'wms.picking.view', 'wms.moves.work', 'wms.putaway.view'],
    },
  });
  const accessToken = given!;
  const organizationId = demo.organization_id;
  return {
    name,
    client: createClient({ baseUrl, organizationId, accessToken }),
    // The handheld sends what the work says; it knows no kind of work by itself.
    send: async (address, body) => {
      const answer = await fetch(new URL(address, baseUrl), {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'x-organization-id': organizationId,
          'content-type': 'application/json',
          prefer: 'wait=60',
        },
        body: JSON.stringify(body),
      });
      if (answer.status !== 200) throw new StartError(`${address}: ${answer.status} ${await answer.text()}`);
    },
  };
}

/** Asks what is next, and does it, until there is nothing. Returns how much of each was done. */
async function workAll(
  { client, send }: Worker,
  { warehouseId, shelves }: Floor,
): Promise<Record<string, number>> {
  const done: Record<string, number> = { picks: 0, moves: 0 };
  let near: string | undefined;
  for (;;) {
    const { work } = await client.post('/api/wms/work/claim', {
      body: { warehouse_id: warehouseId, ...(near ? { near } : {}) },
    });
    if (!work) return done;
    const { path: address, action, fields, needs } = work.finish;
    await send(address, {
      action,
      ...fields,
      ...Object.fromEntries(needs.map((need) => [need, scanned(work, need)])),
    });
    const part = work.kind === 'pick' ? 'picks' : 'moves';
    done[part] = done[part]! + 1;
    const last = work.steps.findLast(({ scan }) => scan === 'location')?.code;
    near = shelves.find(({ code }) => code === last)?.id ?? near;
  }
}

const scanned = ({ steps }: Work, what: string): string | null | undefined =>
  steps.find(({ scan }) => scan === what)?.code;
