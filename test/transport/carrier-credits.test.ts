/** What a carrier gives back, and what changes between the matching of its invoice and the bill. */
import test from 'ava';
import { billingRig, lately } from '../billing/billing-rig.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
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
const billsPath = '/api/accounting/bills';

let joined: Platform & { stop(): Promise<void> };
let platform: Platform;
let far: FarCarrier;
test.before(async () => {
  joined = await joinPlatform();
  const client = await joined.clientWith(joined.threePl, everyPermission);
  platform = { ...joined, standard: joined.threePl, client };
  far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  await placeWarehouse(platform);
});
test.after.always(async () => {
  far?.close();
  await joined?.stop();
});

let invoices = 0;
async function asking(accountId: string, ...lines: (readonly [any, number, string?])[]): Promise<any> {
  invoices += 1;
  const cents = lines.reduce((sum, [, amount]) => sum + Math.round(amount * 10_000), 0);
  return platform.client.post(path, {
    account_id: accountId,
    carrier_id: platform.standard.carrierId,
    invoice_no: `BACK-${invoices}`,
    invoice_date: '2026-11-20',
    currency: 'USD',
    total: cents / 10_000,
    lines: lines.map(([{ tracking_no }, amount, charge_code = 'FRT']) => ({
      tracking_no,
      charge_code,
      amount,
    })),
  });
}

const act = async (id: string, what: string) =>
  settled(platform.client, await platform.client.post(`${path}/${id}/${what}`, {}), path);

async function matched(accountId: string, ...lines: (readonly [any, number, string?])[]): Promise<any> {
  const made = await asking(accountId, ...lines);
  if (made.status !== 201) throw new Error(made.text);
  return (await act(made.body.data.id, 'match')).body.data;
}

