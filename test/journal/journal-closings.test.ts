/** Closings of the books change no report, whatever is posted before, into and behind them. */
import test from 'ava';
import fc from 'fast-check';
import { inTenant, rows as read } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import type { ClosedSpan } from '../../db/journal/journal-closings.read.ts';
import { closeJournal } from '../../db/journal/journal-closings.write.ts';
import { type LinesFilter, readCash, sumJournalLines } from '../../db/journal/journal-lines.read.ts';
import { readTrialBalance } from '../../db/journal/trial-balance.read.ts';
import { closeBooks } from '../../workers/journal/close-books.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { until } from '../helpers/wait.ts';
import { day, drawnEntry, drawnSpan, type Entry, post, sale } from './drawn-entries.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const inBooks = <T>({ id }: TestOrganization, work: Parameters<typeof inTenant<T>>[2]): Promise<T> =>
  inTenant(platform.database, { organizationId: id }, work);

const newBooks = (): Promise<TestOrganization> => platform.newOrganization({ edition: 'three_pl' });

const asPosted = async (organization: TestOrganization, entry: Entry): Promise<void> => {
  const client = await platform.owner.connect();
  try {
    await client.query('begin');
    await post(client, organization, entry);
    await client.query('commit');
  } catch (fault) {
    await client.query('rollback');
    throw fault;
  } finally {
    client.release();
  }
};

/** What every report is made of, in one comparable value. */
async function figures(organization: TestOrganization, from: string, to: string): Promise<string[]> {
  const { merchantId } = organization;
  const filters: LinesFilter[] = [
    { date_to: to },
    { date_from: from, date_to: to },
    { date_from: from, date_to: to, without_closing: true },
    { date_from: from, date_to: to, beside_cash: true },
    { date_from: from, merchant_id: merchantId, beside_cash: true },
    { date_to: to, without_merchant: true, income: true },
  ];
  return inBooks(organization, async (tx) => {
    const shown: string[] = [];
    for (const filter of filters) {
      for (const { code, merchant_id: merchant, amount } of await sumJournalLines(tx, filter))
        if (Number(amount) !== 0)
          shown.push(`${JSON.stringify(filter)} ${code} ${merchant} ${Number(amount)}`);
    }
    for (const kind of ['base', 'document'] as const) {
      const unit = kind === 'base' ? { kind, currency: 'USD' } : { kind };
      for (const start of [from, null]) {
        const { rows } = await readTrialBalance(tx, { from: start, to, in: unit });
        for (const { code, currency, opening, debit, credit, closing } of rows) {
          const amounts = [opening, debit, credit, closing].map((amount) => amount.toFixed());
          shown.push(`${kind} ${start} ${code} ${currency} ${amounts.join(' ')}`);
        }
      }
    }
    shown.push(`cash ${Number(await readCash(tx, to, undefined))}`);
    return shown.toSorted();
  });
}

/** The same entries in books without any closing. */
async function onPaper(entries: readonly Entry[], model: TestOrganization): Promise<TestOrganization> {
  const paper = await newBooks();
  // Reports name merchants by their ids: the paper's are shown as the model's.
  paperNames.set(paper.merchantId, model.merchantId).set(paper.secondMerchantId!, model.secondMerchantId!);
  for (const entry of entries) await asPosted(paper, entry);
  return paper;
}
const paperNames = new Map<string, string>();
const renamed = (lines: readonly string[]): string[] =>
  lines
    .map((line) => [...paperNames].reduce((text, [own, other]) => text.replaceAll(own, other), line))
    .toSorted();

const different = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ debit, credit }) => debit !== credit);

test('any entries and closings in any order: every report is the sum of the lines', async (t) => {
  t.timeout(240_000);
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ entries: fc.array(drawnEntry, { minLength: 1, maxLength: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ closed: fc.array(drawnSpan, { minLength: 1, maxLength: 5 }) }) },
  );
  const drawn = fc.record({
    steps: fc.array(step, { minLength: 3, maxLength: 8 }),
    asked: fc.tuple(fc.integer({ min: -1, max: 60 }), fc.integer({ min: 60, max: 130 })),
  });
  let withClosings = 0;
  await fc.assert(
    fc.asyncProperty(drawn, async ({ steps, asked: [from, to] }) => {
      const books = await newBooks();
      const posted: Entry[] = [];
      for (const one of steps) {
        if ('entries' in one) {
          for (const entry of different(one.entries)) {
            await asPosted(books, entry);
            posted.push(entry);
          }
        } else for (const span of one.closed) await inBooks(books, (tx) => closeJournal(tx, span));
      }
      const left = await inBooks(books, (tx) =>
        read(tx, sql`select from journal_closing_sums where organization_id = ${books.id}`),
      );
      if (left.length > 0) withClosings += 1;
      const paper = await onPaper(posted, books);
      t.deepEqual(
        await figures(books, day(from), day(to)),
        renamed(await figures(paper, day(from), day(to))),
      );
    }),
    { numRuns: 12 },
  );
  t.true(withClosings > 0, 'closings took part');
});

