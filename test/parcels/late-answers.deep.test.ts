/** What a carrier says late, or says of the account alone: what it sold before is known all the same. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, token, type FarCarrier, type Mood } from './far-carrier.ts';
import { inState, newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

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

const soldOf = (id: string) => far.sold.filter(({ reference }) => reference === id);

test.serial(
  'that the account is not known, however long after a loss, says nothing of the label: nor does it of a void',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url, {
      far_side: 'deduplicates',
      api_url: `${far.url}/generic/keyed`,
    });
    const moods: Record<'buy' | 'void' | 'ask', Mood[]> = {
      buy: ['takes and hangs up', 'does not know us', 'does not know us'],
      void: ['does not know us'],
      ask: [],
    };
    far.mood = (_reference, what) => moods[what].shift() ?? 'honest';
    const { buy } = await newParcel(platform, account.id, { print: false });
    const { id } = (await buy(client, { prefer: 'respond-async' })).body.data;
    const label = await inState(client, id, 'bought', 'refused');
    t.is(label.state, 'bought', String(label.last_error));
    t.is(soldOf(id).length, 1);
    t.is((await onLabel(client, id, 'void')).status, 200);
    await until('the void is denied, or over', async () => {
      const { state, last_error: error } = (await client.get(`/api/tms/labels/${id}`)).body.data;
      return state !== 'voiding' || error !== null;
    });
    t.is((await inState(client, id, 'voided', 'bought')).state, 'voided');
  },
);

test.serial(
  'what was given up and sold all the same is known with its price, beside the other label',
  async (t) => {
    const { client, owner } = platform;
    const account = await newAccount(client, far.url, { far_side: 'neither' });
    const { buy, body } = await newParcel(platform, account.id, { print: false });
    const before = far.mood;
    let open = (): void => {};
    far.gate = new Promise<void>((resolve) => (open = resolve));
    far.mood = (_reference, what) => (what === 'buy' ? 'waits at the gate' : 'honest');
    const asked = far.asked.length;
    const { id } = (await buy(client, { prefer: 'respond-async' })).body.data;
    await until('the carrier is asked', () => far.asked.length > asked);
    // As if its call had taken longer than it may.
    await owner.query(
      "update label_purchases set state = 'unknown', unknown_since = now(), next_try_at = null, claimed_until = now() where id = $1",
      [id],
    );
    const given = await onLabel(client, id, 'give_up', { reason: 'The packer cannot wait.' });
    t.is(given.body.data.state, 'refused', given.text);
    far.mood = before;
    const other = await client.post('/api/tms/labels', body);
    t.is(other.status, 201, other.text);
    open();
    const label = await until('it is known', async () => {
      const { data } = (await client.get(`/api/tms/labels/${id}`)).body;
      return data.unneeded_since && data;
    });
    const [sold] = soldOf(id);
    t.like(label, { state: 'refused', tracking_no: sold!.tracking_no, amount: Number(sold!.amount) });
    t.regex(label.last_error, /has another label/);
    const { rows } = await owner.query(
      "select 1 from events where type = 'label.unneeded' and subject_id = $1",
      [id],
    );
    t.is(rows.length, 1);
    const shown = (await client.get(`/api/wms/shipments/${body.shipment_id}`)).body.data.tracking_no;
    t.is(shown, other.body.data.tracking_no);
  },
);

test.serial(
  'a label whose shipment nobody has made yet is bought, though one who was to make it died and the next was not heard',
  async (t) => {
    const { client, owner } = platform;
    const account = await newAccount(client, far.url, {
      adapter: 'easypost',
      credentials: { api_key: token },
      api_url: `${far.url}/easypost`,
    });
    const { buy } = await newParcel(platform, account.id, { service_code: 'USPS.Priority', print: false });
    far.mood = () => 'refuses';
    const { id } = (await buy(client, { prefer: 'respond-async' })).body.data;
    await until('it could not be made', async () => {
      const { data } = (await client.get(`/api/tms/labels/${id}`)).body;
      return data.last_error;
    });
    await owner.query(
      "update label_purchases set state = 'sending', claim = gen_random_uuid(), claimed_until = now() where id = $1",
      [id],
    );
    await inState(client, id, 'unknown');
    far.mood = () => 'honest';
    t.is((await inState(client, id, 'bought')).unknown_since, null);
    t.is(soldOf(id).length, 1);
  },
);

test.serial(
  'a label whose carrier takes the account no more when it is to be taken back is given up by a person',
  async (t) => {
    const { client } = platform;
    far.mood = () => 'honest';
    const account = await newAccount(client, far.url);
    const { buy } = await newParcel(platform, account.id, { print: false });
    const { id } = (await buy()).body.data;
    far.mood = () => 'does not know us';
    t.is((await onLabel(client, id, 'void')).status, 200);
    await until('it has been asked', async () => {
      const { data } = (await client.get(`/api/tms/labels/${id}`)).body;
      return data.state === 'voiding' && data.last_error;
    });
    const given = await until('nobody is asking', async () => {
      const answer = await onLabel(client, id, 'give_up', { reason: 'We left them.' });
      return answer.body.error?.code !== 'LABEL_ASKED' && answer;
    });
    t.like(given.body.data, { state: 'bought', resolved_for: 'We left them.' }, given.text);
    far.mood = () => 'honest';
    t.is(soldOf(id).length, 1);
    t.false(soldOf(id)[0]!.isVoided);
  },
);