async function bought(accountId: string): Promise<any> {
  const answer = await (await newParcel(platform, accountId, { print: false })).buy();
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

async function takenBack({ id }: { id: string }): Promise<void> {
  await onLabel(platform.client, id, 'void');
  await inState(platform.client, id, 'voided');
}

/** A label that cost more than anybody accepted, and of whose void its carrier gave no answer. */
async function dearerLostInVoid(): Promise<void> {
  const { client } = platform;
  const { id: accountId } = await newAccount(client, far.url, { far_side: 'neither' });
  const chosen = { name: 'Cheapest', priority: 1, choose: 'cheapest', account_ids: [accountId] };
  const rule = (await client.post('/api/tms/carrier-rules', chosen)).body.data;
  const { shipment } = await newParcel(platform, accountId);
  far.dearerBy = 5;
  const { id } = (await client.post(labelsPath, { shipment_id: shipment.id, print: false })).body.data;
  await inState(client, id, 'dearer');
  far.dearerBy = 0;
  far.mood = (_reference, what) => (what === 'void' ? 'takes and hangs up' : 'honest');
  await onLabel(client, id, 'void');
  await inState(client, id, 'void_unknown');
  far.mood = () => 'honest';
  await client.patch(`/api/tms/carrier-rules/${rule.id}`, { is_active: false });
}

const judged = async (id: string) =>
  (await platform.client.get(`${path}/${id}/lines`)).body.data.map((line: any) => [
    line.verdict,
    line.difference,
  ]);

test.serial(
  'a label taken back after its invoice was matched is not paid before somebody looks again',
  async (t) => {
    const account = await newAccount(platform.client, far.url);
    const [kept, back] = [await bought(account.id), await bought(account.id)];
    const { id } = await matched(account.id, [kept, 7.42], [back, 7.42]);
    await takenBack(back);
    const refused = await act(id, 'bill');
    t.deepEqual([refused.status, refused.body.error?.code], [409, 'CONFLICT'], refused.text);
    t.is((await act(id, 'match')).body.data.ours, 7.42);
    const billed = (await act(id, 'bill')).body.data;
    t.is((await platform.client.get(`${billsPath}/${billed.bill_id}`)).body.data.total, 7.42);
  },
);

test.serial('what is given back for a label, taken back or not, is taken off the bill', async (t) => {
  const account = await newAccount(platform.client, far.url);
  const [one, back, next] = [await bought(account.id), await bought(account.id), await bought(account.id)];
  const first = await matched(account.id, [one, 7.42], [back, 7.42]);
  t.is((await act(first.id, 'bill')).body.data.state, 'billed');
  await takenBack(back);
  const second = await matched(account.id, [next, -1, 'DISC'], [next, 7.42], [one, -0.42], [back, -7.42]);
  t.deepEqual(await judged(second.id), [
    ['cheaper', -1],
    ['matched', 0],
    ['cheaper', -0.42],
    ['matched', 0],
  ]);
  t.like(second, { ours: -1.42, expected: 0, refused: 0 });
  const billed = await act(second.id, 'bill');
  t.is(billed.status, 200, billed.text);
  const credit = (await platform.client.get(`${billsPath}/${billed.body.data.bill_id}`)).body.data;
  t.like(credit, { kind: 'vendor_credit', total: 1.42, status: 'draft' });
});

test.serial(
  'an invoice that comes to nothing is done without a bill, and its differences are charged',
  async (t) => {
    const { client, owner } = platform;
    const account = await newAccount(client, far.url);
    const [dear, cheap] = [await bought(account.id), await bought(account.id)];
    const first = await matched(account.id, [dear, 7.42], [cheap, 7.42]);
    t.is((await act(first.id, 'bill')).status, 200);
    const even = await matched(account.id, [dear, 2, 'FUEL'], [cheap, -2, 'DISC']);
    t.like(even, { ours: 0, refused: 0 });
    const done = await act(even.id, 'bill');
    t.like(done.body.data, { state: 'billed', bill_id: null }, done.text);
    t.is((await act(even.id, 'bill')).status, 200, 'once more does nothing');
    const charged = async () => {
      const { rows } = await owner.query(
        'select cost::text from billable_label_adjustments where document_id = $1 order by cost',
        [even.id],
      );
      return rows.map(({ cost }) => Number(cost));
    };
    t.deepEqual(await charged(), [-2, 2]);
    t.is((await act(even.id, 'match')).body.data.state, 'matched');
    t.deepEqual(await charged(), []);
  },
);

test.serial('a credit and a new bill for one label net to what is asked in the end', async (t) => {
  const account = await newAccount(platform.client, far.url);
  const label = await bought(account.id);
  await matched(account.id, [label, 7.42]);
  const second = await matched(account.id, [label, -7.42], [label, 9.1]);
  t.deepEqual(await judged(second.id), [
    ['cheaper', -7.42],
    ['dearer', 9.1],
  ]);
  t.like(second, { ours: 1.68, refused: 0 });
  const third = await matched(account.id, [label, 9.1]);
  t.deepEqual(await judged(third.id), [['twice', null]]);
});

test.serial('what was never paid is not given back', async (t) => {
  const account = await newAccount(platform.client, far.url);
  const [one, back] = [await bought(account.id), await bought(account.id)];
  await takenBack(back);
  const { id } = await matched(account.id, [back, 7.42], [back, -7.42], [one, 7.42]);
  t.deepEqual(await judged(id), [
    ['not_ours', null],
    ['not_ours', null],
    ['matched', 0],
  ]);
});

test.serial('an amount finer than its currency is refused as it comes, not when it is billed', async (t) => {
  const account = await newAccount(platform.client, far.url);
  const [one, two] = [await bought(account.id), await bought(account.id)];
  const fine = await asking(account.id, [one, 7.425], [two, 7.415]);
  t.deepEqual([fine.status, fine.body.error?.code], [400, 'AMOUNT_PRECISION'], fine.text);
});

test.serial('what an invoice whose bill is void asked may be asked by another', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url);
  const label = await bought(account.id);
  const wrong = await matched(account.id, [label, 7.42]);
  const bill = (await act(wrong.id, 'bill')).body.data.bill_id;
  t.is((await client.patch(`${billsPath}/${bill}`, { action: 'approve' })).status, 200);
  const right = await matched(account.id, [label, 7.42]);
  t.deepEqual(await judged(right.id), [['twice', null]]);
  t.is((await client.patch(`${billsPath}/${bill}`, { action: 'void', reason: 'Wrong.' })).status, 200);
  t.is((await act(right.id, 'match')).status, 200);
  t.deepEqual(await judged(right.id), [['matched', 0]]);
});

