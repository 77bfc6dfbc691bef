/** A parcel that left without the label it was to get is seen by whoever runs the platform, until it has one. */
import test from 'ava';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, type FarCarrier } from '../parcels/far-carrier.ts';
import {
  inState,
  labelsPath,
  newAccount,
  newParcel,
  onLabel,
  placeWarehouse,
} from '../parcels/parcels-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await startPlatform(undefined);
  far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
  const rule = { name: 'As it leaves', priority: 1, buy_at: 'ship', account_ids: [account.id] };
  const made = await platform.client.post('/api/tms/carrier-rules', rule);
  if (made.status !== 201) throw new Error(made.text);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const missing = async (): Promise<string | undefined> =>
  /^carrier_labels\{state="missing"\} (\S+)$/m.exec(
    await (await fetch(`${platform.url}/metrics`)).text(),
  )?.[1];
const missingIs = (count: string) => until(`${count} are missing`, async () => (await missing()) === count);

const ship = async ({ id }: { id: string }): Promise<string> => {
  const answer = await platform.client.patch(`/api/wms/shipments/${id}`, { action: 'ship' });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.shipment_no;
};

test.serial(
  'a label refused after its shipment left is on the page and in the figures until another is bought',
  async (t) => {
    const { client, url } = platform;
    const login = await fetch(`${url}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ access_token: client.accessToken }),
    });
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
    const page = async () => (await fetch(`${url}/ops`, { headers: { cookie } })).text();
    t.is(await missing(), '0');

    far.mood = (_reference, what) => (what === 'buy' ? 'says no' : 'honest');
    // What has not left is at the packing bench, where its packer sees it.
    const unshipped = await newParcel(platform, account.id, { print: false });
    t.is((await unshipped.buy()).body.error.code, 'LABEL_REFUSED');
    const { shipment, carton } = await newParcel(platform, account.id);
    const shipmentNo = await ship(shipment);
    await missingIs('1');
    const shown = await page();
    t.true(shown.includes('Parcels that left without a label'), shown);
    t.true(shown.includes(shipmentNo) && shown.includes('That street is not ours'), shown);

    far.mood = () => 'honest';
    const again = { shipment_id: shipment.id, carton_id: carton.id, print: false };
    t.is((await client.post(labelsPath, again)).body.data.state, 'bought');
    await missingIs('0');
    t.false((await page()).includes(shipmentNo));
  },
);

test.serial(
  'one that asks more than was quoted and is tolerated is missing until its price is accepted',
  async (t) => {
    const { client } = platform;
    far.dearerBy = 3;
    const { shipment } = await newParcel(platform, account.id);
    await ship(shipment);
    await missingIs('1');
    const [label] = (await client.get(`${labelsPath}?shipment_id=${shipment.id}`)).body.data;
    t.is(label.state, 'dearer');
    const accepted = await client.patch(`${labelsPath}/${label.id}`, { action: 'accept', reason: 'Needed.' });
    t.is(accepted.status, 200, accepted.text);
    await missingIs('0');
  },
);

test.serial('one that was voided after it left is missing until another is bought', async (t) => {
  const { client } = platform;
  const { shipment, carton } = await newParcel(platform, account.id);
  await ship(shipment);
  await missingIs('1');
  const [label] = (await client.get(`${labelsPath}?shipment_id=${shipment.id}`)).body.data;
  await onLabel(client, label.id, 'void');
  await inState(client, label.id, 'voided');
  await missingIs('1');
  far.dearerBy = 0;
  const again = { shipment_id: shipment.id, carton_id: carton.id, print: false };
  t.is((await client.post(labelsPath, again)).body.data.state, 'bought');
  await missingIs('0');
});
