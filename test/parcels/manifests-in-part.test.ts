/** A day that a carrier takes a part of: what it took is its own, the rest is free, and every paper it made is kept. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, token, type FarCarrier, type Mood } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

const sellers = {
  generic: { at: '/generic/plain', credentials: { token }, service: 'GROUND' },
  karrio: { at: '/karrio/v1', credentials: { token }, service: 'post.canadapost_priority' },
  shipengine: { at: '/shipengine/v1', credentials: { api_key: token }, service: 'se-100.usps_priority_mail' },
} as const;
const path = '/api/tms/manifests';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
  await placeWarehouse(platform);
});
test.after.always(() => platform?.stop());

async function sellerOf(t: any, adapter: keyof typeof sellers) {
  const far = await startFarCarrier();
  t.teardown(() => far.close());
  const { at, credentials, service } = sellers[adapter];
  const account = await newAccount(platform.client, far.url, {
    adapter,
    credentials,
    api_url: `${far.url}${at}`,
  });
  const bought = async (): Promise<any> => {
    const { buy } = await newParcel(platform, account.id, { service_code: service, print: false });
    const answer = await buy();
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  };
  const close = (headers = {}) =>
    platform.client.post(
      path,
      { account_id: account.id, warehouse_id: platform.standard.warehouseId },
      { headers },
    );
  return { far, bought, close };
}

const leave = (far: FarCarrier, { id }: any): void => {
  far.leaves = (reference) => (reference === id ? 'Its ship date has passed.' : undefined);
};
const labelOf = async ({ id }: any): Promise<any> =>
  (await platform.client.get(`${labelsPath}/${id}`)).body.data;

for (const adapter of Object.keys(sellers) as (keyof typeof sellers)[]) {
  test(`${adapter}: what it left is free for another manifest, and goes back`, async (t) => {
    const { client } = platform;
    const { far, bought, close } = await sellerOf(t, adapter);
    const [left, taken, unwanted] = [await bought(), await bought(), await bought()];
    far.leaves = (reference) => (reference === taken.id ? undefined : 'Its ship date has passed.');
    const { data: day } = (await close()).body;
    t.like(day, { state: 'accepted', labels: 1, has_file: true });
    t.regex(day.last_error, /2 of 3 labels/);
    t.truthy((await labelOf(taken)).manifested_at);
    for (const one of [left, unwanted]) {
      const now = await labelOf(one);
      t.like(now, { state: 'bought', manifest_id: null, manifested_at: null });
      t.regex(now.manifest_error, adapter === 'shipengine' ? /ship date has passed/ : /does not name it/);
    }
    t.is((await onLabel(client, unwanted.id, 'void')).status, 200);
    await inState(client, unwanted.id, 'voided');
    far.leaves = () => undefined;
    const { data: next } = (await close()).body;
    t.like(next, { state: 'accepted', labels: 1, last_error: null });
    t.like(await labelOf(left), { manifest_id: next.id, manifest_error: null });
    t.deepEqual(
      far.taken.map(({ labels }) => labels),
      [[String(taken.id)], [String(left.id)]],
    );
  });

  test(`${adapter}: a lost answer is found by any of its labels, and nothing is told twice`, async (t) => {
    const { far, bought, close } = await sellerOf(t, adapter);
    const labels = [await bought(), await bought()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    leave(far, labels[0]);
    const moods: Mood[] = ['takes and hangs up'];
    far.mood = (_reference, what) => (what === 'buy' ? (moods.shift() ?? 'honest') : 'honest');
    const { id } = (await close({ prefer: 'respond-async' })).body.data;
    const day = await until('the day is accepted', async () => {
      const { data } = (await platform.client.get(`${path}/${id}`)).body;
      return data.state === 'accepted' && data;
    });
    t.is(day.labels, 1);
    t.deepEqual(
      far.taken.map((one) => one.labels),
      [[String(labels[1].id)]],
    );
    t.regex((await labelOf(labels[0])).manifest_error, /does not name it/);
  });
}

test('karrio: a day whose carrier names parcels by numbers of its own is taken whole', async (t) => {
  const { far, bought, close } = await sellerOf(t, 'karrio');
  const labels = [await bought(), await bought()];
  far.isNamingItsOwn = true;
  t.like((await close()).body.data, { state: 'accepted', labels: 2, left: 0, last_error: null });
  for (const one of labels) t.truthy((await labelOf(one)).manifested_at);
});

test('of a day that became several manifests every paper is kept, and what is being made is waited for', async (t) => {
  const { client } = platform;
  const { far, bought, close } = await sellerOf(t, 'shipengine');
  const labels = [await bought(), await bought(), await bought()];
  far.onOneManifest = 2;
  const { data: day } = (await close()).body;
  t.like(day, { state: 'accepted', labels: 3, files: 2, manifest_no: 'form-1, form-2', last_error: null });
  for (const no of [1, 2])
    t.is((await client.get(`${path}/${day.id}/file?no=${no}`)).text, `%PDF-1.4 form-${no}`);
  t.is((await client.get(`${path}/${day.id}/file`)).text, '%PDF-1.4 form-1');
  t.is((await client.get(`${path}/${day.id}/file?no=3`)).status, 404);
  for (const one of labels) t.truthy((await labelOf(one)).manifested_at);
});

test('a day of more labels than one manifest takes says how many are left, and the next one takes them', async (t) => {
  const { owner } = platform;
  const { far, bought, close } = await sellerOf(t, 'generic');
  const { id } = await bought();
  const clone = await owner.connect();
  try {
    // As a thousand more parcels, each in a carton of its own.
    await clone.query('begin; set local session_replication_role = replica');
    const { rows } = await clone.query(
      "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'label_purchases' and is_generated = 'NEVER'",
    );
    const columns = String(rows[0].names);
    await clone.query(
      `insert into label_purchases (${columns}) select ${columns} from (
         select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'carton_id', gen_random_uuid()))).*
           from label_purchases p, generate_series(1, 1003) where p.id = $1) copies`,
      [id],
    );
    await clone.query('commit');
  } finally {
    clone.release();
  }
  const { data: day } = (await close()).body;
  t.like(day, { state: 'accepted', labels: 1_000, left: 4 });
  t.like((await close()).body.data, { state: 'accepted', labels: 4, left: 0 });
  t.is(new Set(far.taken.flatMap(({ labels }) => labels)).size, 1_004);
  t.is((await close()).body.error.code, 'NOTHING_TO_MANIFEST');
});
