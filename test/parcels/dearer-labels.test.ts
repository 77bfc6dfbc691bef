/** What costs more than was quoted and is tolerated: bought, and neither printed nor shown before somebody accepts it. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

const rulesPath = '/api/tms/carrier-rules';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  far.rates = [
    { service_code: 'GROUND', amount: '7.42', currency: 'USD', days: 4 },
    { service_code: 'AIR', amount: '19.50', currency: 'USD', days: 1 },
  ];
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

let rules = 0;
async function newRule(body: object): Promise<any> {
  rules += 1;
  const answer = await platform.client.post(rulesPath, {
    name: `Rule ${rules}`,
    priority: 1000 - rules,
    account_ids: [account.id],
    ...body,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const end = (rule: any) => platform.client.patch(`${rulesPath}/${rule.id}`, { is_active: false });

test.serial('what costs more than quoted and tolerated waits for a person', async (t) => {
  const { client } = platform;
  const rule = await newRule({ choose: 'cheapest', tolerance_percent: 10 });
  const buy = async () => {
    const { shipment } = await newParcel(platform, account.id);
    const answer = await client.post(labelsPath, { shipment_id: shipment.id, print: false });
    t.is(answer.status, 201, answer.text);
    return { shipment, label: answer.body.data };
  };
  far.dearerBy = 0.74;
  t.is((await buy()).label.state, 'bought', '8.16 of 7.42 are within ten percent');
  far.dearerBy = 0.75;
  const { shipment, label } = await buy();
  t.like(label, { state: 'dearer', amount: 8.17, quoted_amount: 7.42 });
  t.is((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.tracking_no, null);
  const packer = await platform.clientWith(platform.standard, ['tms.labels']);
  t.is((await onLabel(packer, label.id, 'accept', { reason: 'It is wanted.' })).status, 403);
  const accepted = await onLabel(client, label.id, 'accept', { reason: 'It is wanted.' });
  t.like(accepted.body.data, { state: 'bought', resolved_for: 'It is wanted.', last_error: null });
  t.is(
    (await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.tracking_no,
    accepted.body.data.tracking_no,
  );
  const { label: other } = await buy();
  t.is((await onLabel(client, other.id, 'void')).status, 200);
  await inState(client, other.id, 'voided');
  far.dearerBy = 0;
  await end(rule);
});

for (const [name, far_side, mood] of [
  ['whose carrier refuses to take it back', 'answers', 'says no'],
  ['whose void is given up', 'neither', 'takes and hangs up'],
] as const)
  test.serial(`a dearer label ${name} still waits for somebody to accept its price`, async (t) => {
    const { client, owner } = platform;
    const own = await newAccount(client, far.url, { far_side });
    const rule = await newRule({ choose: 'cheapest', account_ids: [own.id] });
    const { shipment } = await newParcel(platform, own.id);
    const shown = async () => (await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.tracking_no;
    far.dearerBy = 5;
    const { id } = (await client.post(labelsPath, { shipment_id: shipment.id, print: false })).body.data;
    far.dearerBy = 0;
    await inState(client, id, 'dearer');
    far.mood = (_reference, what) => (what === 'void' ? mood : 'honest');
    t.is((await onLabel(client, id, 'void')).status, 200);
    if (far_side === 'neither') {
      await inState(client, id, 'void_unknown');
      await until('nobody asks', async () => {
        const { data } = (await client.get(`${labelsPath}/${id}`)).body;
        return data.next_try_at === null;
      });
      t.is((await onLabel(client, id, 'give_up', { reason: 'They have it still.' })).status, 200);
    }
    await inState(client, id, 'dearer');
    far.mood = () => 'honest';
    t.is((await onLabel(client, id, 'reprint')).body.error.code, 'ILLEGAL_TRANSITION');
    t.is(await shown(), null);
    const { rows } = await owner.query(
      "select data->>'state' as state from events where subject_id = $1 and type = 'label.void_refused'",
      [id],
    );
    t.deepEqual(rows, [{ state: 'dearer' }]);
    const accepted = await onLabel(client, id, 'accept', { reason: 'It is wanted.' });
    t.is(accepted.body.data.state, 'bought', accepted.text);
    t.is(await shown(), accepted.body.data.tracking_no);
    await end(rule);
  });

test.serial('a dearer label is accepted before its parcel leaves, where parcels need theirs', async (t) => {
  const { client } = platform;
  await client.patch('/api/tenancy/settings', { ship_needs_labels: true });
  const rule = await newRule({ choose: 'cheapest' });
  const { shipment, carton } = await newParcel(platform, account.id);
  const ship = () => client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'ship' });
  far.dearerBy = 5;
  const body = { shipment_id: shipment.id, carton_id: carton.id, print: false };
  const { id } = (await client.post(labelsPath, body)).body.data;
  far.dearerBy = 0;
  await inState(client, id, 'dearer');
  const refused = await ship();
  t.like(
    refused.body.error,
    { code: 'LABEL_MISSING', details: { label_id: id, state: 'dearer' } },
    refused.text,
  );
  t.regex(refused.body.error.message, /accept/);
  t.is((await onLabel(client, id, 'accept', { reason: 'It is wanted.' })).status, 200);
  t.is((await ship()).status, 200);
  await client.patch('/api/tenancy/settings', { ship_needs_labels: false });
  await end(rule);
});
