/** The day is closed: what a carrier takes with it is told once, however it answers. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, type FarCarrier, type Mood } from './far-carrier.ts';
import {
  inState,
  labelsPath,
  newAccount,
  newCarton,
  newParcel,
  onLabel,
  placeWarehouse,
} from './parcels-rig.ts';

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

async function bought(accountId: string): Promise<any> {
  const { buy } = await newParcel(platform, accountId, { print: false });
  const answer = await buy();
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const close = (accountId: string, headers = {}) =>
  platform.client.post(
    path,
    { account_id: accountId, warehouse_id: platform.standard.warehouseId },
    { headers },
  );

const manifestIn = (id: string, ...states: string[]) =>
  until(`the manifest is ${states.join(' or ')}`, async () => {
    const { data } = (await platform.client.get(`${path}/${id}`)).body;
    return states.includes(data.state) && data;
  });

const told = (id: string) => far.taken.filter(({ reference }) => reference === id);

test.serial("the day is closed once: its labels are the carrier's, and its paper is there", async (t) => {
  const { client, owner } = platform;
  const account = await newAccount(client, far.url);
  const labels = [await bought(account.id), await bought(account.id), await bought(account.id)];
  await onLabel(client, labels[2].id, 'void');
  await inState(client, labels[2].id, 'voided');
  const answers = await Promise.all([close(account.id), close(account.id)]);
  const [made] = answers.filter(({ status }) => status === 201);
  const [none] = answers.filter(({ status }) => status === 409);
  t.is(none?.body.error.code, 'NOTHING_TO_MANIFEST', answers.map(({ text }) => text).join());
  const manifest = made!.body.data;
  t.like(manifest, { state: 'accepted', labels: 2, has_file: true, last_error: null });
  t.deepEqual(
    told(manifest.id).map((one) => one.labels.toSorted()),
    [[String(labels[0].id), String(labels[1].id)].toSorted()],
  );
  t.regex(manifest.manifest_no, /^M-\d+$/);
  const paper = await client.get(`${path}/${manifest.id}/file`);
  t.deepEqual(
    [paper.headers.get('content-type'), paper.text],
    ['application/pdf', `%PDF-1.4 ${manifest.id}`],
  );
  const seen = (await client.get(`${labelsPath}?manifest_id=${manifest.id}`)).body.data;
  t.is(seen.length, 2);
  t.true(seen.every(({ manifested_at: at }: any) => at !== null));
  const back = await onLabel(client, labels[0].id, 'void');
  t.deepEqual([back.status, back.body.error.code], [409, 'LABEL_MANIFESTED']);
  t.is((await close(account.id)).body.error.code, 'NOTHING_TO_MANIFEST');
  const { rows } = await owner.query('select type from events where subject_id = any ($1) order by type', [
    [manifest.id, labels[0].id],
  ]);
  t.deepEqual(
    rows.map(({ type }) => type),
    ['label.bought', 'label.manifested', 'manifest.accepted'],
  );
});

for (const [name, more] of [
  ['one that answers', {}],
  ['one that deduplicates', { far_side: 'deduplicates' }],
] as const)
  test.serial(`${name} takes a day that got no answer`, async (t) => {
    const account = await newAccount(platform.client, far.url, more);
    const label = await bought(account.id);
    const moods: Mood[] = ['takes and hangs up'];
    far.mood = (_reference, what) => (what === 'buy' ? (moods.shift() ?? 'honest') : 'honest');
    const answer = await close(account.id, { prefer: 'respond-async' });
    t.is(answer.status, 202, answer.text);
    await manifestIn(answer.body.data.id, 'accepted');
    if (name === 'one that answers') t.is(told(answer.body.data.id).length, 1, 'it is not told twice');
    const { data } = (await platform.client.get(`${labelsPath}/${label.id}`)).body;
    t.truthy(data.manifested_at);
  });

test.serial('that the account is not known says nothing of a day that got no answer', async (t) => {
  const account = await newAccount(platform.client, far.url, { far_side: 'deduplicates' });
  const label = await bought(account.id);
  const moods: Mood[] = ['takes and hangs up', 'does not know us', 'does not know us'];
  far.mood = (_reference, what) => (what === 'buy' ? (moods.shift() ?? 'honest') : 'honest');
  const answer = await close(account.id, { prefer: 'respond-async' });
  const day = await manifestIn(answer.body.data.id, 'accepted', 'refused');
  t.is(day.state, 'accepted', String(day.last_error));
  t.truthy((await platform.client.get(`${labelsPath}/${label.id}`)).body.data.manifested_at);
});

test.serial('one that does neither is told again by a person alone', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url, { far_side: 'neither' });
  const label = await bought(account.id);
  const moods: Mood[] = ['takes and hangs up'];
  far.mood = (_reference, what) => (what === 'buy' ? (moods.shift() ?? 'honest') : 'honest');
  const { id } = (await close(account.id, { prefer: 'respond-async' })).body.data;
  const unknown = await manifestIn(id, 'unknown');
  t.is(unknown.next_try_at, null);
  t.is((await onLabel(client, label.id, 'void')).body.error.code, 'LABEL_MANIFESTED');
  const packer = await platform.clientWith(platform.standard, ['tms.labels']);
  const adopt = { action: 'adopt', reason: 'The driver has it.', manifest_no: 'M-77' };
  t.is((await packer.patch(`${path}/${id}`, adopt)).status, 403);
  const adopted = (await client.patch(`${path}/${id}`, adopt)).body.data;
  t.like(adopted, { state: 'accepted', manifest_no: 'M-77', resolved_for: 'The driver has it.' });
  t.is(told(id).length, 1);
});

test.serial('labels of a day that is refused or given up are free for the next', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url, { far_side: 'neither' });
  const label = await bought(account.id);
  far.mood = () => 'says no';
  const refused = await close(account.id);
  t.like(refused.body.data, { state: 'refused', labels: 0 });
  t.regex(refused.body.data.last_error, /That street is not ours/);
  far.mood = () => 'loses';
  const { id } = (await close(account.id, { prefer: 'respond-async' })).body.data;
  await manifestIn(id, 'unknown');
  await client.patch(`${path}/${id}`, { action: 'give_up', reason: 'The driver did not come.' });
  far.mood = () => 'honest';
  t.is((await onLabel(client, label.id, 'void')).status, 200);
  await inState(client, label.id, 'voided');
});

test.serial(
  'what was unpacked while its day waited for an answer is taken back once the day is given up',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url, { far_side: 'neither' });
    const { buy, carton } = await newParcel(platform, account.id, { print: false });
    const label = (await buy()).body.data;
    const sent = await bought(account.id);
    far.mood = (_reference, what) => (what === 'buy' ? 'loses' : 'honest');
    const { id } = (await close(account.id, { prefer: 'respond-async' })).body.data;
    await manifestIn(id, 'unknown');
    t.is((await client.delete(`/api/wms/cartons/${carton.id}`)).status, 200);
    t.is((await client.get(`/api/tms/labels/${label.id}`)).body.data.state, 'bought');
    await client.patch(`${path}/${id}`, { action: 'give_up', reason: 'The driver did not come.' });
    await inState(client, label.id, 'voided');
    t.like((await client.get(`/api/tms/labels/${sent.id}`)).body.data, {
      state: 'bought',
      manifest_id: null,
    });
    far.mood = () => 'honest';
  },
);

const eventsOf = async (id: string): Promise<string[]> => {
  const { rows } = await platform.owner.query(
    'select type from events where subject_id = $1 order by subject_seq',
    [id],
  );
  return rows.map(({ type }) => type);
};

test.serial(
  'what is unpacked or cancelled after its day was taken is told: its carrier keeps it',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url);
    const [unpacked, cancelled] = [
      await newParcel(platform, account.id, { print: false }),
      await newParcel(platform, account.id, { print: false }),
    ];
    const labels = [(await unpacked.buy()).body.data, (await cancelled.buy()).body.data];
    t.is((await close(account.id)).body.data.state, 'accepted');
    t.is((await client.delete(`/api/wms/cartons/${unpacked.carton.id}`)).status, 200);
    t.is(
      (await client.patch(`/api/wms/shipments/${cancelled.shipment.id}`, { action: 'cancel' })).status,
      200,
    );
    for (const { id } of labels) {
      const { data } = (await client.get(`${labelsPath}/${id}`)).body;
      t.is(data.state, 'bought');
      t.truthy(data.unneeded_since);
      t.regex(data.last_error, /ask for a refund/);
      t.deepEqual(await eventsOf(id), ['label.bought', 'label.manifested', 'label.unneeded']);
    }
    const anew = await newCarton(client, unpacked.shipment, 4);
    const again = await client.post(labelsPath, { ...unpacked.body, carton_id: anew.id });
    t.is(again.status, 201, again.text);
    t.is(again.body.data.unneeded_since, null);
  },
);

test.serial('what was unpacked while its day waited is told once the day was taken', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url, { far_side: 'neither' });
  const { buy, carton } = await newParcel(platform, account.id, { print: false });
  const label = (await buy()).body.data;
  far.mood = (_reference, what) => (what === 'buy' ? 'loses' : 'honest');
  const { id } = (await close(account.id, { prefer: 'respond-async' })).body.data;
  await manifestIn(id, 'unknown');
  far.mood = () => 'honest';
  t.is((await client.delete(`/api/wms/cartons/${carton.id}`)).status, 200);
  t.is((await client.get(`${labelsPath}/${label.id}`)).body.data.unneeded_since, null);
  await client.patch(`${path}/${id}`, { action: 'adopt', reason: 'The driver has it.' });
  t.deepEqual(await eventsOf(label.id), ['label.bought', 'label.manifested', 'label.unneeded']);
});

test.serial('what is cancelled at the moment its day is given up is taken back', async (t) => {
  const { client, owner } = platform;
  const account = await newAccount(client, far.url, { far_side: 'neither' });
  const { buy, shipment } = await newParcel(platform, account.id, { print: false });
  const label = (await buy()).body.data;
  far.mood = (_reference, what) => (what === 'buy' ? 'loses' : 'honest');
  const { id } = (await close(account.id, { prefer: 'respond-async' })).body.data;
  await manifestIn(id, 'unknown');
  far.mood = () => 'honest';
  const cancelling = await owner.connect();
  try {
    // As a cancellation that has passed its labels over, since they are on a manifest, and has not committed.
    await cancelling.query('begin; set local session_replication_role = replica');
    await cancelling.query("update wms_shipments set status = 'cancelled' where id = $1", [shipment.id]);
    const { rows } = await cancelling.query('select pg_backend_pid() as pid');
    const givingUp = client.patch(`${path}/${id}`, { action: 'give_up', reason: 'The driver did not come.' });
    await until('the day waits for the cancellation', async () => {
      const waiting = await owner.query(
        'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
        [rows[0].pid],
      );
      return waiting.rows.length > 0;
    });
    await cancelling.query('commit');
    t.is((await givingUp).status, 200);
  } finally {
    cancelling.release();
  }
  await inState(client, label.id, 'voided');
});

test.serial(
  'a day that was given up and taken all the same is, with the labels it was told with',
  async (t) => {
    const { client, owner } = platform;
    const account = await newAccount(client, far.url, { far_side: 'neither' });
    const [kept, gone] = [await bought(account.id), await bought(account.id)];
    let open = (): void => {};
    far.gate = new Promise<void>((resolve) => (open = resolve));
    far.mood = (_reference, what) => (what === 'buy' ? 'waits at the gate' : 'honest');
    const before = far.asked.length;
    const { id } = (await close(account.id, { prefer: 'respond-async' })).body.data;
    await until('the carrier is told', () => far.asked.length > before);
    // As if its call had taken longer than it may.
    await owner.query(
      "update manifests set state = 'unknown', unknown_since = now(), next_try_at = null, claimed_until = now() where id = $1",
      [id],
    );
    const given = await client.patch(`${path}/${id}`, {
      action: 'give_up',
      reason: 'The driver did not come.',
    });
    t.like(given.body.data, { state: 'refused', labels: 0 }, given.text);
    await onLabel(client, gone.id, 'void');
    await inState(client, gone.id, 'voided');
    open();
    const manifest = await manifestIn(id, 'accepted');
    far.mood = () => 'honest';
    t.is(manifest.labels, 1);
    t.regex(manifest.last_error, /Of 2 labels .* 1 /);
    t.truthy((await client.get(`${labelsPath}/${kept.id}`)).body.data.manifested_at);
  },
);

test.serial("manifests are the operator's", async (t) => {
  const { standard } = platform;
  const own = await platform.clientWith(standard, ['tms.labels'], { merchantId: standard.merchantId });
  t.deepEqual((await own.get(path)).body.data, []);
  const foreign = await platform.clientWith(platform.threePl, ['tms.labels']);
  t.deepEqual((await foreign.get(path)).body.data, []);
});
