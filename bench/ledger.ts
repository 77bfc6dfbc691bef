/**
 * The trial balance over a large ledger: closed months already summed, two months live, as a reader of the API gets it;
 * before and after the hourly closing of the books.
 */
import type pg from 'pg';
import { readTrialBalance, type TrialBalancePeriod } from '../db/journal/trial-balance.read.ts';
import { inTenant } from '../db/database.ts';
import { addDays } from '../domain/days.ts';
import { closeBooks } from '../workers/journal/close-books.ts';
import type { BenchPlatform } from './platform.ts';

const days = 548;
const lastDay = addDays(new Date().toISOString().slice(0, 10), -1);
const firstDay = addDays(lastDay, 1 - days);
const year = lastDay.slice(0, 4);
const month = lastDay.slice(0, 7);
// The end of the month before the last.
const lockDate = addDays(`${addDays(`${month}-01`, -1).slice(0, 7)}-01`, -1);
const reads = 20;

/** Creates entries of two lines over 18 months, closes the first 16, and reads. */
export async function reportLedger(
  owner: pg.Client,
  platform: BenchPlatform,
  lines = 5_000_000,
): Promise<void> {
  await plantEntries(owner, platform, lines / 2);
  const { database, organization } = platform;
  const froze = performance.now();
  await inTenant(database, { organizationId: organization.id }, async (tx) => {
    await tx.raw("set local statement_timeout = '10min'");
    await tx('organizations').where({ id: organization.id }).update({ lock_date: lockDate });
  });
  console.log(
    `\n${lines.toLocaleString('en')} journal lines; the months to ${lockDate} frozen in ${((performance.now() - froze) / 1000).toFixed(1)} s`,
  );
  await readBalances(platform, 'nothing closed');
  await closeBooks({ database, log: { error: console.error } }, organization.id, { proofsMax: 0 });
  await readBalances(platform, 'closed');
}

async function readBalances({ database, organization }: BenchPlatform, state: string): Promise<void> {
  const periods: Record<string, Pick<TrialBalancePeriod, 'from' | 'to'>> = {
    'as of today': { from: null, to: lastDay },
    'the last month': { from: `${month}-01`, to: lastDay },
    'the year': { from: `${year}-01-01`, to: lastDay },
  };
  for (const [name, period] of Object.entries(periods)) {
    const ms: number[] = [];
    for (let read = 0; read < reads; read += 1) {
      const started = performance.now();
      await inTenant(database, { organizationId: organization.id }, (tx) =>
        readTrialBalance(tx, { ...period, in: { kind: 'base', currency: 'USD' } }),
      );
      ms.push(performance.now() - started);
    }
    ms.sort((a, b) => a - b);
    const [median, slowest] = [ms[reads / 2]!, ms.at(-1)!].map(Math.round);
    console.log(
      `trial balance, ${name.padEnd(16)} ${state.padEnd(15)} median ${median} ms, slowest ${slowest} ms  (to reach: 200)`,
    );
  }
}

async function plantEntries(
  owner: pg.Client,
  { organization }: BenchPlatform,
  entries: number,
): Promise<void> {
  const id = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
  const day = `date '${firstDay}' + (n::bigint * ${days} / $2)::integer`;
  const amount = '(n % 9973) / 100.0 + 1';
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    `insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, description)
     select $1, ${id}, 'JE-' || n, ${day}, 'manual', ${id}, 'post', 'planted' from generate_series(1, $2::integer) n`,
    [organization.id, entries],
  );
  await owner.query(
    `insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit, base_debit, base_credit)
     select $1, ${id}, k, ids[1 + (n * 7 + k * 11) % array_length(ids, 1)], ${day}, 'USD', d, c, d, c
       from generate_series(1, $2::integer) n cross join generate_series(1, 2) k
      cross join lateral (select case when k = 1 then ${amount} else 0 end as d, case when k = 2 then ${amount} else 0 end as c) s
      cross join (select array_agg(a.id order by a.code) as ids from accounts a where a.organization_id = $1) chart`,
    [organization.id, entries],
  );
  await owner.query("set session_replication_role = 'origin'");
  await owner.query('vacuum analyze journal_lines');
}
