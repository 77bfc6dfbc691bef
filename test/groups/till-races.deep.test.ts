/**
 * The till with two runners on connections of their own: the same drafts issued twice at once, payments that race for
 * what is due, everything that takes numbers at the same time, and a connection that dies once its numbers are taken.
 */
import test, { type ExecutionContext } from 'ava';
import { openDatabase, type Database } from '../../db/database.ts';
import { groupBy } from '../../domain/group-by.ts';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { accept, runInGroups, runOneByOne } from './ran-in-groups.ts';
import { assertTillHolds } from './till-checks.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let other: Database;
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  const { appUrl, systemUrl } = platform;
  other = openDatabase({
    appUrl,
    systemUrl,
    poolMax: 4,
    applicationName: 'test',
  });
});
test.after.always(async () => {
  await other?.close();
  await platform?.stop();
});

interface Till {
  organization: TestOrganization;
  accounts: Record<string, string>;
  invoices: string[];
  bills: string[];
}

/** An organization with that many drafts of 10.00 on either side. */
async function open(count: number): Promise<Till> {
  const { database, owner } = platform;
  const organization = await createOrganization(database, { edition: 'standard' });
  const { rows } = await owner.query<{ code: string; id: string }>(
    'select code, id from accounts where organization_id = $1',
    [organization.id],
  );
  const accounts = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  const line = { account_id: accounts['4000'], description: 'Storage', quantity: 1, unit_price: 10 };
  const invoice = { customer_id: organization.customerId, lines: [line] };
  const bill = { vendor_id: organization.vendorId, lines: [{ description: 'Freight', amount: 10 }] };
  const many = <T>(one: T): T[] => Array.from({ length: count }, () => one);
  await runOneByOne(database, organization, 'accounting.create_invoice', many(invoice));
  await runOneByOne(database, organization, 'accounting.create_bill', many(bill));
  const idsOf = async (table: string): Promise<string[]> =>
    (
      await owner.query(`select id from ${table} where organization_id = $1 order by id`, [organization.id])
    ).rows.map(({ id }) => id as string);
  return { organization, accounts, invoices: await idsOf('invoices'), bills: await idsOf('bills') };
}

/** Sends the inputs to both runners, to the second in the opposite order, in groups; returns the outcomes' states. */
async function race(
  { organization }: Till,
  name: string,
  inputs: readonly object[],
  size: number,
): Promise<Record<string, number>> {
  const { database, owner } = platform;
  const ids = await accept(database, organization, name, inputs);
  const again = await accept(database, organization, name, inputs.toReversed());
  await Promise.all([
    runInGroups(database, organization.id, ids, size),
    runInGroups(other, organization.id, again, size),
  ]);
  const { rows } = await owner.query<{ said: string }>(
    `select coalesce(outcome ->> 'code', state) as said from commands where organization_id = $1 and id = any($2)`,
    [organization.id, [...ids, ...again]],
  );
  const said = groupBy(rows, (one) => one.said);
  return Object.fromEntries([...said].map(([word, same]) => [word, same.length]));
}

for (const size of [1, 8]) {
  test.serial(`the same drafts issued by two at once in groups of ${size} are issued once`, async (t) => {
    const till = await open(24);
    const { organization, invoices, bills } = till;
    const once = { done: 24, ILLEGAL_TRANSITION: 24 };
    const drafts = invoices.map((id) => ({ invoice_id: id }));
    t.deepEqual(await race(till, 'accounting.issue_invoice', drafts, size), once);
    t.deepEqual(
      await race(
        till,
        'accounting.approve_bill',
        bills.map((id) => ({ bill_id: id })),
        size,
      ),
      once,
    );
    // Twelve of 4.00 for each of two invoices of 10.00: two fit.
    const payments = Array.from({ length: 12 }, (_, index) => ({
      invoice_id: invoices[index % 2],
      method: 'ach',
      amount: 4,
    }));
    const paid = await race(till, 'accounting.record_invoice_payment', payments, size);
    t.deepEqual(paid, { done: 4, AMOUNT_EXCEEDS_DUE: 20 });
    const voided = drafts.slice(2).map((one) => ({ ...one, reason: 'Raced' }));
    t.deepEqual(await race(till, 'accounting.void_invoice', voided, size), {
      done: 22,
      ILLEGAL_TRANSITION: 22,
    });
    const took = await assertTillHolds(t, platform.owner, organization.id);
    t.deepEqual(took, { INV: 24, CN: 0, BILL: 24, PAY: 4, JE: 24 + 24 + 4 + 22 });
  });
}

