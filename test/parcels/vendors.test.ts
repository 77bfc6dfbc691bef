/** Vendors are spoken to in the words of their published descriptions, and understood in theirs. */
import test from 'ava';
import { listRefusedRefunds } from '../../db/parcels/stuck-labels.read.ts';
import { followRefunds } from '../../workers/parcels/follow-refunds.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, token, zplOf, type FarCarrier, type Mood } from './far-carrier.ts';
import {
  accountsPath,
  inState,
  labelsPath,
  newAccount,
  newParcel,
  onLabel,
  placeWarehouse,
} from './parcels-rig.ts';
import { misspelt, vendorRequests } from './vendor-requests.ts';
import { pageOf } from './vendor-side.ts';

const vendors = {
  easypost: { at: '/easypost', credentials: { api_key: token }, service: 'USPS.Priority' },
  karrio: { at: '/karrio/v1', credentials: { token }, service: 'post.canadapost_priority' },
  shipengine: { at: '/shipengine/v1', credentials: { api_key: token }, service: 'se-100.usps_priority_mail' },
} as const;
type Vendor = keyof typeof vendors;

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
const accounts = {} as Record<Vendor, any>;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
  for (const [adapter, { at, credentials }] of Object.entries(vendors))
    accounts[adapter as Vendor] = await newAccount(platform.client, far.url, {
      adapter,
      credentials,
      api_url: `${far.url}${at}`,
    });
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

for (const [vendor, { service }] of Object.entries(vendors))
  test.serial(`${vendor}: tested, rated, bought, read and taken back in its own words`, async (t) => {
    const { client } = platform;
    const account = accounts[vendor as Vendor];
    t.is(account.far_side, 'answers');
    t.like((await client.post(`${accountsPath}/${account.id}/test`)).body.data, { ok: true });
    const { shipment, buy } = await newParcel(platform, account.id, { service_code: service, print: false });
    const rated = await client.post('/api/tms/rates', {
      shipment_id: shipment.id,
      account_ids: [account.id],
    });
    const [quote] = rated.body.data.quotes;
    t.is(quote?.service_code, service, rated.text);
    t.true(quote.amount > 8 && quote.days > 0 && quote.delivers_on.startsWith('2026-12-0'), rated.text);
    const bought = await buy();
    t.is(bought.status, 201, bought.text);
    const label = bought.body.data;
    const sold = far.sold.find(({ reference }) => reference === label.id)!;
    t.like(label, {
      tracking_no: sold.tracking_no,
      tracking_url: pageOf(sold.tracking_no),
      amount: Number(sold.amount),
      format: 'zpl',
    });
    t.is((await client.get(`${labelsPath}/${label.id}/file`)).text, zplOf(sold.tracking_no));
    t.is((await onLabel(client, label.id, 'void')).status, 200);
    await inState(client, label.id, 'voided');
    t.true(sold.isVoided);
    t.deepEqual(far.misspelt, []);
    const kinds = Object.keys(vendorRequests).filter(
      (kind) => kind.startsWith(`${vendor} `) && !/ (scan form|manifest|tracker)$/.test(kind),
    );
    t.deepEqual(
      kinds.filter((kind) => !far.heard.has(kind as never)),
      [],
      'all of it was heard',
    );
  });

for (const [vendor, { service }] of Object.entries(vendors))
  test.serial(`${vendor}: what it refuses is said in its words, and the carton is free`, async (t) => {
    const account = accounts[vendor as Vendor];
    const { buy } = await newParcel(platform, account.id, { service_code: service, print: false });
    const moods: Mood[] = ['says no'];
    far.mood = (_reference, what) => (what === 'buy' ? (moods.shift() ?? 'honest') : 'honest');
    const refused = await buy();
    t.deepEqual([refused.status, refused.body.error.code], [409, 'LABEL_REFUSED']);
    t.regex(refused.body.error.message, /That street is not ours/);
    t.is((await buy()).status, 201);
    const other = await newParcel(platform, account.id, { service_code: 'NONE.SUCH', print: false });
    const unknown = await other.buy();
    t.is(unknown.status, vendor === 'shipengine' ? 201 : 409, unknown.text);
  });

