/**
 * A baseline for the machine itself: six bare statements per transaction over a pool from Node, on tables without row
 * level security, triggers or more than their keys. It contains nothing a product needs, so it shows what the machine
 * and the driver can do one by one.
 */
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { BenchPlatform } from './platform.ts';

/** Its documents, and its balances. */
export const bareDocuments = 64;

const schema = `
  create schema bare;
  create table bare.commands (id uuid primary key, input jsonb not null, outcome jsonb);
  create table bare.documents (id integer primary key, counted numeric not null);
  create table bare.balances (id integer primary key, qty numeric not null) with (fillfactor = 70);
  create table bare.ledger (id uuid primary key, command_id uuid not null, document_id integer not null, qty numeric not null);
  create table bare.events (id uuid primary key, document_id integer not null, data jsonb not null);
  insert into bare.documents select n, 0 from generate_series(1, ${bareDocuments}) n;
  insert into bare.balances select n, 0 from generate_series(1, ${bareDocuments}) n`;

const statements: readonly [name: string, text: string][] = [
  ['accept', `insert into bare.commands (id, input) values ($1, '{"qty": 1}')`],
  ['lock', 'select counted from bare.documents where id = $1 for update'],
  ['ledger', 'insert into bare.ledger (id, command_id, document_id, qty) values ($1, $2, $3, 1)'],
  ['balance', 'update bare.balances set qty = qty + 1 where id = $1'],
  ['count', 'update bare.documents set counted = counted + 1 where id = $1'],
  ['event', `insert into bare.events (id, document_id, data) values ($1, $2, '{"qty": 1}')`],
];

export async function openBareSql(
  platform: BenchPlatform,
): Promise<{ run(client: number): Promise<boolean>; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: platform.ownerUrl, max: 32 });
  await pool.query(schema);
  const some = (): number => 1 + Math.floor(Math.random() * bareDocuments);
  return {
    close: async () => {
      await pool.query('drop schema bare cascade');
      await pool.end();
    },
    run: async (client) => {
      const connection = await pool.connect();
      const command = uuidv7();
      // Each client has its own document, as handhelds do; the balances are shared.
      const document = 1 + (client % bareDocuments);
      const values: Record<string, unknown[]> = {
        accept: [command],
        lock: [document],
        ledger: [uuidv7(), command, document],
        balance: [some()],
        count: [document],
        event: [uuidv7(), document],
      };
      try {
        await connection.query('begin');
        for (const [name, text] of statements) await connection.query({ name, text, values: values[name]! });
        await connection.query('commit');
        return true;
      } finally {
        connection.release();
      }
    },
  };
}
