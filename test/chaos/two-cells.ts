/**
 * Two cells as an operator has them: each with a Postgres of its own, Redis, two APIs and workers, behind HAProxy with the
 * configuration of deploy/cells; and the command that moves an organization from one to the other.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { publicName } from '../../domain/tenancy/named-secret.ts';
import { startLogicalPostgres, type LogicalPostgres } from '../cells/logical-postgres.ts';
import { startHaproxy } from '../cells/proxy-rig.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { testSecrets } from '../helpers/servers.ts';
import { startRig, type Rig } from './rig.ts';

const run = (file: string, env: Record<string, string>): Promise<unknown> =>
  promisify(execFile)(file, { env: { PATH: '/usr/bin:/bin', ...env } });

type Proxy = Awaited<ReturnType<typeof startHaproxy>>;

export type CellName = 'a' | 'b';

export const otherThan = (cell: CellName): CellName => (cell === 'a' ? 'b' : 'a');

export interface Scene {
  teardown(stop: () => unknown): void;
}

/** An organization that is reached through the proxy. */
export interface Tenant {
  organization: TestOrganization;
  /** The proxy. */
  url: string;
  /** The domain of its store. */
  store: string;
  /** The database it is in now. */
  readonly owner: pg.Pool;
}

export interface TwoCells {
  cells: Readonly<Record<CellName, Rig>>;
  proxy: Proxy;
  /** Kills all of a cell, with its Postgres and its Redis; returns what brings it back. */
  lose(cell: CellName): Promise<() => Promise<void>>;
  /** Tells the proxy where an organization and its store are. */
  lead(keys: { organization: string; store: string }, cell: CellName): Promise<void>;
  /** Starts `admin <command>` for an organization, from a cell to the other. */
  administer(
    command: 'move-organization' | 'remove-organization',
    organizationId: string,
    from: CellName,
  ): Mover;
}

/** An admin command under way. */
export interface Mover {
  /** What it has said so far. */
  said(): string;
  kill(): void;
  /** Its exit code; null if it was killed. */
  ended: Promise<number | null>;
}

export async function startTwoCells(scene: Scene, options: { workers: number }): Promise<TwoCells> {
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-cells-'));
  scene.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const servers = { a: await startLogicalPostgres(scene), b: await startLogicalPostgres(scene) };
  const startCell = async (name: CellName): Promise<Rig> => {
    const rig = await startRig({
      databaseUrl: servers[name].url,
      apis: 2,
      workers: options.workers,
      // Cells share their files.
      env: { CELL: name, DATA_DIR: path.join(folder, 'data'), TRUSTED_PROXIES: '127.0.0.1' },
    });
    scene.teardown(() => rig.stop());
    return rig;
  };
  const cells = { a: await startCell('a'), b: await startCell('b') };
  const proxy = await startHaproxy(
    scene,
    { a: cells.a.urls, b: cells.b.urls },
    { organizations: '', stores: '' },
  );
  return {
    cells,
    proxy,
    lose: (cell) => lose(cells[cell], servers[cell]),
    lead: async ({ organization, store }, cell) => {
      await run(leadProgram, {
        ...leadSettings(proxy),
        ORGANIZATION_KEYS: `${organization} ${publicName(organization)}`,
        STORE_KEYS: store,
        LEAD_TO: cell,
      });
    },
    administer: (command, organizationId, from) => administer(cells, proxy, command, organizationId, from),
  };
}

async function lose(rig: Rig, postgres: LogicalPostgres): Promise<() => Promise<void>> {
  const programs = [...rig.apis, ...rig.workers];
  for (const one of programs) one.signal('SIGKILL');
  const [startPostgres, startRedis] = await Promise.all([
    postgres.crash(),
    rig.killRedis(),
    ...programs.map((one) => one.stop()),
  ]);
  return async () => {
    await Promise.all([startPostgres(), startRedis()]);
    await Promise.all(programs.map((one) => one.start()));
  };
}

const leadProgram = fileURLToPath(new URL('../../../deploy/cells/lead.sh', import.meta.url));
const leadSettings = ({ tables, socket }: Proxy): Record<string, string> => ({
  TABLES: tables,
  STATS_SOCKET: socket,
});

const admin = fileURLToPath(new URL('../../../dist/server/admin-main.js', import.meta.url));

function administer(
  cells: TwoCells['cells'],
  proxy: Proxy,
  command: 'move-organization' | 'remove-organization',
  organizationId: string,
  from: CellName,
): Mover {
  const to = otherThan(from);
  const child: ChildProcess = spawn(
    process.execPath,
    [
      admin,
      command,
      '--organization',
      organizationId,
      '--to',
      to,
      ...(command === 'move-organization' ? ['--then', leadProgram] : []),
    ],
    {
      env: {
        PATH: '/usr/bin:/bin',
        ...leadSettings(proxy),
        CELL: from,
        DATABASE_URL: cells[from].ownerUrl,
        TARGET_DATABASE_URL: cells[to].ownerUrl,
        PLATFORM_SECRET: testSecrets.current,
        // That cells share their files is asked for; the command itself reads none.
        S3_URL: 'https://storage.example.test/warehouse',
        S3_ACCESS_KEY_ID: 'unused',
        S3_SECRET_ACCESS_KEY: 'unused',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (piece) => (said += String(piece)));
  return {
    said: () => said,
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.once('close', (code) => resolve(code))),
  };
}
