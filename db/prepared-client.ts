/**
 * Knex's Postgres client made quick for short transactions. Named prepared statements: planning a row-level-security
 * query anew costs more than running it. Pipelining: BEGIN travels with the first statement and COMMIT with the last,
 * so a transaction of three statements waits three times, not five.
 */
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import PostgresTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';

interface KnexQuery {
  sql: string;
  options?: Record<string, unknown>;
}

// Texts that vary (lists of differing length) must not fill a server's memory: past this many they go unnamed.
const namedTextsMax = 1_000;
const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= namedTextsMax || !/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return undefined;
  const name = createHash('sha1').update(sql).digest('base64url');
  names.set(sql, name);
  return name;
}

/** The connection settings that pipelining needs of node-postgres. */
export const pipelined = { pipeline: true } as const;

class PipelinedTransaction extends PostgresTransaction {
  /** Does not wait for BEGIN. Were it to fail the connection is gone, and the statement behind it fails and says so. */
  override begin(connection: unknown): Promise<unknown> {
    super.begin(connection).catch(() => {});
    return Promise.resolve();
  }
}

interface PostgresConnection {
  connection: { stream: Writable };
}

/** Without names: a pooler in transaction mode gives the next transaction another session, which knows none of them. */
export class PipelinedPostgresClient extends PostgresClient {
  override transaction(...parts: unknown[]): unknown {
    return new PipelinedTransaction(this, ...parts);
  }

  override _query(connection: PostgresConnection, query: KnexQuery): Promise<unknown> {
    sendTogether(connection.connection.stream);
    return super._query(connection, query).catch((fault: unknown) => {
      // The statement after the end hears only that nothing is connected; why it ended says what to make of it.
      throw reasonsOfEnds.get(connection) ?? fault;
    });
  }
}

export class PreparedPostgresClient extends PipelinedPostgresClient {
  override _query(connection: PostgresConnection, query: KnexQuery): Promise<unknown> {
    const name = nameOf(query.sql);
    if (name) query.options = { ...query.options, name };
    return super._query(connection, query);
  }
}

const reasonsOfEnds = new WeakMap<object, Error>();

/** Listens to a connection's errors, as someone must, and keeps what the server said when it ended an idle transaction. */
export function keepReasonOfEnd(connection: NodeJS.EventEmitter): void {
  connection.on('error', (fault: Error & { code?: string }) => {
    if (fault.code?.startsWith('25P')) reasonsOfEnds.set(connection, fault);
  });
}

/** What is written in one turn of the event loop leaves in one packet: one system call, and one wake-up of the server. */
function sendTogether(stream: Writable): void {
  stream.cork();
  setImmediate(() => stream.uncork());
}
