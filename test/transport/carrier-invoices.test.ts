/** A carrier's invoice held against its labels: what is ours is paid, the difference charged, and every cent found again. */
import test from 'ava';
import { roles } from '../../domain/permissions.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { importFile } from '../imports/import-file.ts';
import { settled } from '../orders/orders-rig.ts';
import { startFarCarrier, type FarCarrier } from '../parcels/far-carrier.ts';
import {
  inState,
  labelsPath,
  newAccount,
  newParcel,
  onLabel,
  placeWarehouse,
} from '../parcels/parcels-rig.ts';

const path = '/api/tms/carrier-invoices';

let joined: Platform & { stop(): Promise<void> };
/** As the 3PL sees it: what labels cost is charged to merchants. */
let platform: Platform;
let far: FarCarrier;
test.before(async () => {
  joined = await joinPlatform();
  platform = {
    ...joined,
    standard: joined.threePl,
    client: await joined.clientWith(joined.threePl, everyPermission),
  };
  far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  await placeWarehouse(platform);
});
test.after.always(async () => {
  far?.close();
  await joined?.stop();
});

let invoices = 0;
async function imported(accountId: string, lines: { amount: number }[], more: object = {}): Promise<any> {
  invoices += 1;
  const total = Math.round(lines.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;
  return platform.client.post(path, {
    account_id: accountId,
    carrier_id: platform.standard.carrierId,
    invoice_no: `INV-${invoices}`,
    invoice_date: '2026-11-20',
    currency: 'USD',
    total,
    lines,
    ...more,
  });
}

const inOrder = (values: readonly unknown[]): string[] => values.map(String).toSorted();

const act = async (id: string, what: string, body: object = {}) =>
  settled(platform.client, await platform.client.post(`${path}/${id}/${what}`, body), path);

/** Of another merchant than the usual one. */
async function boughtFor(merchantId: string, accountId: string): Promise<any> {
  const standard = { ...platform.standard, merchantId };
  const { buy } = await newParcel({ ...platform, standard }, accountId, { print: false });
  const answer = await buy();
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

async function bought(accountId: string): Promise<any> {
  const { buy } = await newParcel(platform, accountId, { print: false });
  const answer = await buy();
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const asked = (label: any, amount: number, code = 'FRT', more: object = {}) => ({
  tracking_no: label.tracking_no,
  charge_code: code,
  amount,
  ...more,
});

test.serial('from the label over the invoice to the charge, to the cent', async (t) => {
  const { client, standard } = platform;
  const account = await newAccount(client, far.url, { invoice_tolerance: 0.05 });
  const [plain, heavy, far_away, back] = [1, 2, 3, 4].map(() => bought(account.id));
  const labels = await Promise.all([plain, heavy, far_away, back]);
  const [one, two, three, four] = labels;
  t.is((await onLabel(client, four.id, 'void')).status, 200);
  await inState(client, four.id, 'voided');
  // On a manifest and not sent after all: its carrier keeps it, and no merchant pays it.
  const wasted = await newParcel(platform, account.id, { print: false });
  t.is((await wasted.buy()).status, 201);
  const warehouse_id = standard.warehouseId;
  const day = await client.post('/api/tms/manifests', { account_id: account.id, warehouse_id });
  t.is(day.body.data.state, 'accepted', day.text);
  t.is((await client.delete(`/api/wms/cartons/${wasted.carton.id}`)).status, 200);
  const made = await imported(account.id, [
    asked(one, 7.45),
    asked(two, 9, 'FRT', { weight_kg: 4 }),
    asked(three, 7),
    asked(three, 1.5, 'ADDR', { description: 'Address corrected' }),
    asked(three, 1.5, 'ADDR'),
    asked(four, 7.42),
    asked({ tracking_no: 'NOBODYS' }, 12.34),
  ]);
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  t.is((await act(id, 'bill')).body.error.code, 'ILLEGAL_TRANSITION');
  const matched = await act(id, 'match');
  t.like(
    matched.body.data,
    { state: 'matched', lines: 7, ours: 24.95, expected: 22.26, refused: 21.26 },
    matched.text,
  );
  const linesOf = async () => (await client.get(`${path}/${id}/lines`)).body.data;
  t.deepEqual(
    (await linesOf()).map((line: any) => [line.verdict, line.dearer_by, line.difference, line.label_id]),
    [
      ['matched', null, 0.03, one.id],
      ['dearer', 'weight', 1.58, two.id],
      ['cheaper', null, -0.42, three.id],
      ['dearer', 'surcharge', 1.5, three.id],
      ['twice', null, null, three.id],
      ['not_ours', null, null, four.id],
      ['not_ours', null, null, null],
    ],
  );
  t.is((await client.get(`${path}/${id}/lines?verdict=twice`)).body.data.length, 1);
  const billed = await act(id, 'bill');
  t.is(billed.body.data.state, 'billed', billed.text);
  const bill = (await client.get(`/api/accounting/bills/${billed.body.data.bill_id}`)).body.data;
  t.like(bill, { status: 'draft', total: 24.95, vendor_bill_no: made.body.data.invoice_no });
  t.is((await act(id, 'bill')).body.data.bill_id, bill.id, 'billed again, it is the same bill');

  const rig = await billingRig(platform, standard);
  const [label, adjusted] = [await rig.item('LABEL'), await rig.item('ADJUST')];
  const cost = { pricing_model: 'cost_plus', percent: 10 };
  await rig.sheet([label, adjusted].map((item) => ({ billing_item_id: item, ...cost })));
  await rig.rule('label.bought', label, { quantity_basis: 'cost' });
  await rig.rule('label.adjusted', adjusted, { quantity_basis: 'cost' });
  const { rows } = await platform.owner.query(
    "select (now() at time zone 'America/New_York')::date::text as today",
  );
  const period = { period_start: '2026-11-01', period_end: rows[0].today };
  const run = await rig.run(period);
  t.is(run.status, 'completed', JSON.stringify(run));
  t.is(await rig.sum(`&billing_item_id=${label}`), Math.round(3 * 7.42 * 1.1 * 1e6) / 1e6);
  t.is(await rig.sum(`&billing_item_id=${adjusted}`), Math.round((1.58 - 0.42 + 1.5) * 1.1 * 1e6) / 1e6);
  const traced = await linesOf();
  t.deepEqual(
    traced.map(({ charged }: any) => charged),
    [null, 1.738, -0.462, 1.65, null, null, null],
  );
  const charges = await rig.charges(`&billing_item_id=${adjusted}`);
  t.deepEqual(
    inOrder(traced.flatMap(({ charge_id: charge }: any) => charge ?? [])),
    inOrder(charges.map((charge) => charge.id)),
  );
  const again = await rig.run(period);
  t.deepEqual([again.charges_created ?? 0, await rig.sum(`&billing_item_id=${adjusted}`)], [0, 2.926]);
});

test.serial(
  'the cost of each merchant is on the bill and in the file to the cent, and nothing is rebilled by it',
  async (t) => {
    const { client, standard } = platform;
    const second = await client.post('/api/wms/merchants', { code: 'SECOND', name: 'The second merchant' });
    t.is(second.status, 201, second.text);
    const account = await newAccount(client, far.url);
    const mine = await bought(account.id);
    const theirs = await boughtFor(second.body.data.id, account.id);
    const made = await imported(account.id, [
      asked(mine, 9.11, 'FRT', { length_cm: 60, width_cm: 40, height_cm: 40 }),
      asked(theirs, 7.42),
      asked(theirs, 3.33, 'ADC', { corrected: 'address' }),
      asked({ tracking_no: 'NOBODYS' }, 5),
    ]);
    const { id } = made.body.data;
    await act(id, 'match');
    const lines = async (query: string) => (await client.get(`${path}/${id}/lines?${query}`)).body.data;
    t.deepEqual(
      (await lines(`merchant_id=${second.body.data.id}`)).map((line: any) => [
        line.merchant_code,
        line.merchant_name,
        line.service_code,
        line.shipment_no,
        line.dearer_by,
      ]),
      [null, 'address'].map((by) => ['SECOND', 'The second merchant', 'GROUND', theirs.shipment_no, by]),
    );
    t.deepEqual(
      (await lines('verdict=dearer,not_ours')).map((line: any) => line.dearer_by),
      ['dims', 'address', null],
    );
    const file = await client.get(`${path}/${id}/lines?verdict=dearer,not_ours&format=csv`);
    t.regex(String(file.headers.get('content-type')), /^text\/csv/);
    const [, ...rows] = file.text.trim().split('\n');
    t.is(rows.length, 3);
    t.regex(
      rows[1]!,
      new RegExp(`ADC,.*3\\.33,0,3\\.33,dearer,address,.*SECOND,${theirs.shipment_no},GROUND`),
    );
    const billed = await act(id, 'bill');
    const bill = (await client.get(`/api/accounting/bills/${billed.body.data.bill_id}`)).body.data;
    t.is(bill.total, 19.86);
    const [{ splits, rebill_item_id }] = bill.lines;
    t.is(rebill_item_id, null);
    t.deepEqual(
      inOrder(splits.map((split: any) => `${split.merchant_id} ${split.amount}`)),
      inOrder([`${standard.merchantId} 9.11`, `${second.body.data.id} 10.75`]),
    );
  },
);

test.serial('what one invoice asked another cannot ask again, however they are matched', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url);
  const label = await bought(account.id);
  const ids: string[] = [];
  for (let at = 0; at < 2; at += 1) ids.push((await imported(account.id, [asked(label, 7.42)])).body.data.id);
  await Promise.all(ids.map((id) => act(id, 'match')));
  const verdicts = async () =>
    inOrder(
      await Promise.all(
        ids.map(async (id) => (await client.get(`${path}/${id}/lines`)).body.data[0].verdict),
      ),
    );
  t.deepEqual(await verdicts(), ['matched', 'twice']);
  const [second] = await Promise.all(
    ids.map(async (id) => ({ id, verdict: (await client.get(`${path}/${id}/lines`)).body.data[0].verdict })),
  ).then((all) => all.filter(({ verdict }) => verdict === 'twice'));
  const nothing = await act(second!.id, 'bill');
  t.deepEqual([nothing.status, nothing.body.error.code], [409, 'CONFLICT']);
  const disputed = await act(second!.id, 'dispute', { reason: 'Asked twice.' });
  t.like(disputed.body.data, { state: 'disputed', dispute_reason: 'Asked twice.' });
  t.is((await act(second!.id, 'match')).body.data.state, 'matched');
  t.deepEqual(await verdicts(), ['matched', 'twice']);
});

test.serial("an invoice adds up, comes once, and is the operator's alone", async (t) => {
  const { client, standard } = platform;
  const account = await newAccount(client, far.url);
  const label = await bought(account.id);
  const odd = await imported(account.id, [asked(label, 7.42)], { total: 7.43 });
  t.deepEqual([odd.status, odd.body.error.details[0].path], [400, 'total'], odd.text);
  const good = await imported(account.id, [asked(label, 7.42)], { invoice_no: 'ONCE' });
  t.is(good.status, 201);
  const again = await imported(account.id, [asked(label, 7.42)], { invoice_no: 'ONCE' });
  t.deepEqual([again.status, again.body.error.code], [409, 'DUPLICATE']);
  t.is((await client.get(`${path}?invoice_no=ONCE`)).body.data.length, 1);
  t.is((await client.get(`${path}/${good.body.data.id}`)).body.data.state, 'imported');
  const own = await platform.clientWith(standard, ['tms.view', 'tms.invoices'], {
    merchantId: standard.merchantId,
  });
  t.is((await own.get(path)).status, 403);
  const foreign = await joined.clientWith(joined.standard, ['tms.invoices']);
  t.is((await foreign.get(`${path}/${good.body.data.id}`)).status, 404);
  t.is((await client.get(`${labelsPath}/${label.id}`)).body.data.state, 'bought');
});

test.serial(
  'what was taken in wrongly is cancelled, and the right one taken in under its number',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url);
    const label = await bought(account.id);
    const taken = async (lines: any[]) => {
      const made = await imported(account.id, lines, { invoice_no: 'MISTYPED' });
      t.is(made.status, 201, made.text);
      return made.body.data.id as string;
    };
    const wrong = await taken([asked(label, 74.2)]);
    await act(wrong, 'match');
    const billed = await act(wrong, 'bill');
    const { bill_id } = billed.body.data;
    const reason = 'The comma was left out.';
    const standing = await act(wrong, 'cancel', { reason });
    t.like(standing.body.error, { code: 'CONFLICT', details: { bill_id } }, standing.text);
    t.is((await client.delete(`/api/accounting/bills/${bill_id}`)).status, 200);
    const gone = await act(wrong, 'cancel', { reason });
    t.like(gone.body.data, { state: 'cancelled', cancel_reason: reason, bill_id: null, billed_at: null });
    t.truthy(gone.body.data.cancelled_at);
    t.is((await act(wrong, 'cancel', { reason })).status, 200, 'repeated, it does nothing');
    t.is((await act(wrong, 'match')).body.error.code, 'ILLEGAL_TRANSITION');
    const right = await taken([asked(label, 7.42)]);
    t.like((await act(right, 'match')).body.data, { ours: 7.42, refused: 0 }, 'it was not asked before');
    const { rows } = await platform.owner.query(
      'select type, data from events where subject_id = $1 order by subject_seq desc limit 1',
      [wrong],
    );
    t.like(rows[0], { type: 'carrier_invoice.cancelled', data: { previous_state: 'billed' } });
  },
);

