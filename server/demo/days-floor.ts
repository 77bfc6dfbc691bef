/** The floor of the demo's day: a dock, three aisles of shelves, a reserve, room for what comes in, and shelves to be counted. */
import type { PlatformClient } from '../../client/src/client.ts';
import { runImport } from './import-csv.ts';
import { path } from './journey/journey.ts';

export interface Floor {
  warehouseId: string;
  /** Shelves as one walks by them. */
  shelves: { id: string; code: string }[];
  items: { id: string; sku: string }[];
  /** What a person sees who stands there, by what is scanned: it need not be what the books say. */
  delivery: Seen[];
  onShelf: Readonly<Record<string, Seen[]>>;
}

export interface Seen {
  item: string;
  quantity: number;
  location: string;
}

const [aisles, bays] = [3, 4];
const dock = 'DOCK';
export const [roomZone, countedZone] = ['BULK', 'QUIET'];

/** Three aisles of four bays with an item each, a face with its reserve, and staging at the corner. */
export async function layOut(api: PlatformClient, tag: string): Promise<Floor> {
  const code = `D${tag}`.slice(0, 32);
  const { id: warehouseId } = await api.post('/api/wms/warehouses', {
    body: { code, name: 'Day warehouse', time_zone: 'America/New_York', priority: 900 },
  });
  const place = (fields: { code: string; type: 'dock' | 'pick' | 'storage' } & Record<string, unknown>) =>
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
  await place({ code: dock, type: 'dock', x_m: 0, y_m: 1 });
  for (const bay of [1, 2])
    await place({ code: `B-${bay}`, type: 'storage', zone: roomZone, x_m: 24, y_m: bay });
  for (const bay of [1, 2])
    await place({ code: `Q-${bay}`, type: 'storage', zone: countedZone, x_m: 28, y_m: bay });
  const quiet = `D${tag}-Q-1`;
  const shelved = shelves.map(({ code: shelf }) => `D${tag}-${shelf}`);
  const skus = [...shelved, quiet];
  await runImport(
    api,
    'items',
    ['sku,name,weight_kg', ...skus.map((sku) => `${sku},Shelf item,0.4`)].join('\n'),
  );
  const stock = shelved.map(
    (sku, index) => `${code},${shelves[index]!.code},${sku},${index === 0 ? 12 : 60}`,
  );
  const rest = [`${code},RESERVE,${shelved[0]},200`, `${code},Q-1,${quiet},40`];
  await runImport(api, 'stock', ['warehouse,location,sku,qty', ...stock, ...rest].join('\n'));
  const found = await api.get('/api/wms/items', { params: { query: { q: `D${tag}-`, page_size: 200 } } });
  const items = skus.map((sku) => found.find((item) => item.sku === sku)!);
  return {
    warehouseId,
    shelves,
    items,
    delivery: [3, 7].map((shelf) => ({ item: shelved[shelf]!, quantity: 24, location: dock })),
    // The books say 40, and Q-2 is empty.
    onShelf: { 'Q-1': [{ item: quiet, quantity: 39, location: 'Q-1' }] },
  };
}
