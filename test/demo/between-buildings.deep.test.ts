/** The demo's chapter of two buildings: what comes in bad goes back to its vendor, the rest to the second warehouse. */
import test from 'ava';
import { createClient } from '../../client/src/client.ts';
import { betweenBuildings } from '../../server/demo/between-buildings.ts';
import { createDemoData } from '../../server/demo/data.ts';
import { joinPlatform } from '../helpers/join-platform.ts';

test('an inspection fails, its goods go back to their vendor, and a transfer arrives one short', async (t) => {
  const platform = await joinPlatform(t);
  const { main: demo } = await createDemoData(platform.database);
  const api = createClient({
    baseUrl: platform.url,
    organizationId: demo.organization_id,
    accessToken: demo.access_token,
  });
  await betweenBuildings(api, demo, 'WALK');
  const [back] = await api.get('/api/wms/vendor-returns');
  t.like(back, { status: 'credited', credit_no: 'VC-TWALK' });
  const [transfer] = await api.get('/api/wms/transfers');
  t.like(transfer, { status: 'closed' });
});