test.serial('an invoice comes as a file, whole or not at all, and writes numbers as it likes', async (t) => {
  const { client, standard } = platform;
  const account = await newAccount(client, far.url);
  const label = await bought(account.id);
  const { code } = (await client.get(`/api/wms/carriers/${standard.carrierId}`)).body.data;
  const accountant = await joined.clientWith(standard, roles['accountant']!);
  const header =
    'account,carrier,invoice_no,invoice_date,currency,total,tracking_no,charge_code,amount,weight_kg,description';
  const lineOf = (no: string, total: number, rest: string): string =>
    [account.name, code, no, '2026-11-20', 'USD', total, rest].join(',');
  const spoken = ` ${label.tracking_no.toLowerCase().replace(/^(..)(.*)$/, '$1 $2')}`;
  const good = [
    lineOf('FILE-1', 8.92, `${spoken},FRT,7.42,2.5,`),
    lineOf('FILE-1', 8.92, `${spoken},ADDR,1.5,,Address corrected`),
  ];
  const odd = [lineOf('FILE-2', 9, `${spoken},FRT,7.42,,`), lineOf('FILE-2', 9, `${spoken},FRT,1.5,,`)];
  const file = (lines: string[]): string => [header, ...lines].join('\n');
  const rejected = await importFile(accountant, 'carrier-invoices', { csv: file([...good, ...odd]) });
  t.like(rejected, { state: 'rejected', lines_bad: 2 });
  t.deepEqual(
    rejected.errors.map(({ line, problems }: any) => [line, problems[0].path, problems[0].code]),
    [
      [4, 'total', 'does_not_add_up'],
      [5, 'total', 'does_not_add_up'],
    ],
  );
  t.is(
    (await importFile(accountant, 'carrier-invoices', { csv: file(good), dry_run: true })).state,
    'checked',
  );
  t.deepEqual((await client.get(`${path}?invoice_no=FILE-1`)).body.data, []);
  t.like(await importFile(accountant, 'carrier-invoices', { csv: file(good) }), {
    state: 'completed',
    created_count: 2,
  });
  const [taken] = (await client.get(`${path}?invoice_no=FILE-1`)).body.data;
  t.like(taken, { state: 'imported', lines: 2, total: 8.92, account_id: account.id });
  t.like((await act(taken.id, 'match')).body.data, { ours: 8.92, refused: 0 });
  const again = await importFile(accountant, 'carrier-invoices', { csv: file(good) });
  t.deepEqual(
    again.errors.map(({ problems }: any) => problems[0].code),
    ['DUPLICATE', 'DUPLICATE'],
  );
  const { rows } = await platform.owner.query(
    "select 1 from events where type = 'carrier_invoice.imported' and subject_id = $1",
    [taken.id],
  );
  t.is(rows.length, 1);
  const floor = await joined.clientWith(standard, roles['operator']!);
  t.is((await floor.post('/api/wms/imports/carrier-invoices', { csv: file(good) })).status, 403);
});