const spansOf = (books: TestOrganization): Promise<ClosedSpan[]> =>
  inBooks(books, (tx) =>
    read<ClosedSpan>(
      tx,
      sql`select span, starts_on from journal_closings where organization_id = ${books.id} order by span, starts_on`,
    ),
  );

async function closeAll(books: TestOrganization): Promise<string[]> {
  const said: string[] = [];
  const log = { error: (_: unknown, words?: string) => void said.push(words ?? '') };
  await closeBooks({ database: platform.database, log }, books.id, { dayLinesMin: 1, monthLinesMin: 1 });
  return said;
}

test('a closing waits for a posting into its month that has not been committed', async (t) => {
  const books = await newBooks();
  const client = await platform.owner.connect();
  try {
    await client.query('begin');
    await post(client, books, sale);
    let isClosed = false;
    const closing = inBooks(books, (tx) => closeJournal(tx, { span: 'month', starts_on: day(0) })).then(
      () => {
        isClosed = true;
      },
    );
    await until('the closing waits', async () => {
      const { rows } = await platform.owner.query(
        `select from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and not l.granted
           and a.query like '%close_journal%'`,
      );
      return rows.length > 0;
    });
    t.false(isClosed);
    // Another month is not held up by either.
    await asPosted(books, { ...sale, day: day(40) });
    await client.query('commit');
    await closing;
  } finally {
    client.release();
  }
  t.deepEqual(await spansOf(books), [{ span: 'month', starts_on: day(0) }]);
  const cash = await inBooks(books, (tx) => readCash(tx, day(10), undefined));
  t.is(Number(cash), 123.45);
});

test('a posting removes the day and the month it is dated into, and no other', async (t) => {
  const books = await newBooks();
  for (const offset of [3, 5, 40]) await asPosted(books, { ...sale, day: day(offset) });
  t.deepEqual(await closeAll(books), []);
  const all = await spansOf(books);
  t.is(all.length, 5);
  await asPosted(books, { ...sale, day: day(3) });
  const gone = [day(3), day(0)];
  t.deepEqual(
    await spansOf(books),
    all.filter(({ starts_on: start }) => !gone.includes(start)),
  );
  t.is(Number(await inBooks(books, (tx) => readCash(tx, day(100), undefined))), 4 * 123.45);
});

test('a closing that somebody changed is found, removed and reported, and nobody else can change one', async (t) => {
  const books = await newBooks();
  await asPosted(books, sale);
  await asPosted(books, { ...sale, day: day(40) });
  t.deepEqual(await closeAll(books), []);
  const all = await spansOf(books);
  await t.throwsAsync(
    inBooks(books, (tx) =>
      read(
        tx,
        sql`update journal_closing_sums set debit = 0 where organization_id = ${books.id} returning 1`,
      ),
    ),
    { message: /permission denied/ },
  );
  await platform.owner.query(
    `update journal_closing_sums set base_debit = base_debit + 1
      where organization_id = $1 and span = 'month' and starts_on = $2 and base_debit > 0`,
    [books.id, day(0)],
  );
  await platform.owner.query(`update journal_closings set proved_at = null where organization_id = $1`, [
    books.id,
  ]);
  const said = await closeAll(books);
  t.is(said.length, 1);
  t.regex(said[0]!, /did not agree with its lines/);
  t.deepEqual(
    await spansOf(books),
    all.filter(({ span, starts_on: start }) => span !== 'month' || start !== day(0)),
  );
});

test('an account that becomes a bank account changes what moved cash', async (t) => {
  const books = await newBooks();
  await asPosted(books, { ...sale, debit: '1100' });
  await closeAll(books);
  const moved = () => inBooks(books, (tx) => sumJournalLines(tx, { beside_cash: true }));
  t.deepEqual(await moved(), []);
  await platform.owner.query(
    `update accounts set subtype = 'bank' where organization_id = $1 and code = '1100'`,
    [books.id],
  );
  t.deepEqual(await spansOf(books), []);
  t.deepEqual(
    (await moved()).map(({ code, amount }) => [code, Number(amount)]),
    [['4000', -123.45]],
  );
});

test('a trial balance to the last day of the calendar has that day’s entries', async (t) => {
  const books = await newBooks();
  await asPosted(books, { ...sale, day: '9999-12-31' });
  await asPosted(books, sale);
  await closeAll(books);
  const { rows, totals } = await inBooks(books, (tx) =>
    readTrialBalance(tx, {
      from: '9999-12-31',
      to: '9999-12-31',
      in: { kind: 'base', currency: 'USD' },
    }),
  );
  t.deepEqual(
    rows.map(({ code, opening, debit, credit }) => [
      code,
      opening.toFixed(),
      debit.toFixed(),
      credit.toFixed(),
    ]),
    [
      ['1000', '123.45', '123.45', '0'],
      ['4000', '-123.45', '0', '123.45'],
    ],
  );
  t.is(totals[0]!.closing.toFixed(), '0');
});
