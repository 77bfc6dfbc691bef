/**
 * Knex's Postgres client, made fast for short transactions. Named prepared statements: planning a query under row level
 * security costs more than running it. Pipelining: BEGIN travels with the first statement and COMMIT with the last, so
 * a transaction of three statements waits three times, not five.
 */
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { SqlText } from '../sql-text.ts';
import { BoundQuery, type Prepared } from './bound-query.ts';
import PostgresTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';
import { isPlanOutlived } from '../sql-errors.ts';

interface KnexQuery {
  sql: string;
  bindings?: readonly unknown[];
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

// Of transactions that have begun, by the client their statements are sent by.
const connectionOf = new WeakMap<object, PostgresConnection>();

class PipelinedTransaction extends PostgresTransaction {
  /** Does not wait for BEGIN. If it fails the connection is gone, and the next statement fails and reports it. */
  override begin(connection: PostgresConnection): Promise<unknown> {
    connectionOf.set(this.trxClient, connection);
    super.begin(connection).catch(() => {});
    return Promise.resolve();
  }
}

interface PostgresConnection {
  connection: { stream: Writable };
  query(statement: Prepared | BoundQuery, done?: (fault: Error | null) => void): void;
  /** Set by Knex while the connection belongs to a transaction. */
  __knexTxId?: string | null;
}

/** What Knex makes of a query once it is answered. */
interface Answered {
  response: unknown;
}

// The driver would send null.
const isUndefined = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.includes(undefined));

// The server limits statements but not commits: one that waits for a standby waits for as long as the standby is away.
// Slightly longer than a statement may take, since one may be running ahead of the commit.
const answerMsMax = 22_000;

/**
 * Closes the connection when a commit is not confirmed in time: nobody knows whether it happened, and it still may. Of a
 * standby, when it does not answer: one that hangs enforces no limit of its own.
 */
function limitAnswer(connection: PostgresConnection, answer: Promise<unknown>): void {
  const timer = setTimeout(() => {
    const fault = new Error(`The database did not answer in ${answerMsMax / 1000} s.`);
    connection.connection.stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
  }, answerMsMax);
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

  override positionBindings(text: string): string {
    return positioned.get(text) ?? position(text);
  }

  /**
   * Sends a statement past Knex's builder, which reads text and values four times over. In a transaction it is sent before
   * this returns, otherwise once the pool has a connection.
   */
  async send({ text, bindings }: SqlText): Promise<unknown> {
    if (bindings.some(isUndefined)) throw new Error(`A value is undefined: ${text}`);
    const query: KnexQuery = { sql: text, bindings };
    const bound = connectionOf.get(this);
    if (bound) return ((await this.query(bound, query)) as Answered).response;
    const connection: unknown = await this.acquireConnection();
    try {
      return ((await this.query(connection, query)) as Answered).response;
    } finally {
      await this.releaseConnection(connection);
    }
  }

  override _query(connection: PostgresConnection, query: KnexQuery): Promise<unknown> {
    sendTogether(connection.connection.stream);
    const answer = super._query(connection, query);
    const { isStandby } = this.config.connection as { isStandby?: boolean };
    if (query.sql === 'COMMIT;' || !connection.__knexTxId || isStandby) limitAnswer(connection, answer);
    return withReasonOfEnd(connection, answer);
  }

  /** Runs a statement in a transaction of its own that begins with these settings and ends with it. */
  queryBound(
    connection: PostgresConnection,
    settings: readonly SqlText[],
    statement: SqlText,
  ): Promise<unknown> {
    return this.sendBound(connection, settings.map(unnamed), unnamed(statement));
  }

  protected sendBound(
    connection: PostgresConnection,
    settings: readonly Prepared[],
    statement: Prepared,
  ): Promise<unknown> {
    sendTogether(connection.connection.stream);
    const answer = new Promise((resolve, reject) => {
      connection.query(
        new BoundQuery(settings, statement, (fault, result) => (fault ? reject(fault) : resolve(result))),
      );
    });
    limitAnswer(connection, answer);
    return withReasonOfEnd(connection, answer);
  }
}

// A text as the driver takes it, with $1 for the first value.
const positioned = new Map<string, string>();

function unnamed({ text, bindings }: SqlText): Prepared {
  return { text: positioned.get(text) ?? position(text), values: bindings };
}

function position(text: string): string {
  let count = 0;
  const found = text.replaceAll(/\\?\?/g, (mark) => (mark === '?' ? `$${(count += 1)}` : '?'));
  if (positioned.size < namedTextsMax) positioned.set(text, found);
  return found;
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
    return noticingOutlived(connection, super._query(connection, query));
  }

  override queryBound(
    connection: PostgresConnection,
    settings: readonly SqlText[],
    statement: SqlText,
  ): Promise<unknown> {
    const [first, ...more] = settings.map(unnamed);
    const asked = unnamed(statement);
    const name = nameOf(asked.text);
    // Further settings are rare. Preparing them by name as well would be more than the driver keeps account of.
    if (!first || more.length > 0 || !name) return super.queryBound(connection, settings, statement);
    const bound = this.sendBound(connection, [preparedOn(connection, first)], { ...asked, name });
    return noticingOutlived(connection, bound);
  }
}

async function noticingOutlived<T>(connection: object, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (fault) {
    if (isPlanOutlived(fault) && generationOf.get(connection) === generation) generation += 1;
    throw fault;
  }
}

const settingsName = 'settings';
const withSettings = new WeakMap<object, string>();

/** The settings by the name they are prepared under, which the first to need them on a connection does. */
function preparedOn(connection: PostgresConnection, settings: Prepared): Prepared {
  const { text } = settings;
  const known = withSettings.get(connection) ?? text;
  if (known !== text) throw new Error('A connection prepares one text of settings.');
  const named = { ...settings, name: settingsName };
  if (withSettings.has(connection)) return named;
  withSettings.set(connection, text);
  // If it fails, so does what was sent behind it, which reports it.
  connection.query(named, (fault) => fault && withSettings.delete(connection));
  return named;
}

const reasonsOfEnds = new WeakMap<object, Error>();

/**
 * The next statement only learns that the connection is closed; the reason it closed decides how to treat the fault.
 */
async function withReasonOfEnd<T>(connection: object, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (fault) {
    throw reasonsOfEnds.get(connection) ?? fault;
  }
}

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
