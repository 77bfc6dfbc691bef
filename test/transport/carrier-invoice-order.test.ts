/** Several invoices for one label: in whatever order they are matched and billed, its price is charged once. */
import test from 'ava';
import { billingRig, lately } from '../billing/billing-rig.ts';
import { until } from '../helpers/wait.ts';
import { newAccount } from '../parcels/parcels-rig.ts';
import { asked, openInvoices, path, type InvoicesRig } from './carrier-invoices-rig.ts';

const billsPath = '/api/accounting/bills';

let rig: InvoicesRig;
test.before(async () => {
  rig = await openInvoices();
});
test.after.always(() => rig?.close());

const newLabel = async () => {
  const account = await newAccount(rig.platform.client, rig.far.url);
  return { accountId: account.id, label: await rig.bought(account.id) };
};

async function matched(accountId: string, ...lines: { amount: number }[]): Promise<string> {
  const made = await rig.imported(accountId, lines);
  if (made.status !== 201) throw new Error(made.text);
  const answer = await rig.act(made.body.data.id, 'match');
  if (answer.status !== 200) throw new Error(answer.text);
  return made.body.data.id;
}

const judged = async (id: string) =>
  (await rig.platform.client.get(`${path}/${id}/lines`)).body.data.map((line: any) => [
    line.verdict,
    line.difference,
  ]);

const unfit = async (bill: string): Promise<void> => {
  const { client } = rig.platform;
  await client.patch(`${billsPath}/${bill}`, { action: 'approve' });
  const gone = await client.patch(`${billsPath}/${bill}`, { action: 'void', reason: 'Wrong.' });
  if (gone.status !== 200) throw new Error(gone.text);
};

test.serial('two invoices are matched, then billed: the merchant pays what its carrier asked', async (t) => {
  const { client, standard } = rig.platform;
  const { accountId, label } = await newLabel();
  const freight = await matched(accountId, asked(label, 7.42));
  const fuel = await matched(accountId, asked(label, 2, 'FUEL'));
  const billed = await rig.act(freight, 'bill');
  t.is(billed.body.data.state, 'billed', billed.text);
  t.is((await rig.act(fuel, 'bill')).body.data.state, 'billed');
  t.deepEqual([await judged(freight), await judged(fuel)], [[['matched', 0]], [['dearer', 2]]]);

  const books = await billingRig(rig.platform, standard);
  const [bought, adjusted] = [await books.item('LABEL'), await books.item('ADJUST')];
  const lines = [bought, adjusted].map((item) => ({
    billing_item_id: item,
    pricing_model: 'cost_plus',
    percent: 0,
  }));
  await books.sheet(lines);
  await books.rule('label.bought', bought, { quantity_basis: 'cost' });
  await books.rule('label.adjusted', adjusted, { quantity_basis: 'cost' });
  const period = await lately(rig.platform);
  const charged = async () => {
    const run = await books.run(period);
    t.is(run.status, 'completed', JSON.stringify(run));
    return books.sum();
  };
  t.is(await charged(), 9.42);

  // Billed anew, and replaced by another, the price still stands on one of them.
  await unfit(billed.body.data.bill_id);
  t.is((await rig.act(freight, 'match')).status, 200);
  t.deepEqual(await judged(freight), [['matched', 0]]);
  t.is((await rig.act(freight, 'bill')).body.data.state, 'billed');
  t.is(await charged(), 9.42);
  const again = (await client.get(`${path}/${freight}`)).body.data.bill_id;
  await unfit(again);
  const cancelled = await rig.act(freight, 'cancel', { reason: 'Asked anew.' });
  t.is(cancelled.status, 200, cancelled.text);
  const instead = await matched(accountId, asked(label, 7.42));
  t.deepEqual(await judged(instead), [['matched', 0]]);
  t.is((await rig.act(instead, 'bill')).body.data.state, 'billed');
  t.is(await charged(), 9.42);
});

test.serial('the price stays with the invoice that was matched first, billed last or not', async (t) => {
  const { accountId, label } = await newLabel();
  const freight = await matched(accountId, asked(label, 7.42));
  const fuel = await matched(accountId, asked(label, 2, 'FUEL'));
  t.is((await rig.act(freight, 'match')).status, 200);
  t.is((await rig.act(fuel, 'bill')).body.data.state, 'billed');
  t.is((await rig.act(freight, 'bill')).body.data.state, 'billed');
  t.deepEqual([await judged(freight), await judged(fuel)], [[['matched', 0]], [['dearer', 2]]]);
});

test.serial('what a later one gives back and asks anew is no reason to refuse the first', async (t) => {
  const { accountId, label } = await newLabel();
  const first = await matched(accountId, asked(label, 7.42));
  const second = await matched(accountId, asked(label, -7.42), asked(label, 9.1));
  const billed = await rig.act(first, 'bill');
  t.is(billed.body.data?.state, 'billed', billed.text);
  t.is((await rig.act(second, 'bill')).body.data.state, 'billed');
});

test.serial('which of two was matched before is told by their turns, not by when they began', async (t) => {
  const { owner } = rig.platform;
  const { accountId, label } = await newLabel();
  const made = await rig.imported(accountId, [asked(label, 7.42)]);
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from carrier_accounts where id = $1 for update', [accountId]);
    const matching = rig.act(made.body.data.id, 'match');
    await until('it waits for its turn', async () => {
      const pid = (await holder.query('select pg_backend_pid() as pid')).rows[0].pid;
      const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
      return (await owner.query(waiting, [pid])).rowCount === 1;
    });
    const { moment } = (await holder.query('select clock_timestamp() as moment')).rows[0];
    await holder.query('commit');
    t.is((await matching).status, 200);
    const found = await owner.query(
      'select matched_at > $2 as is_later from carrier_invoices where id = $1',
      [made.body.data.id, moment],
    );
    t.true(found.rows[0].is_later);
  } finally {
    holder.release();
  }
});
