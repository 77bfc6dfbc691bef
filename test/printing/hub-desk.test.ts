/** The real hub's own page: which labels wait and were printed, in words, and the question about a backlog. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShipment, stocked } from '../fulfillment/outbound-rig.ts';
import { until } from '../helpers/wait.ts';
import { boundHub, tcpPrinter } from './print-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => (platform = await joinPlatform()));
test.after.always(() => platform.stop());

test('the hub asks on its page what becomes of a backlog, says which label each is, and prints each once', async (t) => {
  const { client, owner, standard } = platform;
  const item = await stocked(platform, { 'A-01': 10 });
  const { id: shipmentId, shipment_no: shipmentNo } = (await newShipment(platform, [
    { item_id: item, qty: 1 },
  ])) as { id: string; shipment_no: string };
  const { body } = await client.get(`/api/wms/shipments/${shipmentId}`);
  const { sku } = (await client.get(`/api/wms/items/${item}`)).body.data;
  const away = await tcpPrinter(t, 'Packing 1');
  away.printer.set('cover_open', true);
  const { deviceIds, port } = await boundHub(t, platform, client, [away], {
    warehouseId: standard.warehouseId,
    timings: { recheckMs: 100 },
  });
  const post = async (more: object, minutes: number): Promise<string> => {
    const { body: made } = await client.post('/api/wms/print-jobs', {
      device_id: deviceIds[0],
      zpl_content: `^XA^FO20,20^A0N,30^FD${minutes} minutes^FS^XZ`,
      label_kind: 'carton',
      ...more,
    });
    await owner.query('update print_jobs set queued_at = now() - make_interval(mins => $2) where id = $1', [
      made.data.id,
      minutes,
    ]);
    return made.data.id;
  };
  await post({ ref_type: 'shipment', ref_id: shipmentId, label_kind: 'packing_list' }, 190);
  await post({ ref_type: 'item', ref_id: item, label_kind: 'item' }, 75);
  await post({ ref_type: 'shipment', ref_id: shipmentId }, 20);
  away.printer.set('cover_open', false);

  const base = `http://127.0.0.1:${port}`;
  const page = async () => (await fetch(`${base}/`)).text();
  await until('the page asks', async () => (await page()).includes('Packing 1 found 3 labels waiting'));
  const asking = await page();
  t.regex(asking, /Print 3</);
  t.regex(asking, /Cancel the 2 older than an hour</);
  const words = [`packing list, shipment ${shipmentNo}`, `item, SKU ${sku}`];
  if (body.data.order_no) words.push(`order ${body.data.order_no}`);
  for (const wanted of words) t.true(asking.includes(wanted), wanted);
  t.deepEqual(away.labels, [], 'nothing printed before the choice');

  const csrf = /name="csrf" value="([^"]+)"/.exec(asking)?.[1] ?? '';
  const choose = (action: string) =>
    fetch(`${base}/backlog`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: base },
      body: new URLSearchParams({ csrf, device_id: deviceIds[0]!, action }),
    });
  t.is((await choose('print')).status, 303);
  await until('all are printed', () => away.labels.length === 3);
  t.deepEqual(
    away.labels.map((label) => /(\d+) minutes/.exec(label)?.[1]),
    ['190', '75', '20'],
    'each once, the oldest first',
  );
  const second = await choose('cancel_old');
  t.is(second.status, 409);
  t.regex(await second.text(), /somebody has answered already/);
  const after = await page();
  t.false(after.includes('found 3 labels'));
  for (const wanted of words) t.true(after.includes(wanted), `printed: ${wanted}`);
});
