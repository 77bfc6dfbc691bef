/**
 * The six statements of bench/bare-sql.ts by pgbench, the database's own load generator (prepared statements, two
 * threads): what the machine does without Node. On that file's tables, which must be there.
 */
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { bareDocuments } from './bare-sql.ts';
import type { Measured } from './measure.ts';

const start = promisify(execFile);

const script = `
\\set document 1 + (:client_id % ${bareDocuments})
\\set balance random(1, ${bareDocuments})
begin;
insert into bare.commands (id, input) values (uuidv7(), '{"qty": 1}');
select counted from bare.documents where id = :document for update;
insert into bare.ledger (id, command_id, document_id, qty) values (uuidv7(), uuidv7(), :document, 1);
update bare.balances set qty = qty + 1 where id = :balance;
update bare.documents set counted = counted + 1 where id = :document;
insert into bare.events (id, document_id, data) values (uuidv7(), :document, '{"qty": 1}');
commit;
`;

/** Transactions a second; undefined where pgbench is not installed. */
export async function measurePgbench(
  databaseUrl: string,
  { clients, durationMs }: { clients: number; durationMs: number },
): Promise<Measured | undefined> {
  const file = path.join(tmpdir(), `warehouse-pgbench-${process.pid}.sql`);
  writeFileSync(file, script);
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  const words = `-n -M prepared -c ${clients} -j ${Math.min(2, clients)} -T ${seconds} -f ${file}`;
  try {
    const { stdout } = await start('pgbench', [...words.split(' '), databaseUrl]);
    const told = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1]);
    return {
      clients,
      operations: told(/actually processed: (\d+)/),
      perSecond: told(/tps = ([\d.]+)/),
      p50Ms: told(/latency average = ([\d.]+)/),
      p99Ms: Number.NaN,
      failures: 0,
      cpu: 'instead of p50 its mean',
      cpuMs: 0,
    };
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  } finally {
    rmSync(file, { force: true });
  }
}
