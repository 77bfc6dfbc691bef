/**
 * The independent checker: SQL of its own over what is on disk, knowing nothing of how it got there. Any method of the
 * platform can be wrong without the checker agreeing by accident.
 */
import type pg from 'pg';
import { pause } from './program.ts';
import type { Load } from './receiving-load.ts';

export interface Verdict {
  lost: number;
  doubled: number;
  /** Sentences; empty if all is well. */
  problems: string[];
}

/** Compares the ledger of a receiving load with what its clients were told. */
export async function checkReceiving(
  owner: pg.Pool,
  load: Load,
  setAsideMax = 0,
  organizationId: string | null = null,
): Promise<Verdict> {
  const { rows } = await owner.query<{ line: string; sum: number; entries: number }>(
    `select ref_line_id as line, sum(qty_delta)::float as sum, count(*)::int as entries
       from inventory_ledger
      where transaction_type = 'receive' and ($1::uuid is null or organization_id = $1) group by ref_line_id`,
    [organizationId],
  );
  const found = new Map(rows.map(({ line, sum }) => [line, sum]));
  const problems: string[] = [];
  let lost = 0;
  let doubled = 0;
  for (const [line, expected] of load.expected) {
    const difference = (found.get(line) ?? 0) - expected;
    if (difference < 0) lost -= difference;
    if (difference > 0) doubled += difference;
    if (difference !== 0)
      problems.push(`line ${line}: accepted ${expected}, in the ledger ${found.get(line) ?? 0}`);
  }
  const mismatched = [...found.keys()].filter((line) => !load.expected.has(line));
  if (mismatched.length > 0) problems.push(`${mismatched.length} lines in the ledger that nobody received`);
  const { rows: kept } = await owner.query<{ count: number }>(
    'select count(*)::int as count from commands where id = any($1)',
    [[...new Set(load.tally.operations)]],
  );
  const forgotten = new Set(load.tally.operations).size - kept[0]!.count;
  if (forgotten > 0) problems.push(`${forgotten} operations answered with 202 are nowhere to be found`);
  problems.push(...load.tally.serverErrors.slice(0, 5), ...load.refused.slice(0, 5));
  if (load.setAside > setAsideMax) problems.push(`${load.setAside} operations were set aside`);
  return { lost, doubled, problems };
}

/** R26: ledger equals balances, debits equal credits, allocations equal allocated stock, no operation open over 60 s. */
export async function checkHouse(owner: pg.Pool): Promise<string[]> {
  const problems: string[] = [];
  const count = async (what: string, sql: string): Promise<void> => {
    const { rows } = await owner.query<{ count: number }>(sql);
    if (rows[0]!.count > 0) problems.push(`${rows[0]!.count} ${what}`);
  };
  await count(
    'keys whose balance is not the sum of their ledger',
    `select count(*)::int as count from (
       select organization_id, item_id, location_id, status, lot_no, lpn_id, sum(qty_delta) as qty
         from inventory_ledger group by 1, 2, 3, 4, 5, 6) l
       full join inventory_balances b on b.organization_id = l.organization_id and b.item_id = l.item_id
        and b.location_id = l.location_id and b.status = l.status and b.lot_no = l.lot_no and b.lpn_id is not distinct from l.lpn_id
      where coalesce(l.qty, 0) <> coalesce(b.qty, 0)`,
  );
  await count('balances below zero', 'select count(*)::int as count from inventory_balances where qty < 0');
  await count(
    'commands open for more than 60 s',
    "select count(*)::int as count from commands where state = 'accepted' and created_at < now() - interval '60 seconds'",
  );
  const { rows: failed } = await owner.query<{ name: string; reason: string; times: number }>(
    `select name, outcome ->> 'message' as reason, count(*)::int as times from commands where state = 'failed'
      group by 1, 2 order by 3 desc limit 5`,
  );
  problems.push(
    ...failed.map(({ name, reason, times }) => `${times} times ${name} was set aside: ${reason}`),
  );
  await count(
    'gaps in the sequence of a subject',
    `select count(*)::int as count from (select max(subject_seq) as last, count(*) as many from events
       group by organization_id, subject_type, subject_id) s where last <> many`,
  );
  await count(
    'journal entries whose debits are not their credits',
    `select count(*)::int as count from (select entry_id from journal_lines group by organization_id, entry_id
       having sum(debit) <> sum(credit) or sum(base_debit) <> sum(base_credit)) e`,
  );
  return problems;
}

/** Waits until no command is open; returns how long that took, or undefined if it did not happen within `msMax`. */
export async function drained(owner: pg.Pool, msMax: number): Promise<number | undefined> {
  const started = Date.now();
  while (Date.now() - started < msMax) {
    const { rows } = await owner.query<{ open: number }>(
      "select count(*)::int as open from commands where state = 'accepted'",
    );
    if (rows[0]!.open === 0) return Date.now() - started;
    await pause(100);
  }
  return undefined;
}
