import { connect } from 'node:net';
import pg from 'pg';
import { servingProblem } from '../db/schema/schema-check.ts';
import { reasonOf, StartError } from './start-error.ts';

interface Patience {
  log: (line: string) => void;
  signal?: AbortSignal;
  /** How long to wait for a server that refuses connections, in milliseconds. Default 45 000. */
  patienceMs?: number;
}

/** Codes of a server that is not up yet; any other error is an answer, and waiting would not change it. */
const notThereYet = new Set(
  'ECONNREFUSED ECONNRESET ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EPIPE ENOENT 57P03 53300'.split(
    ' ',
  ),
);

/**
 * Waits until the Postgres behind `databaseUrl` answers, and says so. Refuses at once for a wrong password, an unknown
 * database or a server older than 15; refuses for one that stays away when the patience runs out.
 */
export async function waitForPostgres(databaseUrl: string, patience: Patience): Promise<void> {
  const place = placesOf(databaseUrl)[0] ?? 'DATABASE_URL';
  await waitFor(`Postgres at ${place}`, patience, () => askPostgres(databaseUrl, place));
}

/**
 * Refuses in one sentence if the database answers but rejects this program (a wrong password, an unknown name, a server
 * older than 15), or if its schema is not this version's. If it is merely not up yet, the process starts and waits for it
 * while running, and ends once it turns out to be a wrong one. Returns which of the two it was, for the program's
 * greeting.
 */
export async function refuseWrongPostgres(databaseUrl: string): Promise<string> {
  const place = placesOf(databaseUrl)[0] ?? 'the database';
  try {
    await askPostgres(databaseUrl, place, async (client) => {
      const words = { name: `The database at ${place}`, toBeginAnew: 'set DATABASE_URL to another database' };
      const problem = await servingProblem(client, words);
      if (problem) throw new StartError(problem);
    });
    return 'the database answered';
  } catch (error) {
    if (isAbsence(error)) {
      askAgain(databaseUrl);
      return `the database does not answer yet at ${place}`;
    }
    if (error instanceof StartError) throw error;
    const hint = codeOf(error).startsWith('28')
      ? '. Run npm run migrate with this PLATFORM_SECRET first (it sets the passwords of the roles), or correct the URL'
      : '';
    throw new StartError(`Postgres at ${place} refuses this program: ${reasonOf(error)}${hint}.`);
  }
}

const askAgainMs = 1_000;

function askAgain(databaseUrl: string): void {
  setTimeout(() => {
    refuseWrongPostgres(databaseUrl).catch((error: unknown) => {
      console.error(reasonOf(error));
      process.exit(1);
    });
  }, askAgainMs).unref();
}

async function askPostgres(
  databaseUrl: string,
  place: string,
  ask: (client: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (version < 15)
      throw new StartError(`The Postgres at ${place} is version ${version}; 15 or newer is required.`);
    await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isAbsence(error: unknown): boolean {
  return (
    !(error instanceof StartError) &&
    (notThereYet.has(codeOf(error)) || /timeout|terminated/i.test(reasonOf(error)))
  );
}

/**
 * Waits until one of the hosts in `redisUrl` (the Sentinels, if it names them) accepts a connection, and says so.
 * Password and eviction policy are checked by the code that uses Redis (queues/).
 */
export async function waitForRedis(redisUrl: string, patience: Patience): Promise<void> {
  await waitFor(`Redis at ${placesOf(redisUrl).join(', ')}`, patience, () => knockAtRedis(redisUrl));
}

/** Where the queues are, and whether that answers now, for a program's greeting. */
export async function queuesWord(redisUrl: string | undefined): Promise<string> {
  if (!redisUrl) return 'queues in Postgres';
  return knockAtRedis(redisUrl).then(
    () => 'queues in Redis',
    () => `queues in Redis, which does not answer yet at ${placesOf(redisUrl).join(', ')}`,
  );
}

function knockAtRedis(redisUrl: string): Promise<void> {
  const port = redisUrl.includes('+sentinel:') ? 26_379 : 6379;
  return Promise.any(placesOf(redisUrl).map((place) => knock(place, port)));
}

async function waitFor(what: string, patience: Patience, attempt: () => Promise<unknown>): Promise<void> {
  const { log, signal, patienceMs = 45_000 } = patience;
  const started = Date.now();
  let said = 0;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (!isAbsence(error)) {
        throw new StartError(`${what} refuses this program: ${reasonOf(error)}.`);
      }
      const waitedMs = Date.now() - started;
      if (waitedMs >= patienceMs) {
        throw new StartError(
          `${what} cannot be reached (${reasonOf(error)}), tried for ${Math.round(waitedMs / 1000)} s.`,
        );
      }
      if (said === 0 || waitedMs - said >= 5000) {
        said = Math.max(waitedMs, 1);
        log(
          `${what} does not answer yet (${reasonOf(error)}), trying for another ${Math.ceil((patienceMs - waitedMs) / 1000)} s`,
        );
      }
    }
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: string };
  if (code) return code;
  return error instanceof AggregateError && error.errors.length > 0 ? codeOf(error.errors[0]) : '';
}

/** The hosts of a url without credentials, which can be shown. */
function placesOf(address: string): string[] {
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .split(',')
    .filter(Boolean);
}

function knock(place: string, defaultPort: number): Promise<void> {
  const [, host = place, port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(place) ?? [];
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port ?? defaultPort) });
    socket.setTimeout(5000, () =>
      socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
