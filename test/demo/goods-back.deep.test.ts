/** The demo's last chapter of orders: something of one comes back, and is paid back. */
import test from 'ava';
import { createClient } from '../../client/src/client.ts';
import { createDemoData } from '../../server/demo/data.ts';
import { goodsOut } from '../../server/demo/goods-out.ts';
import { joinPlatform } from '../helpers/join-platform.ts';

test('sixty orders go out, and one unit comes back, is sold again and paid back', async (t) => {
  const platform = await joinPlatform(t);
  const { main: demo } = await createDemoData(platform.database);
  const api = createClient({
    baseUrl: platform.url,
    organizationId: demo.organization_id,
    accessToken: demo.access_token,
  });
  await goodsOut(api, demo, 'BACK');
  const [found] = await api.get('/api/oms/returns');
  t.is(found!.status, 'disposed');
  const notes = await api.get('/api/accounting/invoices', { params: { query: { kind: 'credit_note' } } });
  t.deepEqual(
    notes.map(({ return_id: of, status }) => [of, status]),
    [[found!.id, 'open']],
  );
});
