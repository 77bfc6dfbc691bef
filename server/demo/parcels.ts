/** A parcel goes abroad: a carrier in a process of its own, from its quote to its paper, and back where the parcel is. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import pathOf from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlatformClient } from '../../client/src/client.ts';
import { PlatformError } from '../../client/src/errors.ts';
import { execArgv } from '../processes/platform-processes.ts';
import { StartError } from '../start-error.ts';
import type { CarrierScan } from './carrier-main.ts';
import type { DemoOrganization } from './data.ts';
import { path } from './journey/journey.ts';
import { chapter, say, table } from './say.ts';
import { waitFor } from './wait-for.ts';

const secret = 'hush-of-the-carrier';

interface Parcels {
  api: PlatformClient;
  demo: DemoOrganization;
  tag: string;
  baseUrl: string;
  dataDir: string;
}

export async function parcelsGoOut(parcels: Parcels): Promise<void> {
  chapter('A parcel goes abroad');
  const token = randomUUID();
  const carrier = fork(fileURLToPath(new URL('./carrier-main.js', import.meta.url)), [token], { execArgv });
  try {
    const [{ port }] = (await once(carrier, 'message')) as [{ port: number }];
    const account = await openAccount(parcels, port, token);
    if (account) await followed(parcels, carrier, account);
  } finally {
    carrier.kill();
  }
}

/** Null where this server speaks to no address on its own machine, which is where the carrier is. */
async function openAccount({ api, tag }: Parcels, port: number, token: string): Promise<string | null> {
  try {
    const account = await api.post('/api/tms/carrier-accounts', {
      body: {
        adapter: 'generic',
        name: `Regional carrier ${tag}`,
        api_url: `http://127.0.0.1:${port}`,
        credentials: { token, webhook_secret: secret },
        far_side: 'deduplicates',
      },
    });
    const tested = await api.post('/api/tms/carrier-accounts/{id}/test', path(account.id));
    if (!tested.ok) throw new StartError(`The carrier does not answer: ${JSON.stringify(tested.steps)}`);
    say(`A carrier of our own answers on port ${port}, and knows us`);
    return account.id;
  } catch (fault) {
    if (!(fault instanceof PlatformError) || fault.code !== 'VALIDATION_FAILED') throw fault;
    say('This server calls nobody on its own machine, where the carrier of this chapter is.');
    say('To see it: PRIVATE_TARGETS=allow npm start');
    return null;
  }
}

async function followed(parcels: Parcels, carrier: ChildProcess, accountId: string): Promise<void> {
  const { api, demo, baseUrl, dataDir } = parcels;
  const shipment = await packed(parcels);
  const { quotes } = await api.post('/api/tms/rates', {
    body: { shipment_id: shipment.id, account_ids: [accountId] },
  });
  table(
    quotes.map(({ service_code, amount, days, chosen, why }) => ({
      service: service_code,
      USD: amount,
      days,
      chosen: chosen ? 'yes' : '',
      why,
    })),
  );
  const best = quotes.find(({ chosen }) => chosen);
  if (!best) throw new StartError('The carrier offered nothing.');
  const label = await api.post('/api/tms/labels', {
    body: { shipment_id: shipment.id, quote_id: best.quote_id, print_invoice: true },
  });
  const { declaration_id: declared } = label;
  if (label.state !== 'bought' || !declared) throw new StartError(`The label is ${label.state}.`);
  say(`${label.tracking_no} bought for ${label.amount} ${label.currency}, and queued to be printed`);
  const declaration = await api.get('/api/tms/customs-declarations/{id}', path(declared));
  const [line] = declaration.lines;
  say(
    `declared to customs: ${line!.qty} ${line!.description}, HS ${line!.hs_code}, made in ${line!.origin_country}`,
  );
  const pdf = 'application/pdf';
  const invoice = await api.download('/api/wms/documents/{id}', pdf, path(declaration.document_id));
  writeFileSync(pathOf.join(dataDir, 'commercial-invoice.pdf'), invoice.bytes);
  await api.patch('/api/wms/shipments/{id}', { ...path(shipment.id), body: { action: 'ship' } });
  const manifest = await api.post('/api/tms/manifests', {
    body: { account_id: accountId, warehouse_id: demo.warehouse_id },
  });
  if (manifest.state !== 'accepted') throw new StartError(`The manifest is ${manifest.state}.`);
  const paper = await api.download('/api/tms/manifests/{id}/file', pdf, path(manifest.id));
  writeFileSync(pathOf.join(dataDir, 'manifest.pdf'), paper.bytes);
  say(
    `the day is closed: ${manifest.labels} label on ${manifest.manifest_no}; both papers are in ${dataDir}`,
  );
  const scan: CarrierScan = {
    url: `${baseUrl}/api/integration/carriers/${accountId}/tracking`,
    secret,
    events: ['in_transit', 'delivered'].map((kind, at) => ({
      id: `${label.id} ${at}`,
      reference: label.id,
      kind,
      occurred_at: new Date(Date.now() - 60_000 * (1 - at)).toISOString(),
      place: 'Toronto, ON',
    })),
  };
  carrier.send(scan);
  const [{ heard }] = (await once(carrier, 'message')) as [{ heard: number | string }];
  if (heard !== 200) throw new StartError(`What the carrier told was answered with ${heard}.`);
  const arrived = await waitFor(
    'the parcel to arrive',
    () => api.get('/api/wms/shipments/{id}', path(shipment.id)),
    ({ status }) => status === 'delivered',
  );
  say(`the carrier tells where it is, and ${arrived.shipment_no} is ${arrived.status}`);
}

/** Two units, in a carton that was weighed, for somebody in another country. */
async function packed({ api, demo, tag }: Parcels): Promise<{ id: string }> {
  await api.patch('/api/wms/warehouses/{id}', {
    ...path(demo.warehouse_id),
    body: {
      address: { address: '1 Dock Rd', city: 'Columbus', state: 'OH', postal: '43085', country: 'US' },
    },
  });
  const item = await api.post('/api/wms/items', {
    body: {
      sku: `SHIRT-${tag}`,
      name: 'Shirt, cotton',
      weight_kg: 0.25,
      hs_code: '610910',
      origin_country: 'PT',
      customs_description: 'Cotton shirts',
      customs_value: 18.5,
      customs_currency: 'USD',
    },
  });
  await api.post('/api/wms/inventory/adjust', {
    body: {
      warehouse_id: demo.warehouse_id,
      location_id: demo.locations['B-01-01']!,
      item_id: item.id,
      qty_delta: 10,
      reason_code: 'found',
    },
  });
  const shipment = await api.post('/api/wms/shipments', {
    body: {
      warehouse_id: demo.warehouse_id,
      lines: [{ item_id: item.id, qty: 2 }],
      ship_to: {
        name: 'Ada Lovelace',
        address: '12 Queen St W',
        city: 'Toronto',
        state: 'ON',
        postal: 'M5H 2N2',
        country: 'CA',
      },
    },
  });
  await api.patch('/api/wms/shipments/{id}', { ...path(shipment.id), body: { action: 'pick' } });
  await api.post('/api/wms/shipments/{id}/cartons', {
    ...path(shipment.id),
    body: {
      lines: [{ item_id: item.id, qty: 2 }],
      weight_kg: 0.7,
      length_cm: 30,
      width_cm: 20,
      height_cm: 8,
    },
  });
  return shipment;
}