const payer = { billing_account_no: 'X1Y2Z3', billing_postal: '84123', billing_country: 'US' };
const payersOf = {
  easypost: ({ shipment }: any) => shipment.options.payment,
  karrio: ({ payment, billing_address }: any) => ({ payment, billing_address }),
  shipengine: ({ shipment }: any) => shipment.advanced_options,
};
const told = {
  easypost: { type: 'THIRD_PARTY', account: 'X1Y2Z3', country: 'US', postal_code: '84123' },
  karrio: {
    payment: { paid_by: 'third_party', account_number: 'X1Y2Z3' },
    billing_address: { postal_code: '84123', country_code: 'US' },
  },
  shipengine: {
    bill_to_party: 'third_party',
    bill_to_account: 'X1Y2Z3',
    bill_to_country_code: 'US',
    bill_to_postal_code: '84123',
  },
};
const consignee = { easypost: 'RECEIVER', karrio: 'recipient', shipengine: 'recipient' };

for (const [vendor, { service }] of Object.entries(vendors) as [Vendor, (typeof vendors)[Vendor]][])
  test.serial(
    `${vendor}: is told in its own words which other account pays, for the price as well`,
    async (t) => {
      const { client } = platform;
      const at = `${accountsPath}/${accounts[vendor].id}`;
      const collected = await client.patch(at, { billing: 'collect', ...payer });
      t.like(collected.body.data, { billing: 'collect', ...payer }, collected.text);
      const { shipment, buy } = await newParcel(platform, accounts[vendor].id, {
        service_code: service,
        print: false,
      });
      const rates = { shipment_id: shipment.id, account_ids: [accounts[vendor].id] };
      const since = far.bodies.length;
      t.is((await client.post('/api/tms/rates', rates)).body.data.quotes.length, 1);
      t.true(JSON.stringify(far.bodies.slice(since).map(payersOf[vendor])).includes(consignee[vendor]));
      t.is((await client.patch(at, { billing: 'third_party' })).status, 200);
      const bought = await buy();
      t.like(bought.body.data, { state: 'bought', billing: 'third_party' }, bought.text);
      t.deepEqual(payersOf[vendor](far.bodies.at(-1) as any), told[vendor]);
      t.deepEqual(far.misspelt, []);
      const back = await client.patch(at, { billing: 'prepaid' });
      t.like(
        back.body.data,
        { billing: 'prepaid', billing_account_no: null, billing_country: null },
        back.text,
      );
    },
  );

test.serial('who pays is refused by the field that its vendor lacks, and told to ours', async (t) => {
  const { client } = platform;
  const own = await newAccount(client, far.url, { billing: 'collect', billing_account_no: 'C-7' });
  for (const [id, change, path] of [
    [accounts.easypost.id, { billing: 'third_party', billing_account_no: 'X' }, 'billing_country'],
    [accounts.karrio.id, { billing: 'collect' }, 'billing_account_no'],
    [own.id, { billing_postal: '84123' }, 'billing_country'],
    [own.id, { billing: 'prepaid', billing_account_no: 'C-7' }, 'billing_account_no'],
  ] as const) {
    const { status, body, text } = await client.patch(`${accountsPath}/${id}`, change);
    t.deepEqual([status, body.error.details[0].path], [400, path], text);
  }
  const { buy } = await newParcel(platform, own.id, { print: false });
  const label = (await buy()).body.data;
  t.is(label.billing, 'collect');
  const { billing } = JSON.parse(far.keyed.get(label.id)!);
  t.deepEqual(billing, { terms: 'collect', account_no: 'C-7', postal: null, country: null });
});

test.serial("ShipEngine's prices for envelopes of its carriers are no prices of a parcel", async (t) => {
  const { shipment } = await newParcel(platform, accounts.shipengine.id);
  const of = { shipment_id: shipment.id, account_ids: [accounts.shipengine.id] };
  const { quotes } = (await platform.client.post('/api/tms/rates', of)).body.data;
  t.deepEqual(
    quotes.map(({ service_code, amount }: any) => [service_code, amount]),
    [[vendors.shipengine.service, 8.15]],
  );
  const { rate_options: options } = far.bodies.at(-1) as any;
  t.deepEqual(options.package_types, ['package']);
});

