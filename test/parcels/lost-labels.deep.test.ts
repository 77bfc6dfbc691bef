/** A carrier that loses, delays and mumbles: each label is bought once, or a person decides. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, token, type FarCarrier, type Mood } from './far-carrier.ts';
import { accountsPath, inState, newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
/** What it does with the requests of a service, in turn; then it is honest. */
const moods = new Map<string, Partial<Record<'buy' | 'ask' | 'void', Mood[]>>>();
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
  far.mood = (reference, what) => moods.get(reference)?.[what]?.shift() ?? 'honest';
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const soldOf = (id: string) => far.sold.filter(({ reference }) => reference === id);

let line: Promise<unknown> = Promise.resolve();

/** Buys a label at a carrier in these moods; answers with it as it stands then. One after the other, whoever asks. */
function bought(...asked: Parameters<typeof boughtNext>): ReturnType<typeof boughtNext> {
  const next = line.then(() => boughtNext(...asked));
  line = next.catch(() => {});
  return next;
}

async function boughtNext(
  accountId: string,
  of: Partial<Record<'buy' | 'ask' | 'void', Mood[]>>,
  service: string,
) {
  const { body } = await newParcel(platform, accountId, { service_code: service, print: false });
  // Its id is known once it is said; its moods have to stand before it is sent.
  const before = far.mood;
  far.mood = (reference, what) => {
    if (!moods.has(reference) && what !== 'void') moods.set(reference, of);
    return before(reference, what);
  };
  const { data } = (
    await platform.client.post('/api/tms/labels', body, { headers: { prefer: 'respond-async' } })
  ).body;
  await until('the carrier has heard of it', () => moods.has(data.id));
  far.mood = before;
  return data;
}

const troubles: Mood[][] = [
  ['takes and fails'],
  ['takes and hangs up'],
  ['takes and mumbles'],
  ['takes late'],
  ['loses'],
  ['refuses', 'takes and hangs up'],
  ['loses', 'takes late'],
];

for (const [name, more, service] of [
  ['one that answers', {}, 'GROUND'],
  ['one that deduplicates', { far_side: 'deduplicates', path: 'keyed' }, 'GROUND'],
  ['EasyPost', { adapter: 'easypost', credentials: { api_key: token } }, 'USPS.Priority'],
  ['Karrio', { adapter: 'karrio', at: '/karrio/v1' }, 'post.canadapost_priority'],
  [
    'ShipEngine',
    { adapter: 'shipengine', at: '/shipengine/v1', credentials: { api_key: token } },
    'se-100.usps_priority_mail',
  ],
] as const) {
  // All at once: it is a test of waits.
  test(`${name} sells each label once, whatever it loses`, async (t) => {
    const { client } = platform;
    const { path = 'plain', at, ...settings } = more as any;
    const usual = settings.adapter === 'easypost' ? '/easypost' : `/generic/${path}`;
    const url = `${far.url}${at ?? usual}`;
    const account = await newAccount(client, far.url, { ...settings, api_url: url });
    const labels: any[] = [];
    for (const buy of troubles) labels.push(await bought(account.id, { buy: [...buy], ask: [] }, service));
    for (const { id } of labels) {
      const label = await inState(client, id, 'bought');
      t.is(soldOf(id).length, 1);
      t.is(label.tracking_no, soldOf(id)[0]!.tracking_no);
      t.is(label.amount, Number(soldOf(id)[0]!.amount));
      t.is(label.unknown_since, null);
      t.is(label.format, 'zpl');
    }
    const [first, second] = labels;
    moods.get(first.id)!.void = ['takes and hangs up'];
    moods.get(second.id)!.void = ['loses'];
    for (const { id } of [first, second]) t.is((await onLabel(client, id, 'void')).status, 200);
    for (const { id } of [first, second]) {
      await inState(client, id, 'voided');
      t.true(soldOf(id)[0]!.isVoided);
    }
    t.deepEqual(far.misspelt, [], 'and is spoken to in its own words');
  });
}

