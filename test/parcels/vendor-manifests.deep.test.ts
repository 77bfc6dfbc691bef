/** Vendors' days are closed in the words of their published descriptions, once however they answer; and parcels followed. */
import test from 'ava';
import { followParcels } from '../../workers/parcels/track-parcels.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, token, type FarCarrier, type Mood } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

const vendors = {
  easypost: { at: '/easypost', credentials: { api_key: token }, service: 'USPS.Priority', carrier: 'USPS' },
  karrio: {
    at: '/karrio/v1',
    credentials: { token },
    service: 'post.canadapost_priority',
    carrier: 'canadapost',
  },
  shipengine: {
    at: '/shipengine/v1',
    credentials: { api_key: token },
    service: 'se-100.usps_priority_mail',
    carrier: 'stamps_com',
  },
} as const;
const path = '/api/tms/manifests';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const open = (adapter: keyof typeof vendors) => {
  const { at, credentials } = vendors[adapter];
  return newAccount(platform.client, far.url, { adapter, credentials, api_url: `${far.url}${at}` });
};

async function bought(account: any, service: string): Promise<any> {
  const { buy, shipment } = await newParcel(platform, account.id, { service_code: service, print: false });
  const answer = await buy();
  if (answer.status !== 201) throw new Error(answer.text);
  return { ...answer.body.data, shipment };
}

const close = (account: any, more: object = {}, headers = {}) =>
  platform.client.post(
    path,
    { account_id: account.id, warehouse_id: platform.standard.warehouseId, ...more },
    { headers },
  );

const accepted = (id: string): Promise<any> =>
  until('the manifest is accepted', async () => {
    const { data } = (await platform.client.get(`${path}/${id}`)).body;
    return data.state === 'accepted' && data;
  });

test.serial('EasyPost takes back what is on a form; of the others a refund is asked for there', async (t) => {
  const { client } = platform;
  for (const [adapter, state] of [
    ['easypost', 'voided'],
    ['shipengine', 'bought'],
  ] as const) {
    const account = await open(adapter);
    const { service } = vendors[adapter];
    const [asked, cancelled] = [await bought(account, service), await bought(account, service)];
    t.is((await close(account)).body.data.state, 'accepted');
    const back = await onLabel(client, asked.id, 'void');
    t.is(back.status, adapter === 'easypost' ? 200 : 409, back.text);
    await client.patch(`/api/wms/shipments/${cancelled.shipment.id}`, { action: 'cancel' });
    for (const { id } of [asked, cancelled]) await inState(client, id, state);
    const { data } = (await client.get(`${labelsPath}/${cancelled.id}`)).body;
    t.is(data.unneeded_since === null, adapter === 'easypost');
  }
  t.deepEqual(far.misspelt, []);
});

