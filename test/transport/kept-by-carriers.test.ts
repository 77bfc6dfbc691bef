/** Labels that their carrier keeps though nobody has them: what it asks for them is ours, billed to the cent. */
import test from 'ava';
import { followRefunds } from '../../workers/parcels/follow-refunds.ts';
import { billingRig, lately } from '../billing/billing-rig.ts';
import { until } from '../helpers/wait.ts';
import { token } from '../parcels/far-carrier.ts';
import { inState, labelsPath, newAccount, newParcel, onLabel } from '../parcels/parcels-rig.ts';
import { asked, openInvoices, path, type InvoicesRig } from './carrier-invoices-rig.ts';

let rig: InvoicesRig;
test.before(async () => {
  rig = await openInvoices();
  run = await openBilling();
});
test.after.always(() => rig?.close());

const billOf = async (id: string): Promise<any> =>
  (await rig.platform.client.get(`/api/accounting/bills/${id}`)).body.data;
const verdicts = async (id: string): Promise<unknown[]> =>
  (await rig.platform.client.get(`${path}/${id}/lines`)).body.data.map((one: any) => [
    one.verdict,
    one.expected,
    one.difference,
    one.charged,
  ]);

let run: () => Promise<{ labels: number; adjusted: number }>;

/** Charges what labels cost, and what is asked beyond it, without a margin. */
async function openBilling(): Promise<typeof run> {
  const { platform } = rig;
  const billing = await billingRig(platform, platform.standard);
  const [label, adjusted] = [await billing.item('LABEL'), await billing.item('ADJUST')];
  await billing.sheet(
    [label, adjusted].map((item) => ({ billing_item_id: item, pricing_model: 'cost_plus', percent: 0 })),
  );
  await billing.rule('label.bought', label, { quantity_basis: 'cost' });
  await billing.rule('label.adjusted', adjusted, { quantity_basis: 'cost' });
  const period = await lately(platform);
  return async () => {
    const done = await billing.run(period);
    if (done.status !== 'completed') throw new Error(JSON.stringify(done));
    return {
      labels: await billing.sum(`&billing_item_id=${label}`),
      adjusted: await billing.sum(`&billing_item_id=${adjusted}`),
    };
  };
}

test.serial('a refund that its carrier refuses makes what it asks ours: billed, and traced', async (t) => {
  const { platform, far, imported, act } = rig;
  const { client, owner, database } = platform;
  const account = await newAccount(client, far.url, {
    adapter: 'easypost',
    credentials: { api_key: token },
    api_url: `${far.url}/easypost`,
    invoice_tolerance: 0.05,
  });
  const parcels = [1, 2, 3].map(async () => {
    const parcel = await newParcel(platform, account.id, { service_code: 'USPS.Priority', print: false });
    return { ...parcel, label: (await parcel.buy()).body.data };
  });
  const [plain, sent, cancelled] = await Promise.all(parcels);
  for (const { label } of [plain!, sent!, cancelled!]) {
    t.is((await onLabel(client, label.id, 'void')).status, 200);
    await inState(client, label.id, 'voided');
  }
  t.is(
    (await client.patch(`/api/wms/shipments/${cancelled!.shipment.id}`, { action: 'cancel' })).status,
    200,
  );
  const lines = [
    asked(plain!.label, plain!.label.amount),
    asked(sent!.label, sent!.label.amount + 1.5),
    asked(cancelled!.label, cancelled!.label.amount + 2.25),
  ];
  const { id } = (await imported(account.id, lines)).body.data;
  t.like((await act(id, 'match')).body.data, { ours: 0 });
  t.is((await act(id, 'bill')).body.error.code, 'CONFLICT', 'nothing of it is ours yet');

  far.refund = 'rejected';
  await owner.query(
    `update label_purchases set refund_at = now() where state = 'voided' and account_id = $1`,
    [account.id],
  );
  await followRefunds({ database, producer: { dispatch: () => Promise.resolve(true) } });
  for (const { label } of [plain!, sent!, cancelled!])
    await until('its refund is refused', async () => {
      const { data } = (await client.get(`${labelsPath}/${label.id}`)).body;
      return data.last_error?.includes('refuses its refund');
    });
  far.refund = 'submitted';
  t.is((await act(id, 'bill')).body.error.details?.lines, 3, 'it is to be matched again');
  const prices = [plain!, sent!, cancelled!].map(({ label }) => label.amount);
  const total = Math.round((prices[0] + prices[1] + 1.5 + prices[2] + 2.25) * 100) / 100;
  t.like((await act(id, 'match')).body.data, { ours: total, refused: 0 });
  const { data: billed } = (await act(id, 'bill')).body;
  t.like(await billOf(billed.bill_id), { status: 'draft', total });
  const charged = await run();
  t.deepEqual(charged, { labels: 0, adjusted: 1.5 }, 'of what is sent alone, and no price twice');
  t.deepEqual(await verdicts(id), [
    ['matched', prices[0], 0, null],
    ['dearer', prices[1], 1.5, 1.5],
    ['dearer', prices[2], 2.25, null],
  ]);

  // Given back after all: the price is the operator's, what is beyond it goes where it came from.
  const later = await imported(account.id, [asked(sent!.label, -(prices[1] + 1.5))]);
  const back = later.body.data.id;
  t.like((await act(back, 'match')).body.data, { ours: -(prices[1] + 1.5) });
  t.is((await act(back, 'bill')).body.data.state, 'billed');
  t.deepEqual(await run(), { labels: 0, adjusted: 0 });
});

test.serial('what was sold after it was given up is billed, and charged to nobody', async (t) => {
  const { platform, far, imported, act } = rig;
  const { client, owner } = platform;
  const account = await newAccount(client, far.url, { far_side: 'neither' });
  const { buy, body } = await newParcel(platform, account.id, { print: false });
  let open = (): void => {};
  far.gate = new Promise<void>((resolve) => (open = resolve));
  far.mood = (_reference, what) => (what === 'buy' ? 'waits at the gate' : 'honest');
  const heard = far.asked.length;
  const { id } = (await buy(client, { prefer: 'respond-async' })).body.data;
  await until('the carrier is asked', () => far.asked.length > heard);
  // As if its call had taken longer than it may.
  await owner.query(
    "update label_purchases set state = 'unknown', unknown_since = now(), next_try_at = null, claimed_until = now() where id = $1",
    [id],
  );
  await onLabel(client, id, 'give_up', { reason: 'The packer cannot wait.' });
  far.mood = () => 'honest';
  const other = (await client.post(labelsPath, body)).body.data;
  open();
  const late = await until('it is known', async () => {
    const { data } = (await client.get(`${labelsPath}/${id}`)).body;
    return data.unneeded_since && data;
  });
  const before = await run();
  const made = await imported(account.id, [asked(late, late.amount + 1), asked(other, other.amount)]);
  const invoice = made.body.data.id;
  const total = Math.round((late.amount + 1 + other.amount) * 100) / 100;
  t.like((await act(invoice, 'match')).body.data, { ours: total, refused: 0 });
  const { data: billed } = (await act(invoice, 'bill')).body;
  t.like(await billOf(billed.bill_id), { total });
  t.deepEqual(await run(), before);
  t.deepEqual(await verdicts(invoice), [
    ['dearer', late.amount, 1, null],
    ['matched', other.amount, 0, null],
  ]);
});
