/**
 * Knex's Postgres client made quick for short transactions. Named prepared statements: planning a row-level-security
 * query anew costs more than running it. Pipelining: BEGIN travels with the first statement and COMMIT with the last,
 * so a transaction of three statements waits three times, not five.
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
  /** Set by Knex while the connection is a transaction's. */
  __knexTxId?: string | null;
}

// The server limits each statement, and no commit: one that waits for a standby waits for as long as that is away. A little
// more than a statement may take, since one may be under way before it.
const commitMsMax = 22_000;

/** Ends the connection of a commit that is not confirmed in time: nobody knows whether it was done, and it may yet be. */
function limitCommit(connection: PostgresConnection, answer: Promise<unknown>): void {
  const timer = setTimeout(() => {
    const fault = new Error(`The database did not confirm a commit in ${commitMsMax / 1000} s.`);
    connection.connection.stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
  }, commitMsMax);
  const settle = (): void => clearTimeout(timer);
  answer.then(settle, settle);
}

/** Without names: a pooler in transaction mode gives the next transaction another session, which knows none of them. */
export class PipelinedPostgresClient extends PostgresClient {
  override transaction(...parts: unknown[]): unknown {
    return new PipelinedTransaction(this, ...parts);
  }

  override _query(connection: PostgresConnection, query: KnexQuery): Promise<unknown> {
    sendTogether(connection.connection.stream);
    const answer = super._query(connection, query);
    if (query.sql === 'COMMIT;' || !connection.__knexTxId) limitCommit(connection, answer);
    return answer.catch((fault: unknown) => {
      // The statement after the end hears only that nothing is connected; why it ended says what to make of it.
      throw reasonsOfEnds.get(connection) ?? fault;
    });
  }
}

// Rises when a plan was found outlived: what was opened before is closed, rather than told of each of its plans in turn.
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