test.serial(
  'one that does neither is never asked twice without a person, who says what became of it',
  async (t) => {
    const { client, owner } = platform;
    const account = await newAccount(client, far.url, { far_side: 'neither' });
    const lose = (buy: Mood) => bought(account.id, { buy: [buy] }, 'GROUND');
    const [taken, lost, left] = [await lose('takes and hangs up'), await lose('loses'), await lose('loses')];
    for (const { id } of [taken, lost, left]) {
      const label = await inState(client, id, 'unknown');
      t.is(label.next_try_at, null);
    }
    const { rows } = await owner.query(
      "select 1 from events where type = 'label.unknown' and subject_id = any ($1)",
      [[taken.id, lost.id, left.id]],
    );
    t.is(rows.length, 3);
    t.deepEqual(
      [taken, lost, left].map(({ id }) => soldOf(id).length),
      [1, 0, 0],
    );

    const packer = await platform.clientWith(platform.standard, ['tms.labels']);
    t.is((await onLabel(packer, taken.id, 'adopt', { reason: 'I saw it', tracking_no: 'x' })).status, 403);
    const tracking = soldOf(taken.id)[0]!.tracking_no;
    const noNumber = await onLabel(client, taken.id, 'adopt', { reason: 'It is on their page.' });
    t.is(noNumber.status, 400);
    const adopt = { reason: 'It is on their page.', tracking_no: tracking, amount: 7.5, currency: 'USD' };
    t.like((await onLabel(client, taken.id, 'adopt', adopt)).body.data, {
      state: 'bought',
      tracking_no: tracking,
      amount: 7.5,
      resolved_for: 'It is on their page.',
    });
    t.is((await onLabel(client, lost.id, 'retry', { reason: 'They do not have it.' })).status, 200);
    await inState(client, lost.id, 'bought');
    const given = await onLabel(client, left.id, 'give_up', { reason: 'The parcel goes by another.' });
    t.is(given.body.data.state, 'refused');
    t.deepEqual(
      [taken, lost, left].map(({ id }) => soldOf(id).length),
      [1, 1, 0],
    );
  },
);

test.serial(
  'a no right after a loss is not believed of one that deduplicates: the first try may be at work',
  async (t) => {
    const account = await newAccount(platform.client, far.url, {
      far_side: 'deduplicates',
      api_url: `${far.url}/generic/keyed`,
      settle_after_seconds: 5,
    });
    const { id } = await bought(account.id, { buy: ['loses', 'says no'] }, 'GROUND');
    await inState(platform.client, id, 'bought');
    t.is(soldOf(id).length, 1);
  },
);

const often = (mood: Mood): Mood[] => Array<Mood>(100).fill(mood);

test.serial(
  'what is sent again under its key is the same, whatever its account asks for by then',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url, {
      far_side: 'deduplicates',
      api_url: `${far.url}/generic/keyed`,
    });
    const { id } = await bought(account.id, { buy: ['takes and hangs up', ...often('refuses')] }, 'GROUND');
    await inState(client, id, 'unknown');
    const changed = await client.patch(`${accountsPath}/${account.id}`, { label_format: 'pdf' });
    t.is(changed.status, 200, changed.text);
    moods.get(id)!.buy = [];
    const label = await inState(client, id, 'bought', 'refused');
    t.is(label.state, 'bought', String(label.last_error));
    t.is(soldOf(id).length, 1);
  },
);

