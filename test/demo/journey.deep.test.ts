/**
 * The demo's journey, run in full against a platform with the demo's own data, twice: what it leaves is in every list.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { createClient } from '../../client/src/client.ts';
import { createDemoData } from '../../server/demo/data.ts';
import { fromSeaToDoor } from '../../server/demo/journey/from-sea-to-door.ts';
import { recordingFetch } from '../examples/exchange.ts';
import { startPlatform } from '../helpers/platform.ts';

test('a container goes from the sea to the customer, and every screen has rows of it', async (t) => {
  const platform = await startPlatform(t);
  const { threePl: demo } = await createDemoData(platform.database);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'demo-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  for (const tag of ['RUN1', 'RUN2'])
    await fromSeaToDoor({ baseUrl: platform.url, demo, tag, dataDir, fetch: recordingFetch });
  t.true(readdirSync(dataDir).some((file) => file.endsWith('.pdf')));

  const api = createClient({
    baseUrl: platform.url,
    organizationId: demo.organization_id,
    accessToken: demo.access_token,
  });
  const lists = [
    '/api/wms/inbound-receipts',
    '/api/wms/inventory',
    '/api/wms/shipments',
    '/api/wms/waves',
    '/api/wms/loads',
    '/api/oms/orders',
    '/api/accounting/invoices',
    '/api/accounting/bills',
    '/api/accounting/billing/charges',
    '/api/purchase/bill-matches',
    '/api/integration/connections',
    '/api/integration/flows',
    '/api/integration/runs',
    '/api/integration/events',
    '/api/tenancy/webhook-endpoints',
    '/api/tenancy/webhook-deliveries',
    '/api/yms/spots',
  ] as const;
  for (const list of lists) t.true((await api.get(list)).length > 0, list);
  const v1Lists = [
    '/v1/purchase/orders',
    '/v1/purchase/asns',
    '/v1/drayage/orders',
    '/v1/drayage/containers',
    '/v1/yms/appointments',
    '/v1/yms/gate-entries',
    '/v1/yms/movements',
    '/v1/yms/visits',
    '/v1/tms/orders',
    '/v1/tms/freight-bills',
  ] as const;
  for (const list of v1Lists) t.true((await api.get(list)).total >= 2, list);
  const { rows } = await platform.owner.query(
    'select count(*)::int as receipts from inbound_receipts where organization_id = $1',
    [demo.organization_id],
  );
  t.is(
    rows[0].receipts,
    2,
    'one receipt for a container, though it came through the gate before its trip was over',
  );
  const charges = await api.get('/api/accounting/billing/charges', { params: { query: { page_size: 200 } } });
  const sources = new Set(charges.flatMap((charge) => ('source_type' in charge ? [charge.source_type] : [])));
  for (const source of ['receipt_line', 'shipment_line', 'freight_split', 'drayage_order'])
    t.true(sources.has(source), source);
});
