/**
 * Knex's Postgres client, made fast for short transactions. Named prepared statements: planning a query under row level
 * security costs more than running it. Pipelining: BEGIN travels with the first statement and COMMIT with the last, so
 * a transaction of three statements waits three times, not five.
 */
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import PostgresTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';
import { isPlanOutlived } from './sql-errors.ts';

interface KnexQuery {
  sql: string;
  options?: Record<string, unknown>;
}

// Statement texts that vary (lists of different lengths) must not fill the server's memory: past this many, texts are
// not named.
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

/** The node-postgres settings that pipelining needs. */
export const pipelined = { pipeline: true } as const;

class PipelinedTransaction extends PostgresTransaction {
  /** Does not wait for BEGIN. If it fails the connection is gone, and the next statement fails and reports it. */
  override begin(connection: unknown): Promise<unknown> {
    super.begin(connection).catch(() => {});
    return Promise.resolve();
  }
}

interface PostgresConnection {
  connection: { stream: Writable };
  /** Set by Knex while the connection belongs to a transaction. */
  __knexTxId?: string | null;
}

// The server limits statements but not commits: one that waits for a standby waits for as long as the standby is away.
// Slightly longer than a statement may take, since one may be running ahead of the commit.
const commitMsMax = 22_000;

/** Closes the connection when a commit is not confirmed in time: nobody knows whether it happened, and it still may. */
function limitCommit(connection: PostgresConnection, answer: Promise<unknown>): void {
  const timer = setTimeout(() => {
    const fault = new Error(`The database did not confirm a commit in ${commitMsMax / 1000} s.`);
    connection.connection.stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
  }, commitMsMax);
  const settle = (): void => clearTimeout(timer);
  answer.then(settle, settle);
}

/**
 * Uses unnamed statements: in transaction mode a pooler gives the next transaction another session, which knows none of
 * the names.
 */
export class PipelinedPostgresClient extends PostgresClient {
  override transaction(...parts: unknown[]): unknown {
    return new PipelinedTransaction(this, ...parts);
  }

  override _query(connection: PostgresConnection, query: KnexQuery): Promise<unknown> {
    sendTogether(connection.connection.stream);
    const answer = super._query(connection, query);
    if (query.sql === 'COMMIT;' || !connection.__knexTxId) limitCommit(connection, answer);
    return answer.catch((fault: unknown) => {
      // The next statement only learns that the connection is closed; the reason it closed decides how to treat the
      // fault.
      throw reasonsOfEnds.get(connection) ?? fault;
    });
  }
}

// Goes up when a cached plan is found to be outdated. Connections opened before are then closed, rather than failing
// once for each of their plans.
let generation = 0;
const generationOf = new WeakMap<object, number>();

export class PreparedPostgresClient extends PipelinedPostgresClient {
  override async acquireRawConnection(): Promise<PostgresConnection> {
    const begun = generation;
    const connection = (await super.acquireRawConnection()) as PostgresConnection;
    generationOf.set(connection, begun);
    return connection;
  }

  override validateConnection(connection: PostgresConnection): boolean {
    return generationOf.get(connection) === generation && super.validateConnection(connection);
  }

  override _query(connection: PostgresConnection, query: KnexQuery): Promise<unknown> {
    const name = nameOf(query.sql);
    if (!name) return super._query(connection, query);
    query.options = { ...query.options, name };
    return super._query(connection, query).catch((fault: unknown) => {
      if (isPlanOutlived(fault) && generationOf.get(connection) === generation) generation += 1;
      throw fault;
    });
  }
}

const reasonsOfEnds = new WeakMap<object, Error>();

/**
 * Listens for a connection's errors, which would otherwise crash the process, and keeps the server's reason for ending
 * an idle transaction.
 */
export function keepReasonOfEnd(connection: NodeJS.EventEmitter): void {
  connection.on('error', (fault: Error & { code?: string }) => {
    if (fault.code?.startsWith('25P')) reasonsOfEnds.set(connection, fault);
  });
}

/**
 * Everything written in one turn of the event loop goes out in one packet: one system call, and one wake-up of the
 * server.
 */
function sendTogether(stream: Writable): void {
  stream.cork();
  setImmediate(() => stream.uncork());
}
