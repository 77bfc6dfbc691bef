/** A new organization for one run: two warehouses, items of each kind, and a client. */
import { createClient, type Answer, type Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newItem, newWarehouse } from '../orders/orders-rig.ts';

export interface Site {
  organizationId: string;
  platform: Pick<Platform, 'owner' | 'database' | 'url' | 'newOrganization'>;
  client: Client;
  /** The first warehouse; most of what happens, happens there. */
  main: string;
  second: { id: string; shelf: string };
  /** Where goods are put, in the first warehouse: among them its staging and a transit location. */
  shelves: readonly string[];
  crossDock: string;
  vendor: string;
  customer: string;
  staging: ReadonlyMap<string, string>;
  /** Where goods on their way to a warehouse are booked. */
  transit: ReadonlyMap<string, string>;
  warehouseOf: ReadonlyMap<string, string>;
  /** Locations that no order takes from. */
  passing: ReadonlySet<string>;
  items: readonly string[];
  plain: readonly string[];
  lots: string;
  serial: string;
  safetyStock: number;
  /** Short words for ids, so that a history can be read. */
  words: Map<string, string>;
}

/** An answer may be long in coming on a busy machine: a step is over when it is there. */
export const patient = { headers: { prefer: 'wait=50' } };

export async function newSite(
  platform: Site['platform'],
  settings: { short_policy: string; reserve_at: string; safety_stock: number; pick_from: string },
): Promise<Site> {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const client = createClient(platform.url, organization);
  ok(
    await client.patch('/api/tenancy/settings', {
      ...settings,
      reserve_at: settings.reserve_at,
      count_approval_threshold: 2,
    }),
  );
  const second = await newWarehouse(platform, organization);
  const beyond: string = ok(
    await client.post('/api/wms/locations', { warehouse_id: second.id, code: 'T-02', type: 'transit' }),
  ).id;
  const [first, other, serial, lots] = [
    await newItem(platform, organization, { units_per_carton: 2, units_per_pallet: 6 }),
    await newItem(platform, organization),
    await newItem(platform, organization, { serial_tracked: true }),
    await newItem(platform, organization, { lot_tracked: true, expiry_tracked: true }),
  ];
  const at = organization.locations;
  const shelves = ['A-01', 'A-02', 'A-03', 'P-01', 'STAGE-1', 'DOCK-1', 'TRANSIT-1'];
  // Along one line from the dock: what is picked most belongs nearer to it.
  for (const [index, code] of ['DOCK-1', 'A-01', 'A-02', 'A-03', 'A-04'].entries())
    ok(await client.patch(`/api/wms/locations/${at[code]}`, { x_m: index * 5, y_m: 0 }));
  const main = organization.warehouseId;
  return {
    organizationId: organization.id,
    platform,
    client,
    main,
    second,
    shelves: shelves.map((code) => at[code]!),
    crossDock: at['XDOCK-1']!,
    vendor: organization.vendorId,
    customer: organization.customerId,
    staging: new Map([
      [main, at['STAGE-1']!],
      [second.id, second.staging],
    ]),
    transit: new Map([
      [main, at['TRANSIT-1']!],
      [second.id, beyond],
    ]),
    warehouseOf: new Map([
      ...Object.values(at).map((id): [string, string] => [id, main]),
      [second.shelf, second.id],
      [second.staging, second.id],
      [beyond, second.id],
    ]),
    passing: new Set([at['TRANSIT-1']!, beyond]),
    items: [first, other, serial, lots],
    plain: [first, other],
    lots,
    serial,
    safetyStock: settings.safety_stock,
    words: new Map([
      ...Object.entries(at).map(([code, id]): [string, string] => [id, code]),
      [second.shelf, 'S-01'],
      [second.staging, 'STAGE'],
      [beyond, 'T-02'],
      [main, 'W1'],
      [second.id, 'W2'],
      [first, 'plain-1'],
      [other, 'plain-2'],
      [serial, 'serial'],
      [lots, 'lot'],
    ]),
  };
}

export function ok(answer: Answer): any {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data;
}
