/** Which way goods come back follows who keeps the stock now, not who kept it when they were sold. */
import test from 'ava';
import { createClient } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';
import { drive, newOrder } from '../orders/orders-rig.ts';
import { post, returnsPath } from './returns-rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('nothing is returned to a WMS until there is one, whenever it was sold', async (t) => {
  const organization = await platform.newOrganization({
    edition: 'standard',
    inventory_mode: 'oms_standalone',
  });
  const own = createClient(platform.url, organization);
  const item = organization.items['PLAIN']!;
  const adjust = () =>
    own.post('/api/oms/inventory/adjust', { item_id: item, qty_delta: 8, reason_code: 'found' });
  t.is((await adjust()).status, 200);
  const { warehouseId: warehouse_id } = organization;
  const order = await newOrder(own, [{ item, qty: 5 }]);
  await drive(
    own,
    order.id,
    'submit',
    'approve',
    ['allocate', { warehouse_id }],
    ['release', { ship_mode: 'parcel' }],
    'fulfill',
  );
  const back = async (of: object): Promise<string> => {
    const asked = { warehouse_id, kind: 'customer', ...of };
    const { status, body } = await post(own, returnsPath, asked);
    return `${status} ${body.error?.code ?? ''}`.trim();
  };
  const sold = {
    order_id: order.id,
    lines: [{ order_line_id: order.lines[0].id, qty: 1, reason_code: 'too_small' }],
  };
  const found = { lines: [{ item_id: item, qty: 1, reason_code: 'too_small' }] };
  for (const of of [sold, found])
    t.is(await back(of), '400 NOT_WMS_SYNC', 'no order would be promised what comes back');
  const changed = await own.patch('/api/tenancy/settings', { inventory_mode: 'wms_sync' });
  t.is(changed.status, 200, changed.text);
  t.is((await adjust()).body.error.code, 'NOT_OMS_STANDALONE');
  t.is(await back(sold), '201');
});
