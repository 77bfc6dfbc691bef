/**
 * Postings share a lock that closing the books takes alone. Whoever waits for it is let through in turn: postings that
 * come later wait behind it, however many there are. Other settings wait for no posting at all.
 */
import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant, row, setLimits } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { postEntry } from '../../db/journal/journal.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { accountsByCode, base } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.beforeEach(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.afterEach.always((t) => t.context.platform.stop());

const settings = '/api/tenancy/settings';

interface OpenPosting {
  /** Its session in the database. */
  pid: number;
  isPosted(): boolean;
  commit(): Promise<void>;
}

/** Begins to post an entry on this day, in a transaction that stays open until it is told to commit. */
async function openPosting(platform: Platform, entryDate: string): Promise<OpenPosting> {
  const accounts = await accountsByCode(platform.client);
  const { id: organizationId } = platform.standard;
  const line = (code: string, amount: number) => ({
    account_id: accounts[code]!,
    currency: 'USD',
    exchange_rate: decimal(1),
    amount: decimal(amount),
    base: decimal(amount),
  });
  let isPosted = false;
  let commit = (): void => {};
  const told = new Promise<void>((resolve) => (commit = resolve));
  let begun = (_pid: number): void => {};
  const pid = new Promise<number>((resolve) => (begun = resolve));
  const done = inTenant(platform.database, { organizationId }, async (tx) => {
    await setLimits(tx, { idle_in_transaction_session_timeout: '60s', lock_timeout: '60s' });
    begun((await row<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`))!.pid);
    await postEntry(
      tx,
      { organizationId, postedBy: 'test' },
      {
        entryDate,
        sourceType: 'manual',
        sourceId: uuidv7(),
        event: 'post',
        description: 'Rent',
        lines: [line('6000', 1), line('1000', -1)],
      },
    );
    isPosted = true;
    await told;
  });
  done.catch(() => {});
  return {
    pid: await pid,
    isPosted: () => isPosted,
    commit: () => {
      commit();
      return done;
    },
  };
}

/** Waits until that many sessions wait for this one, or for another that waits for it. */
function untilWaiting(platform: Platform, what: string, pids: () => readonly number[]): Promise<unknown> {
  return until(what, async () => {
    const { rows } = await platform.owner.query<{ is_blocked: boolean }>(
      'select bool_and(cardinality(pg_blocking_pids(pid)) > 0) as is_blocked from unnest($1::int[]) pid',
      [pids()],
    );
    return rows[0]!.is_blocked;
  });
}

test('a setting changes while entries are being posted', async (t) => {
  const { platform } = t.context;
  const posting = await openPosting(platform, '2025-01-15');
  await until('the entry is written', () => posting.isPosted());
  const answer = await platform.client.patch(settings, { safety_stock: 3 });
  t.is(answer.status, 200, answer.text);
  await posting.commit();
});

test('an account is renamed while entries are posted to it', async (t) => {
  const { platform } = t.context;
  const bank = `${base}/accounts/${(await accountsByCode(platform.client))['1000']}`;
  const posting = await openPosting(platform, '2025-01-15');
  await until('the entry is written', () => posting.isPosted());
  const answer = await platform.client.patch(bank, { name: 'House bank' });
  t.is(answer.status, 200, answer.text);
  await posting.commit();
});

test('the books close after the postings on their way, and before all that come later', async (t) => {
  const { platform } = t.context;
  const first = await openPosting(platform, '2025-01-15');
  await until('the entry is written', () => first.isPosted());
  const closing = platform.client.patch(settings, { lock_date: '2024-12-31' });
  await until('closing waits for the posting', async () => {
    const { rows } = await platform.owner.query(
      'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [first.pid],
    );
    return rows.length > 0;
  });
  // In months of their own: entries of one month wait for each other's number.
  const later = await Promise.all(
    Array.from({ length: 8 }, (_, month) => openPosting(platform, `2025-0${month + 2}-15`)),
  );
  const late = await openPosting(platform, '2024-12-15');
  const all = [...later, late];
  await Promise.race([
    untilWaiting(platform, 'all wait', () => all.map(({ pid }) => pid)),
    until('one has gone first', () => all.some((one) => one.isPosted())),
  ]);
  t.deepEqual(
    all.filter((one) => one.isPosted()),
    [],
    'nobody goes first',
  );

  await first.commit();
  const answer = await closing;
  t.is(answer.status, 200, answer.text);
  await Promise.all(later.map((one) => one.commit()));
  await t.throwsAsync(late.commit(), { message: /2024-12-15 lies in a locked period/ });
});

/** Changes the base currency in a session of its own, which stays open until it is told to commit. */
async function openCurrencyChange(
  { owner, standard }: Platform,
  currency: string,
): Promise<{ pid: number; commit(): Promise<void> }> {
  const session = await owner.connect();
  await session.query('begin');
  await session.query('update organizations set base_currency = $2 where id = $1', [standard.id, currency]);
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    pid: rows[0]!.pid,
    commit: async () => {
      await session.query('commit');
      session.release();
    },
  };
}

function untilBlocking(platform: Platform, pid: number): Promise<unknown> {
  return until('somebody waits for the new currency', async () => {
    const { rows } = await platform.owner.query(
      'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [pid],
    );
    return rows.length > 0;
  });
}

test('the first entry and the first draft are in the base currency that stands when they are made', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const accounts = await accountsByCode(client);
  const toEuro = await openCurrencyChange(platform, 'EUR');
  const line = { account_id: accounts['4000'], description: 'Storage', quantity: 1, unit_price: 5 };
  const drafting = client.post(`${base}/invoices`, { customer_id: standard.customerId, lines: [line] });
  const billing = client.post(`${base}/bills`, {
    vendor_id: standard.vendorId,
    lines: [{ description: 'Rent', amount: 5 }],
  });
  const both = Promise.all([drafting, billing]);
  await Promise.race([untilBlocking(platform, toEuro.pid), both]);
  await toEuro.commit();
  for (const { status, text, body } of await both) {
    t.is(status, 201, text);
    t.like(body.data, { currency: 'EUR', exchange_rate: 1 });
    const kind = body.data.invoice_no === undefined ? 'bills' : 'invoices';
    t.is((await client.delete(`${base}/${kind}/${body.data.id}`)).status, 200);
  }

  const toPound = await openCurrencyChange(platform, 'GBP');
  const posting = client.post(`${base}/journal-entries`, {
    description: 'Rent',
    lines: [
      { account_id: accounts['6000'], debit: 5 },
      { account_id: accounts['1000'], credit: 5 },
    ],
  });
  await Promise.race([untilBlocking(platform, toPound.pid), posting]);
  await toPound.commit();
  const { status, text, body } = await posting;
  t.is(status, 201, text);
  t.deepEqual(
    body.data.lines.map(({ currency }: { currency: string }) => currency),
    ['GBP', 'GBP'],
  );
});
