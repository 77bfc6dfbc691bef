/** The demo's chapter of parcels: a carrier of its own, from quote to paper and back where the parcel is. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { createClient } from '../../client/src/client.ts';
import { createDemoData } from '../../server/demo/data.ts';
import { parcelsGoOut } from '../../server/demo/parcels.ts';
import { joinPlatform } from '../helpers/join-platform.ts';

test('a parcel goes abroad: quoted, bought, declared, closed out, and delivered', async (t) => {
  const platform = await joinPlatform(t);
  const { main: demo } = await createDemoData(platform.database);
  const api = createClient({
    baseUrl: platform.url,
    organizationId: demo.organization_id,
    accessToken: demo.access_token,
  });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'demo-parcels-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  await parcelsGoOut({ api, demo, tag: 'PARCEL', baseUrl: platform.url, dataDir });
  const [label] = await api.get('/api/tms/labels');
  t.like(label, { state: 'bought', tracking_state: 'delivered' });
  for (const name of ['commercial-invoice.pdf', 'manifest.pdf'])
    t.is(readFileSync(path.join(dataDir, name)).subarray(0, 5).toString(), '%PDF-');
});
