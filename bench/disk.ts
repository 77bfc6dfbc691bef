/**
 * Disk space per million receive-lines: how much each table grows as lines are received through the API, and how much
 * remains, in the tables and in files, once retention has removed everything it may. Scaled up from a few thousand
 * lines.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { diskStore } from '../api/files/disk-store.ts';
import { setPolicy } from '../db/retention/policies.write.ts';
import { sweepRetention } from '../workers/retention/sweep-retention.ts';
import { measure } from './measure.ts';
import { startBenchPlatform, type BenchPlatform } from './platform.ts';
import { createReceipt, receive } from './receipt-to-count.ts';

const lines = 20_000;
const clients = 32;
const msMax = 300_000;
const agedDays = 100;

export async function run(): Promise<void> {
  const platform = await startBenchPlatform({ redis: true });
  if (!platform) throw new Error('There is no redis-server on PATH.');
  const owner = new pg.Client({ connectionString: platform.ownerUrl });
  await owner.connect();
  try {
    const targets = await Promise.all(Array.from({ length: clients }, () => createReceipt(platform)));
    const empty = await sizes(owner);
    const { failures } = await measure({ clients, durationMs: msMax, operationsMax: lines }, (client) =>
      receive(platform, targets[client]!),
    );
    if (failures > 0) throw new Error(`${failures} lines were not received.`);
    const received = await owner.query<{ count: string }>('select count(*) from inventory_ledger');
    const perMillion = 1 / Number(received.rows[0]!.count);
    const full = await sizes(owner);
    const fileBytes = await letGo(owner, platform);
    const left = await sizes(owner);
    const grown = (of: Map<string, number>, table: string): number =>
      Math.max(0, Math.round((of.get(table)! - empty.get(table)!) * perMillion));
    const tables = [...full.keys()].filter((table) => grown(full, table) + grown(left, table) > 0);
    console.log('MB per million receive-lines, indexes included');
    console.table(
      tables.map((table) => ({ table, kept: grown(full, table), after_retention: grown(left, table) })),
    );
    const sum = (of: Map<string, number>): number =>
      tables.reduce((total, table) => total + grown(of, table), 0);
    console.log(`all tables: ${sum(full)} MB, after retention ${sum(left)} MB`);
    console.log(`files of what was removed: ${Math.round(fileBytes * perMillion)} MB`);
  } finally {
    await owner.end();
    await platform.stop();
  }
}

/** Bytes of each table after a full vacuum: no space of deleted rows. */
async function sizes(owner: pg.Client): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ table: string }>(
    "select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  await owner.query('vacuum full');
  const found = new Map<string, number>();
  for (const { table } of rows) {
    const size = await owner.query<{ bytes: string }>(
      'select pg_total_relation_size($1::regclass) as bytes',
      [table],
    );
    found.set(table, Number(size.rows[0]!.bytes));
  }
  return found;
}

/** Makes everything old and lets retention remove it; returns the bytes of the files. */
async function letGo(owner: pg.Client, { database }: BenchPlatform): Promise<number> {
  await owner.query(`
    set session_replication_role = replica;
    update commands set created_at = created_at - interval '${agedDays} days', finished_at = finished_at - interval '${agedDays} days',
      id = (lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - ${agedDays}::bigint * 86400000), 12, '0')
        || substr(replace(id::text, '-', ''), 13))::uuid;
    update events set occurred_at = occurred_at - interval '${agedDays} days';
    set session_replication_role = origin`);
  for (const table of ['commands', 'events'] as const) await setPolicy(database, table, 1);
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-files-'));
  try {
    const startedAt = performance.now();
    await sweepRetention({ database, files: diskStore(folder), log: pino({ level: 'warn' }) });
    const { rows } = await owner.query<{ rows: string; bytes: string }>(
      'select sum(rows_count) as rows, sum(bytes) as bytes from retention_files where removed_at is not null',
    );
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`${rows[0]!.rows} rows written, checked and removed in ${seconds.toFixed(1)} s`);
    return Number(rows[0]!.bytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