test.serial('the invoice of a merchant’s own account is no bill of ours', async (t) => {
  const { id: own } = await newAccount(platform.client, far.url, {
    merchant_id: platform.standard.merchantId,
  });
  const answer = await asking(own, [{ tracking_no: 'THEIRS' }, 7.42]);
  t.like(answer.body.error?.details?.[0], { path: 'account_id', code: 'of_merchant' }, answer.text);
});

test.serial('an invoice whose bill is deleted or void can be matched and billed again', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url);
  const { id } = await matched(account.id, [await bought(account.id), 9]);
  const draft = (await act(id, 'bill')).body.data.bill_id;
  t.is((await act(id, 'match')).body.error.code, 'CONFLICT');
  const deleted = await client.delete(`${billsPath}/${draft}`);
  t.is(deleted.status, 200, deleted.text);
  t.like((await act(id, 'match')).body.data, { state: 'matched', bill_id: null, billed_at: null });
  const second = (await act(id, 'bill')).body.data.bill_id;
  const approved = await client.patch(`${billsPath}/${second}`, { action: 'approve' });
  t.is(approved.status, 200, approved.text);
  const gone = await client.patch(`${billsPath}/${second}`, { action: 'void', reason: 'Wrong.' });
  t.is(gone.status, 200, gone.text);
  t.is((await act(id, 'match')).body.data.state, 'matched');
  t.is((await act(id, 'bill')).body.data.state, 'billed');
});

test.serial(
  'a merchant is charged for no label taken back since or dearer than was accepted, and for no difference whose bill is void',
  async (t) => {
    const { client, standard } = platform;
    const account = await newAccount(client, far.url);
    const [kept, back] = [await bought(account.id), await bought(account.id)];
    const { id } = await matched(account.id, [kept, 9], [back, 8.42]);
    const bill = (await act(id, 'bill')).body.data.bill_id;
    const rig = await billingRig(platform, standard);
    const [label, adjusted] = [await rig.item('LABEL'), await rig.item('ADJUST')];
    await rig.sheet(
      [label, adjusted].map((item) => ({ billing_item_id: item, pricing_model: 'cost_plus', percent: 10 })),
    );
    await rig.rule('label.bought', label, { quantity_basis: 'cost' });
    await rig.rule('label.adjusted', adjusted, { quantity_basis: 'cost' });
    const period = await lately(platform);
    const sumsOf = async () => {
      const run = await rig.run(period);
      t.is(run.status, 'completed', JSON.stringify(run));
      return [await rig.sum(`&billing_item_id=${label}`), await rig.sum(`&billing_item_id=${adjusted}`)];
    };
    const [labels, differences] = await sumsOf();
    await takenBack(back);
    t.deepEqual(await sumsOf(), [Math.round((labels! - 8.162) * 1e6) / 1e6, differences]);
    await client.patch(`${billsPath}/${bill}`, { action: 'approve' });
    await client.patch(`${billsPath}/${bill}`, { action: 'void', reason: 'Wrong.' });
    const left = [Math.round((labels! - 8.162) * 1e6) / 1e6, Math.round((differences! - 2.838) * 1e6) / 1e6];
    t.deepEqual(await sumsOf(), left);
    await dearerLostInVoid();
    t.deepEqual(await sumsOf(), left);
  },
);

test.serial('billed and matched again at once: one waits, and is told of the bill', async (t) => {
  const account = await newAccount(platform.client, far.url);
  const { id } = await matched(account.id, [await bought(account.id), 9]);
  const held = await platform.owner.connect();
  const asked: Promise<any>[] = [];
  try {
    await held.query('begin');
    await held.query('select from carrier_accounts where id = $1 for update', [account.id]);
    const { rows: own } = await held.query('select pg_backend_pid() as pid');
    for (const [index, what] of ['bill', 'match'].entries()) {
      asked.push(act(id, what));
      await until(`${what} waits`, async () => {
        const { rows } = await platform.owner.query(
          `select pid from pg_stat_activity a where wait_event_type = 'Lock' and query like '%carrier_invoices%' and pid <> $1`,
          [own[0].pid],
        );
        return rows.length > index;
      });
    }
  } finally {
    await held.query('rollback').catch(() => {});
    held.release();
  }
  const [billed, again] = await Promise.all(asked);
  t.is(billed.body.data?.state, 'billed', billed.text);
  t.like(again.body.error, { code: 'CONFLICT', details: { bill_id: billed.body.data.bill_id } });
});
