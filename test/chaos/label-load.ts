/** What R38 buys labels with and for: accounts of every kind, shipments, and a client that asks until it is answered. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../helpers/client.ts';
import { inLanes } from '../http/wire.ts';
import { token } from '../parcels/far-carrier.ts';
import { pause } from './program.ts';
import type { Rig } from './rig.ts';

const home = { state: 'OH', country: 'US' };
const buyMsMax = 270_000;
export const lanes = 8;

export interface Account {
  id: string;
  service_code: string;
}

/** Of each kind of far side one, and one of each seller for many. */
export async function openAccounts(client: Client, { organization }: Rig, url: string): Promise<Account[]> {
  await client.patch(`/api/wms/warehouses/${organization.warehouseId}`, {
    address: { ...home, address: '1 Dock Rd', city: 'Columbus', postal: '43085', phone: '+1 614 555 0100' },
  });
  const accounts: Account[] = [];
  for (const [name, more, service_code] of [
    ['answers', { far_side: 'answers', api_url: `${url}/generic/plain` }, 'GROUND'],
    ['deduplicates', { far_side: 'deduplicates', api_url: `${url}/generic/keyed` }, 'GROUND'],
    ['neither', { far_side: 'neither', api_url: `${url}/generic/plain` }, 'GROUND'],
    ['easypost', sellerForMany('easypost', url), 'USPS.Priority'],
    ['karrio', sellerForMany('karrio', url), 'post.canadapost_priority'],
    ['shipengine', sellerForMany('shipengine', url), 'se-100.usps_priority_mail'],
  ] as const) {
    const generic = { adapter: 'generic', credentials: { token } };
    const made = await client.post('/api/tms/carrier-accounts', {
      ...generic,
      name,
      settle_after_seconds: 2,
      ...more,
    });
    if (made.status !== 201) throw new Error(made.text);
    accounts.push({ id: made.body.data.id, service_code });
  }
  return accounts;
}

/** Has the rules choose between those that ask for the same currency; what they ask is never more than twice their price. */
export async function openRules(client: Client, accounts: readonly Account[]): Promise<void> {
  const account_ids = accounts.flatMap(({ id, service_code: of }) => (/^USPS|^se-/.test(of) ? id : []));
  const rule = { name: 'Cheapest', priority: 1, choose: 'cheapest', account_ids, tolerance_percent: 100 };
  const made = await client.post('/api/tms/carrier-rules', rule);
  if (made.status !== 201) throw new Error(made.text);
}

const sellerForMany = (adapter: 'easypost' | 'karrio' | 'shipengine', url: string) => ({
  adapter,
  credentials: adapter === 'karrio' ? { token } : { api_key: token },
  api_url: `${url}/${adapter === 'easypost' ? adapter : `${adapter}/v1`}`,
});

export async function makeShipments(client: Client, { organization }: Rig, count: number): Promise<string[]> {
  const { warehouseId: warehouse_id, items, locations } = organization;
  const item_id = items['PLAIN']!;
  const stocked = await client.post('/api/wms/inventory/adjust', {
    warehouse_id,
    item_id,
    location_id: locations['A-01'],
    qty_delta: count,
    reason_code: 'found',
  });
  if (stocked.status >= 300) throw new Error(stocked.text);
  const ids: string[] = [];
  await inLanes(Array.from({ length: count }), lanes, async () => {
    const body = {
      warehouse_id,
      lines: [{ item_id, qty: 1 }],
      ship_to: { ...home, name: 'Ann', address: '1 Main St', city: 'Dayton', postal: '45402' },
    };
    const headers = { 'idempotency-key': randomUUID() };
    const make = () => client.post('/api/wms/shipments', body, { headers });
    let made = await make();
    // A busy machine takes longer than a request waits.
    for (; made.status === 202; made = await make()) await pause(200);
    if (made.status !== 201) throw new Error(made.text);
    ids.push(made.body.data.id);
  });
  return ids;
}

interface Buying {
  shipment_id: string;
  /** Neither: the rules choose. */
  account_id?: string;
  service_code?: string;
  weight_kg: number;
  print: boolean;
}

/** Repeated until it is answered, as a careful client does; a refusal is an answer. */
export async function buy(client: Client, body: Buying): Promise<void> {
  const headers = { prefer: 'respond-async', 'idempotency-key': `buy ${body.shipment_id}` };
  const deadline = Date.now() + buyMsMax;
  for (;;) {
    const answer = await client.post('/api/tms/labels', body, { headers }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    if (Date.now() > deadline) throw new Error(`A label could not be asked for: ${answer?.text}`);
    await pause(100);
  }
}