test.serial('an accountant takes in, matches and bills; who works on the floor does not', async (t) => {
  const { standard } = platform;
  const account = await newAccount(platform.client, far.url);
  const label = await bought(account.id);
  const accountant = await joined.clientWith(standard, roles['accountant']!);
  invoices += 1;
  const invoice = {
    account_id: account.id,
    carrier_id: standard.carrierId,
    invoice_no: `INV-${invoices}`,
    invoice_date: '2026-11-20',
    currency: 'USD',
    total: 7.92,
    lines: [asked(label, 7.92)],
  };
  const operator = await joined.clientWith(standard, roles['operator']!);
  t.is((await operator.post(path, invoice)).status, 403);
  t.is((await operator.get(path)).status, 403);
  const made = await accountant.post(path, invoice);
  t.is(made.status, 201, made.text);
  const at = `${path}/${made.body.data.id}`;
  const step = async (what: string) =>
    (await settled(accountant, await accountant.post(`${at}/${what}`, {}), path)).body.data;
  t.is((await step('match')).state, 'matched');
  t.like((await accountant.get(`${at}/lines`)).body.data[0], { verdict: 'dearer', difference: 0.5 });
  const { state, bill_id: bill } = await step('bill');
  t.is(state, 'billed');
  t.is((await accountant.get(`/api/accounting/bills/${bill}`)).body.data.total, 7.92);
});