for (const [adapter, { service, carrier }] of Object.entries(vendors) as [
  keyof typeof vendors,
  (typeof vendors)[keyof typeof vendors],
][]) {
  test.serial(`${adapter}: a day is closed once, though its first answer was lost`, async (t) => {
    const { client } = platform;
    const account = await open(adapter);
    const labels = [await bought(account, service), await bought(account, service)];
    const before = far.taken.length;
    const moods: Mood[] = ['takes and hangs up'];
    far.mood = (_reference, what) => (what === 'buy' ? (moods.shift() ?? 'honest') : 'honest');
    const answer = await close(account, {}, { prefer: 'respond-async' });
    t.is(answer.status, 202, answer.text);
    const manifest = await accepted(answer.body.data.id);
    t.like(manifest, { carrier_code: carrier, labels: 2, has_file: true, last_error: null });
    t.truthy(manifest.manifest_no);
    const taken = far.taken.slice(before);
    t.is(taken.length, 1, 'it was told once');
    t.deepEqual(taken[0]!.labels.toSorted(), labels.map(({ id }) => String(id)).toSorted());
    const paper = await client.get(`${path}/${manifest.id}/file`);
    t.true(paper.text.startsWith('%PDF-'));
    t.deepEqual(far.misspelt, []);
  });

  test.serial(
    `${adapter}: a day made ready days before is found, though its first answer was lost`,
    async (t) => {
      const account = await open(adapter);
      await bought(account, service);
      const before = far.taken.length;
      const moods: Mood[] = ['takes and hangs up'];
      far.mood = (_reference, what) => (what === 'buy' ? (moods.shift() ?? 'honest') : 'honest');
      const ship_date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
      const answer = await close(account, { ship_date }, { prefer: 'respond-async' });
      t.like(await accepted(answer.body.data.id), { ship_date, labels: 1 });
      t.is(far.taken.length, before + 1, 'it was told once');
    },
  );

  test.serial(`${adapter}: a day it refuses is said in its words, and its labels are free`, async (t) => {
    const account = await open(adapter);
    await bought(account, service);
    far.mood = (_reference, what) => (what === 'buy' ? 'says no' : 'honest');
    const refused = await close(account);
    t.like(refused.body.data, { state: 'refused', labels: 0 });
    t.regex(refused.body.data.last_error, /That street is not ours/);
    far.mood = () => 'honest';
    t.is((await close(account)).body.data.state, 'accepted');
  });

  test.serial(
    `${adapter}: a label a person adopted is on no manifest before its carrier says what it calls it`,
    async (t) => {
      const { client, owner } = platform;
      const account = await open(adapter);
      let isLost = false;
      far.mood = (_reference, what) => {
        if (what !== 'buy') return isLost ? 'refuses' : 'honest';
        isLost = true;
        return 'takes and hangs up';
      };
      const { buy } = await newParcel(platform, account.id, { service_code: service, print: false });
      const { id } = (await buy(client, { prefer: 'respond-async' })).body.data;
      await inState(client, id, 'unknown');
      const tracking_no = far.sold.at(-1)!.tracking_no;
      const adopted = await until('nobody asks, and it is adopted', async () => {
        const answer = await onLabel(client, id, 'adopt', { reason: 'It is on their page.', tracking_no });
        return answer.status === 200 && answer.body.data;
      });
      t.regex(adopted.last_error, /has not said yet what it calls it/);
      t.like((await close(account)).body.error, { code: 'NOTHING_TO_MANIFEST', details: { unnamed: 1 } });
      const asked = `select 1 from commands where name = 'tms.follow_parcel' and state <> 'accepted' and input ->> 'label_id' = $1`;
      await until('it was asked in vain', async () => (await owner.query(asked, [id])).rowCount === 1);
      far.mood = () => 'honest';
      const other = await bought(account, service);
      const first = await close(account);
      t.like(first.body.data, { state: 'accepted', labels: 1 }, first.text);
      t.deepEqual(far.taken.at(-1)!.labels, [String(other.id)]);
      const at = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
      far.tracking.set(id, [
        { id: 'd1', kind: 'delivered', occurred_at: `${at}:00Z`, place: 'Dayton', says: 'Left at the door' },
      ]);
      await owner.query('update label_purchases set track_at = now() where id = $1', [id]);
      await followParcels({
        database: platform.database,
        producer: { dispatch: () => Promise.resolve(true) },
      });
      const named = await until('it was delivered', async () => {
        const { data } = (await client.get(`${labelsPath}/${id}`)).body;
        return data.tracking_state === 'delivered' && data;
      });
      t.like(named, { carrier_code: carrier, tracking_no, last_error: null });
      t.like((await close(account)).body.data, { state: 'accepted', labels: 1, carrier_code: carrier });
      t.deepEqual(far.taken.at(-1)!.labels, [id]);
      t.deepEqual(far.misspelt, []);
    },
  );

  test.serial(`${adapter}: who is silent is asked where a parcel is`, async (t) => {
    const { client, owner } = platform;
    const account = await open(adapter);
    const label = await bought(account, service);
    far.mood = () => 'honest';
    const at = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
    far.tracking.set(label.id, [
      { id: 'd1', kind: 'delivered', occurred_at: `${at}:00Z`, place: 'Dayton', says: 'Left at the door' },
    ]);
    await owner.query('update label_purchases set track_at = now() where id = $1', [label.id]);
    await followParcels({ database: platform.database, producer: { dispatch: () => Promise.resolve(true) } });
    const seen = await until('it was delivered', async () => {
      const { data } = (await client.get(`${labelsPath}/${label.id}`)).body;
      return data.tracking_state === 'delivered' && data;
    });
    t.is(seen.tracked_at.slice(0, 16), at);
  });
}

test.serial('an account with many carriers closes the day of one after the other', async (t) => {
  const account = await open('easypost');
  const { service } = vendors.easypost;
  const [one, other] = [await bought(account, service), await bought(account, service)];
  await platform.owner.query("update label_purchases set carrier_code = 'UPS' where id = $1", [other.id]);
  const unnamed = await close(account);
  t.deepEqual([unnamed.status, unnamed.body.error.code], [400, 'CARRIER_NOT_NAMED'], unnamed.text);
  t.deepEqual(unnamed.body.error.details.carriers, ['UPS', 'USPS']);
  t.like((await close(account, { carrier_code: 'UPS' })).body.data, { labels: 1, carrier_code: 'UPS' });
  t.like((await close(account)).body.data, { labels: 1, carrier_code: 'USPS' });
  t.deepEqual(
    far.taken.slice(-2).map(({ labels }) => labels),
    [[String(other.id)], [String(one.id)]],
  );
});