test.serial('an account is not moved while its carrier may have sold what is not known of', async (t) => {
  const { client, owner } = platform;
  const elsewhere = await startFarCarrier();
  t.teardown(() => elsewhere.close());
  const account = await newAccount(client, far.url);
  const change = (body: object) => client.patch(`${accountsPath}/${account.id}`, body);
  const move = ({ url }: FarCarrier) => change({ api_url: `${url}/generic/plain`, credentials: { token } });
  const { id } = await bought(account.id, { buy: ['takes and hangs up'], ask: often('refuses') }, 'GROUND');
  await inState(client, id, 'unknown');
  const refused = await move(elsewhere);
  t.like(
    refused.body.error,
    { code: 'ACCOUNT_UNSETTLED', details: { labels: 1, manifests: 0 } },
    refused.text,
  );
  t.is((await change({ name: 'Another name' })).status, 200);
  moods.get(id)!.ask = [];
  await inState(client, id, 'bought');
  t.is((await move(elsewhere)).status, 200);
  t.deepEqual([soldOf(id).length, elsewhere.sold.length], [1, 0]);

  const claiming = await owner.connect();
  try {
    await claiming.query('begin');
    await claiming.query('select from carrier_accounts where id = $1 for key share', [account.id]);
    const moved = move(far);
    await until('it waits for who is claiming', async () => {
      const { rows } = await owner.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%carrier_accounts%'",
      );
      return rows.length > 0;
    });
    const claimed = "claim = gen_random_uuid(), claimed_until = now() + interval '1 hour'";
    await claiming.query(`update label_purchases set state = 'sending', ${claimed} where id = $1`, [id]);
    await claiming.query('commit');
    t.is((await moved).body.error.code, 'ACCOUNT_UNSETTLED');
  } finally {
    await claiming.query('rollback').catch(() => {});
    claiming.release();
    await owner.query("update label_purchases set state = 'bought', claim = null where id = $1", [id]);
  }
});

test.serial(
  'what an account can do, and whose it is, stays while its carrier may have sold a label',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url);
    const change = (body: object) => client.patch(`${accountsPath}/${account.id}`, body);
    const { id } = await bought(account.id, { buy: ['takes and hangs up'], ask: often('refuses') }, 'GROUND');
    await inState(client, id, 'unknown');
    for (const body of [{ far_side: 'deduplicates' }, { credentials: { token: 'of another customer' } }]) {
      const refused = await change(body);
      t.is(refused.body.error?.code, 'ACCOUNT_UNSETTLED', refused.text);
    }
    t.is((await change({ far_side: 'answers' })).status, 200, 'it is that already');
    const rotated = await change({ credentials: { token, webhook_secret: 'hush' }, same_account: true });
    t.is(rotated.status, 200, rotated.text);
    moods.get(id)!.ask = [];
    await inState(client, id, 'bought');
    t.is(soldOf(id).length, 1);
    t.is((await change({ far_side: 'deduplicates', credentials: { token } })).status, 200);
  },
);

test.serial(
  'a carrier that does not take the account says so; with another key the label is bought',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url, { credentials: { token: 'expired' } });
    const { buy } = await newParcel(platform, account.id, { print: false });
    const refused = await buy();
    t.like(
      refused.body.error,
      { code: 'ACCOUNT_REFUSED', details: { account_id: account.id } },
      refused.text,
    );
    t.is(refused.status, 409);
    t.is((await client.patch(`${accountsPath}/${account.id}`, { credentials: { token } })).status, 200);
    t.is((await buy()).status, 201);
  },
);

test.serial('a carrier that says no is quoted, and the carton is free for another label', async (t) => {
  const account = await newAccount(platform.client, far.url);
  const { buy } = await newParcel(platform, account.id, { print: false });
  const before = far.mood;
  far.mood = () => 'says no';
  const answer = await buy();
  far.mood = before;
  t.deepEqual([answer.status, answer.body.error.code], [409, 'LABEL_REFUSED']);
  t.regex(answer.body.error.message, /That street is not ours/);
  t.is((await buy()).status, 201);
});

test.serial('who does not want to wait is answered 202 with the label as it stands', async (t) => {
  const account = await newAccount(platform.client, far.url, { settle_after_seconds: 3 });
  const { buy } = await newParcel(platform, account.id, { print: false });
  const before = far.mood;
  const first: Mood[] = ['loses'];
  far.mood = (_reference, what) => (what === 'buy' ? (first.shift() ?? 'honest') : 'honest');
  const answer = await buy(platform.client, { prefer: 'wait=1' });
  t.is(answer.status, 202);
  t.true(['sending', 'unknown'].includes(answer.body.data.state));
  await inState(platform.client, answer.body.data.id, 'bought');
  far.mood = before;
  t.is(soldOf(answer.body.data.id).length, 1);
});
