/** A carrier's invoice held against its labels: what is ours is paid, the difference charged, and every cent found again. */
import test from 'ava';
import { roles } from '../../domain/permissions.ts';
import { billingRig, lately } from '../billing/billing-rig.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { settled } from '../orders/orders-rig.ts';
import type { FarCarrier } from '../parcels/far-carrier.ts';
import { inState, labelsPath, newAccount, newParcel, onLabel } from '../parcels/parcels-rig.ts';
import { asked, inOrder, openInvoices, path, type InvoicesRig } from './carrier-invoices-rig.ts';

let rig: InvoicesRig;
/** As the 3PL sees it: what labels cost is charged to merchants. */
let platform: Platform;
let far: FarCarrier;
test.before(async () => {
  rig = await openInvoices();
  ({ platform, far } = rig);
});
test.after.always(() => rig?.close());

const imported: InvoicesRig['imported'] = (...given) => rig.imported(...given);
const act: InvoicesRig['act'] = (...given) => rig.act(...given);
const bought: InvoicesRig['bought'] = (...given) => rig.bought(...given);

test.serial('from the label over the invoice to the charge, to the cent', async (t) => {
  const { client, standard } = platform;
  const account = await newAccount(client, far.url, { invoice_tolerance: 0.05 });
  const [plain, heavy, far_away, back] = [1, 2, 3, 4].map(() => bought(account.id));
  const labels = await Promise.all([plain, heavy, far_away, back]);
  const [one, two, three, four] = labels;
  t.is((await onLabel(client, four.id, 'void')).status, 200);
  await inState(client, four.id, 'voided');
  // Another account pays it: it costs nothing here, so its merchant is charged nothing.
  const payer = { billing: 'third_party', billing_account_no: 'TP-1' };
  await bought((await newAccount(client, far.url, payer)).id);
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
  const period = await lately(platform);
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
  'what another account was to pay and we are asked is a difference, all of it, and no merchant pays it',
  async (t) => {
    const { client } = platform;
    const payer = { billing: 'collect', billing_account_no: 'C-1' };
    const account = await newAccount(client, far.url, payer);
    const label = await bought(account.id);
    t.like(label, { billing: 'collect', amount: 7.42 });
    const { id } = (await imported(account.id, [asked(label, 7.42), asked(label, 1, 'ADDR')])).body.data;
    t.like((await act(id, 'match')).body.data, { ours: 8.42, expected: 0 });
    const lines = (await client.get(`${path}/${id}/lines`)).body.data;
    t.deepEqual(
      lines.map(({ verdict, dearer_by, difference, label_id }: any) => [
        verdict,
        dearer_by,
        difference,
        label_id,
      ]),
      [
        ['dearer', 'price', 7.42, label.id],
        ['dearer', 'price', 1, label.id],
      ],
    );
    t.regex(lines[0].why, /^Another account pays for this label/);
    t.is((await act(id, 'bill')).body.data.state, 'billed');
    const { rows } = await platform.owner.query(
      'select 1 from billable_label_adjustments where document_id = $1',
      [id],
    );
    t.is(rows.length, 0);
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
  const foreign = await platform.clientWith(rig.joined.standard, ['tms.invoices']);
  t.is((await foreign.get(`${path}/${good.body.data.id}`)).status, 404);
  t.is((await client.get(`${labelsPath}/${label.id}`)).body.data.state, 'bought');
});

test.serial('an accountant takes in, matches and bills; who works on the floor does not', async (t) => {
  const { standard } = platform;
  const account = await newAccount(platform.client, far.url);
  const label = await bought(account.id);
  const accountant = await platform.clientWith(standard, roles['accountant']!);
  const invoice = {
    account_id: account.id,
    carrier_id: standard.carrierId,
    invoice_no: 'OF-ACCOUNTANT',
    invoice_date: '2026-11-20',
    currency: 'USD',
    total: 7.92,
    lines: [asked(label, 7.92)],
  };
  const operator = await platform.clientWith(standard, roles['operator']!);
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