const rent = (accounts: Record<string, string>) => ({
  description: 'Rent',
  lines: [
    { account_id: accounts['6000'], debit: 5 },
    { account_id: accounts['1000'], credit: 5 },
  ],
});

test.serial('whatever takes numbers at the same time, nobody waits for each other in a circle', async (t) => {
  const till = await open(48);
  const { organization, accounts, invoices, bills } = till;
  const { database } = platform;
  await runOneByOne(
    database,
    organization,
    'accounting.issue_invoice',
    invoices.slice(0, 24).map((id) => ({ invoice_id: id })),
  );
  const waiting = await Promise.all(
    Object.entries({
      'accounting.issue_invoice': invoices.slice(24).map((id) => ({ invoice_id: id })),
      'accounting.approve_bill': bills.map((id) => ({ bill_id: id })),
      'accounting.record_invoice_payment': invoices
        .slice(0, 12)
        .map((id) => ({ invoice_id: id, method: 'ach', amount: 10 })),
      'accounting.void_invoice': invoices.slice(12, 24).map((id) => ({ invoice_id: id, reason: 'Raced' })),
      'accounting.post_manual_entry': Array.from({ length: 48 }, () => rent(accounts)),
    }).map(([name, inputs]) => accept(database, organization, name, inputs)),
  );
  const runs = await Promise.all(
    waiting.map((ids, index) => runInGroups(index % 2 === 0 ? database : other, organization.id, ids, 8)),
  );
  t.deepEqual(
    runs.flat().flatMap(({ faulted }) => faulted),
    [],
  );
  const took = await assertTillHolds(t, platform.owner, organization.id);
  t.deepEqual(took, { INV: 48, CN: 0, BILL: 48, PAY: 12, JE: 48 + 48 + 12 + 12 + 48 });
});

/** Kills the connection of a group that has taken its numbers and waits to store its entries. */
async function dies(t: ExecutionContext, name: string, inputs: readonly object[], till: Till): Promise<void> {
  const { owner, database } = platform;
  const { organization } = till;
  const ids = await accept(database, organization, name, inputs);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('lock table journal_entries in exclusive mode');
  const running = runInGroups(database, organization.id, ids, 64);
  await until('the group waits to store its entries', async () => {
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%insert into journal_entries%'`,
    );
    return rows.length > 0;
  });
  const [died] = await running;
  await holder.query('rollback');
  holder.release();
  t.deepEqual(died!.states, []);
  const delivered = await Promise.all(
    [database, other].map((runner) => runInGroups(runner, organization.id, ids, 64)),
  );
  t.is(delivered.flatMap((runs) => runs.flatMap(({ states }) => states)).length, inputs.length);
}

test.serial('a group whose connection dies with its numbers gives them back', async (t) => {
  const till = await open(20);
  const { organization, accounts, invoices } = till;
  await dies(
    t,
    'accounting.issue_invoice',
    invoices.map((id) => ({ invoice_id: id })),
    till,
  );
  await dies(
    t,
    'accounting.record_invoice_payment',
    invoices.map((id) => ({ invoice_id: id, method: 'ach', amount: 10 })),
    till,
  );
  await dies(
    t,
    'accounting.post_manual_entry',
    Array.from({ length: 20 }, () => rent(accounts)),
    till,
  );
  const took = await assertTillHolds(t, platform.owner, organization.id);
  t.deepEqual(took, { INV: 20, CN: 0, BILL: 0, PAY: 20, JE: 60 });
});
