/** A merchant's parcel goes by accounts of the operator's: what they are called and what carriers say of them is not the merchant's to read. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startFarCarrier, token, type FarCarrier, type Mood } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newParcel, placeWarehouse } from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let merchant: Client;
let far: FarCarrier;
test.before(async () => {
  const joined = await joinPlatform();
  const client = await joined.clientWith(joined.threePl, everyPermission);
  platform = { ...joined, standard: joined.threePl, client };
  const scope = { merchantId: joined.threePl.merchantId };
  merchant = await joined.clientWith(joined.threePl, ['tms.labels', 'tms.view'], scope);
  far = await startFarCarrier();
  await placeWarehouse(platform);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const secret = 'Frachthaus Nord 4711';
const patient = { headers: { prefer: 'wait=60' } };
const asMood = (mood: Mood): void => void (far.mood = () => mood);

/** Everything a merchant reads of a label: its record on both surfaces, lists, events. */
async function readBy(client: Client, label: any): Promise<string> {
  const answers = await Promise.all([
    client.get(`${labelsPath}/${label.id}`),
    client.get(`${labelsPath}?shipment_id=${label.shipment_id}`),
    client.get(`/v1/tms/labels?filter[shipment_id]=${label.shipment_id}`),
    client.get(`/api/events?subject_id=${label.id}`),
  ]);
  for (const { status, text } of answers) if (status !== 200) throw new Error(text);
  return answers.map(({ text }) => text).join('\n');
}

const refusedLabel = async (shipmentId: string): Promise<any> => {
  const [label] = (await platform.client.get(`${labelsPath}?shipment_id=${shipmentId}`)).body.data;
  return inState(platform.client, label.id, 'refused');
};

test.serial('one that the rules found no carrier for', async (t) => {
  const account = await newAccount(platform.client, 'http://127.0.0.1:9', { name: secret });
  const { shipment } = await newParcel(platform, account.id);
  const answer = await merchant.post(labelsPath, { shipment_id: shipment.id }, patient);
  t.deepEqual([answer.status, answer.body.error.code], [409, 'LABEL_REFUSED'], answer.text);
  t.notRegex(answer.text, /Frachthaus|UNREACHABLE|ECONN/);
  const label = await refusedLabel(shipment.id);
  t.regex(label.last_error, /^Frachthaus Nord 4711: UNREACHABLE/, 'the operator reads who said what');
  const read = await readBy(merchant, label);
  t.regex(read, /label\.refused/);
  t.notRegex(read, /Frachthaus|UNREACHABLE|ECONN/);
  t.regex(read, /The warehouse has the reason/);
});

test.serial('one whose carrier refused the account, or what was asked of it', async (t) => {
  const account = await newAccount(platform.client, far.url, { name: `${secret} again` });
  for (const [mood, code, words] of [
    ['does not know us', 'ACCOUNT_REFUSED', /answered 401/],
    ['says no', 'LABEL_REFUSED', /answered 4/],
  ] as const) {
    asMood(mood);
    const { shipment, buy } = await newParcel(platform, account.id);
    const bought = await buy(platform.client, patient.headers);
    t.deepEqual([bought.status, bought.body.error.code], [409, code], bought.text);
    const label = await refusedLabel(shipment.id);
    t.regex(label.last_error, words);
    const read = await readBy(merchant, label);
    t.notRegex(read, words);
    t.notRegex(read, /Frachthaus/);
    t.regex(read, /The warehouse has the reason/);
  }
});

test.serial("the merchant's own account says what its carrier said", async (t) => {
  asMood('says no');
  const merchant_id = platform.standard.merchantId;
  const account = await newAccount(platform.client, far.url, { name: 'Its own', merchant_id });
  const { shipment, buy } = await newParcel(platform, account.id);
  const refused = await buy(merchant, patient.headers);
  t.is(refused.status, 409, refused.text);
  t.regex(refused.body.error.message, /answered 4/);
  const read = await readBy(merchant, await refusedLabel(shipment.id));
  t.notRegex(read, /The warehouse has the reason/);
  const events = (await merchant.get(`/api/events?subject_id=${refused.body.error.details.label_id}`)).text;
  t.regex(events, /answered 4/);
});

test.serial('what its carrier says of a day is not told, what we say of a sold label is', async (t) => {
  asMood('honest');
  const account = await newAccount(platform.client, far.url, {
    name: `${secret} by day`,
    adapter: 'shipengine',
    api_url: `${far.url}/shipengine/v1`,
    credentials: { api_key: token },
  });
  const bought = async (): Promise<any> => {
    const { buy } = await newParcel(platform, account.id, { service_code: 'se-100.usps_priority_mail' });
    const answer = await buy();
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  };
  const noted = await bought();
  await platform.owner.query("update label_purchases set last_error = 'Print its file.' where id = $1", [
    noted.id,
  ]);
  t.regex(await readBy(merchant, noted), /Print its file/);
  const left = await bought();
  far.leaves = (reference) => (reference === left.id ? 'Frachthaus Nord owes us.' : undefined);
  t.teardown(() => (far.leaves = () => undefined));
  const day = { account_id: account.id, warehouse_id: platform.standard.warehouseId };
  t.is((await platform.client.post('/api/tms/manifests', day)).body.data.state, 'accepted');
  t.regex(await readBy(platform.client, left), /"manifest_error":"Frachthaus Nord owes us/);
  const read = await readBy(merchant, left);
  t.notRegex(read, /Frachthaus/);
  t.regex(read, /"manifest_error":"The carrier did not/);
});

test.serial('one that only its own accounts would not take says why', async (t) => {
  const { merchantId: merchant_id, id } = platform.standard;
  await platform.owner.query(
    `update carrier_accounts set is_active = merchant_id is not null, api_url = 'http://127.0.0.1:9'
      where organization_id = $1`,
    [id],
  );
  const { shipment } = await newParcel(platform, merchant_id);
  const answer = await merchant.post(labelsPath, { shipment_id: shipment.id }, patient);
  t.is(answer.status, 409, answer.text);
  t.regex(answer.body.error.message, /^Its own: UNREACHABLE/);
  const label = await refusedLabel(shipment.id);
  t.is(label.account_id, null);
  t.notRegex(await readBy(merchant, label), /The warehouse has the reason/);
});