test.serial('what EasyPost bills only once it is used is taken back: nothing is owed of it', async (t) => {
  const { client } = platform;
  far.refund = 'not_applicable';
  const { buy } = await newParcel(platform, accounts.easypost.id, {
    service_code: vendors.easypost.service,
    print: false,
  });
  const { id } = (await buy()).body.data;
  t.is((await onLabel(client, id, 'void')).status, 200);
  await inState(client, id, 'voided');
  far.refund = 'submitted';
});

test.serial('a refund that EasyPost promised and refuses days later is told', async (t) => {
  const { client, owner, database } = platform;
  const { service } = vendors.easypost;
  const { buy } = await newParcel(platform, accounts.easypost.id, { service_code: service, print: false });
  const { id, tracking_no } = (await buy()).body.data;
  t.is((await onLabel(client, id, 'void')).status, 200);
  await inState(client, id, 'voided');
  const isAwaited = async () => {
    const { rows } = await owner.query(
      "select refund_at > now() + interval '23 hours' as is_tomorrow from label_purchases where id = $1",
      [id],
    );
    return rows[0].is_tomorrow;
  };
  const heard = () => far.asked.filter((one) => one.startsWith('GET /easypost/shipments/')).length;
  const askAfter = async () => {
    const before = heard();
    await owner.query('update label_purchases set refund_at = now() where id = $1', [id]);
    await followRefunds({ database, producer: { dispatch: () => Promise.resolve(true) } });
    await until('the carrier was asked', () => heard() > before);
  };
  t.true(await isAwaited());
  await askAfter();
  await until('it is open yet, and what was heard is recorded', isAwaited);
  await owner.query("update label_purchases set updated_at = now() - interval '8 days' where id = $1", [id]);
  far.refund = 'rejected';
  await askAfter();
  far.refund = 'submitted';
  const label = await until('it is told', async () => {
    const { data } = (await client.get(`${labelsPath}/${id}`)).body;
    return data.last_error && data;
  });
  t.like(label, { state: 'voided', last_error: 'The carrier took the label back, and refuses its refund.' });
  const { rows } = await owner.query(
    "select 1 from events where subject_id = $1 and type = 'label.refund_refused'",
    [id],
  );
  t.is(rows.length, 1);
  t.is(await isAwaited(), null);
  const { rows: old } = await owner.query(
    "select 1 from label_purchases where id = $1 and updated_at < now() - interval '7 days'",
    [id],
  );
  t.is(old.length, 1, 'it was taken back then');
  const shown = await listRefusedRefunds(database, 1_000);
  t.is(shown.filter((one) => one.tracking_no === tracking_no).length, 1);
});

test.serial('ShipEngine draws PDFs as well; who keeps ZPL alone is not asked for one', async (t) => {
  const { client } = platform;
  const { id } = accounts.shipengine;
  t.is((await client.patch(`${accountsPath}/${id}`, { label_format: 'pdf' })).status, 200);
  far.format = 'pdf';
  const { buy } = await newParcel(platform, id, { service_code: vendors.shipengine.service, print: false });
  const label = (await buy()).body.data;
  far.format = 'zpl';
  t.is(label.format, 'pdf');
  const file = await client.get(`${labelsPath}/${label.id}/file`);
  t.true(file.text.startsWith('%PDF-'));
  for (const vendor of ['karrio', 'easypost'] as const) {
    const answer = await client.patch(`${accountsPath}/${accounts[vendor].id}`, { label_format: 'pdf' });
    t.is(answer.status, 400);
  }
  const service = await newParcel(platform, id, { service_code: 'usps_priority_mail', print: false });
  t.regex((await service.buy()).body.error.message, /carrier_id/);
});

test('a field the vendor does not have, or lacks, is no request of its', (t) => {
  t.truthy(misspelt('easypost buy', { rate: { rate_id: 'x' } }));
  t.truthy(misspelt('karrio purchase', { rate_id: 'x' }));
  t.truthy(misspelt('shipengine label', { shipment: { carrier_id: 'se-1' } }));
});
