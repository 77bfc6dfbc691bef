/** What carriers have not answered, not accepted or keep is seen by whoever runs the platform, with what to press. */
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

const manifestsPath = '/api/tms/manifests';

let platform: OwnPlatform & { stop(): Promise<void> };
let far: FarCarrier;
let cookie: string;
test.before(async () => {
  platform = await startPlatform(undefined);
  far = await startFarCarrier();
  await placeWarehouse(platform);
  const { url, client } = platform;
  const body = new URLSearchParams({ access_token: client.accessToken });
  const login = await fetch(`${url}/ops/login`, { method: 'POST', redirect: 'manual', body });
  cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

/** A section of the page, by its title. */
const section = async (title: string): Promise<string> => {
  const page = await (await fetch(`${platform.url}/ops`, { headers: { cookie } })).text();
  return page.split('<h2>').find((one) => one.startsWith(title)) ?? '';
};
const figures = async (): Promise<Record<string, number>> => {
  const text = await (await fetch(`${platform.url}/metrics`)).text();
  const lines = text.matchAll(/^(carrier_\w+\{state="\w+"\}) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name!, Number(value)]));
};
const figure = (name: string, state: string, value: number) =>
  until(`${name} ${state} is ${value}`, async () => (await figures())[`${name}{state="${state}"}`] === value);
const close = (account: any, headers = {}) =>
  platform.client.post(
    manifestsPath,
    { account_id: account.id, warehouse_id: platform.standard.warehouseId },
    { headers },
  );
const lost = { prefer: 'respond-async' };
const unanswered = 'Carriers that gave no answer';

test.serial(
  'a label and a manifest that are unknown are on the page, with what to press for each',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url, { name: 'Regional & Sons', far_side: 'neither' });
    const manifested = await newParcel(platform, account.id, { print: false });
    t.is((await manifested.buy()).status, 201);
    far.mood = (_reference, what) => (what === 'buy' ? 'loses' : 'honest');
    const { id } = (await close(account, lost)).body.data;
    const label = (await (await newParcel(platform, account.id, { print: false })).buy(client, lost)).body
      .data;
    await inState(client, label.id, 'unknown');
    await figure('carrier_manifests', 'for_person', 1);
    await figure('carrier_labels', 'for_person', 1);
    far.mood = () => 'honest';
    const shown = await section(unanswered);
    for (const words of [
      'Regional &amp; Sons',
      'Labels',
      'Manifests',
      'PATCH /api/tms/manifests/{id}',
      'adopt',
    ])
      t.true(shown.includes(words), `${words} is not on ${shown}`);

    const reason = 'Looked at its page.';
    t.is((await onLabel(client, label.id, 'give_up', { reason })).status, 200);
    t.is((await client.patch(`${manifestsPath}/${id}`, { action: 'adopt', reason })).status, 200);
    await figure('carrier_manifests', 'for_person', 0);
    t.is(await section(unanswered), '');
  },
);

test.serial('a carrier that cannot be reached is seen to wait, however often it is tried', async (t) => {
  const { client, owner } = platform;
  const account = await newAccount(client, far.url, { name: 'Unreachable' });
  const { buy } = await newParcel(platform, account.id, { print: false });
  const label = (await buy()).body.data;
  await client.patch(`/api/tms/carrier-accounts/${account.id}`, {
    api_url: 'http://127.0.0.1:9',
    credentials: { token: 'any' },
  });
  t.is((await onLabel(client, label.id, 'void')).status, 200);
  t.is((await client.get(`${labelsPath}/${label.id}`)).body.data.state, 'voiding');
  await owner.query("update label_purchases set said_at = now() - interval '20 minutes' where id = $1", [
    label.id,
  ]);
  const triesOf = async (): Promise<number> =>
    (await owner.query('select attempts from label_purchases where id = $1', [label.id])).rows[0].attempts;
  const tries = await triesOf();
  await until('it is tried again', async () => (await triesOf()) > tries);
  t.true((await figures())['carrier_label_lag_seconds{state="waiting"}']! >= 1_200);
  const shown = await section(unanswered);
  t.true(shown.includes('Unreachable') && shown.includes('20 minutes'), shown);

  // Not while it is being tried.
  await until('the account is back', async () => {
    const back = { api_url: `${far.url}/generic/plain`, credentials: { token: 'token-of-the-test' } };
    return (await client.patch(`/api/tms/carrier-accounts/${account.id}`, back)).status === 200;
  });
  await inState(client, label.id, 'voided');
  t.is(await section(unanswered), '');
});

test.serial('a manifest that was refused is on the page until the next has been told', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url, { name: 'Refuser' });
  t.is((await (await newParcel(platform, account.id, { print: false })).buy()).status, 201);
  far.mood = () => 'says no';
  t.is((await close(account)).body.data.state, 'refused');
  far.mood = () => 'honest';
  await figure('carrier_manifests', 'refused', 1);
  const shown = await section('Manifests that were not accepted');
  t.true(shown.includes('Refuser') && shown.includes('That street is not ours'), shown);
  t.is((await close(account)).body.data.state, 'accepted');
  await figure('carrier_manifests', 'refused', 0);
  t.is(await section('Manifests that were not accepted'), '');
});

test.serial('a manifest that was refused leaves the page once its labels were taken back', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url, { name: 'Emptied' });
  const label = (await (await newParcel(platform, account.id, { print: false })).buy()).body.data;
  far.mood = () => 'says no';
  t.is((await close(account)).body.data.state, 'refused');
  far.mood = () => 'honest';
  await figure('carrier_manifests', 'refused', 1);
  t.is((await onLabel(client, label.id, 'void')).status, 200);
  await inState(client, label.id, 'voided');
  // For the manifest of today, not for that one.
  t.is((await (await newParcel(platform, account.id, { print: false })).buy()).status, 201);
  await figure('carrier_manifests', 'refused', 0);
  t.is(await section('Manifests that were not accepted'), '');
});

test.serial('a label that its carrier keeps of a parcel that is not sent is on the page', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url, { name: 'Keeper' });
  const { buy, carton } = await newParcel(platform, account.id, { print: false });
  const label = (await buy()).body.data;
  t.is((await close(account)).body.data.state, 'accepted');
  t.is((await client.delete(`/api/wms/cartons/${carton.id}`)).status, 200);
  await figure('carrier_labels', 'unneeded', 1);
  const shown = await section('Labels of parcels that are not sent');
  t.true(shown.includes(label.tracking_no) && shown.includes('ask for a refund there'), shown);
});
