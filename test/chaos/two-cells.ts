/**
 * Two cells as an operator has them: each with a Postgres of its own, Redis, API and workers, behind HAProxy with the
 * configuration of deploy/cells; and the command that moves an organization from one to the other.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { publicName } from '../../domain/tenancy/named-secret.ts';
import { startLogicalPostgres } from '../cells/logical-postgres.ts';
import { startProxy, type CellsProxy } from '../cells/proxy-rig.ts';
import { testSecrets } from '../helpers/servers.ts';
import { startRig, type Rig } from './rig.ts';

export type CellName = 'a' | 'b';

export const otherThan = (cell: CellName): CellName => (cell === 'a' ? 'b' : 'a');

export interface Scene {
  teardown(stop: () => unknown): void;
}

export interface TwoCells {
  cells: Readonly<Record<CellName, Rig>>;
  proxy: CellsProxy;
  /** Where an organization is, or a store. Tells the running proxy, and its file. */
  lead(keys: { organization: string; store?: string }, cell: CellName): Promise<void>;
  /** Starts `admin <command>` for an organization, from a cell to the other. */
  administer(command: string, organizationId: string, from: CellName): Mover;
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
  const startCell = async (name: CellName): Promise<Rig> => {
    const rig = await startRig({
      databaseUrl: await startLogicalPostgres(scene),
      workers: options.workers,
      // Cells share their files.
      env: { CELL: name, DATA_DIR: path.join(folder, 'data'), TRUSTED_PROXIES: '127.0.0.1' },
    });
    scene.teardown(() => rig.stop());
    return rig;
  };
  const cells = { a: await startCell('a'), b: await startCell('b') };
  const proxy = await startProxy(
    scene,
    { a: cells.a.url, b: cells.b.url },
    { organizations: '', stores: '' },
  );
  const tables = { organizations: new Map<string, CellName>(), stores: new Map<string, CellName>() };
  const set = async (table: keyof typeof tables, key: string, cell: CellName): Promise<void> => {
    const file = path.join(proxy.tables, `${table}.map`);
    const verb = tables[table].has(key) ? 'set' : 'add';
    tables[table].set(key, cell);
    writeFileSync(file, [...tables[table]].map(([name, where]) => `${name} ${where}\n`).join(''));
    await proxy.tell(`${verb} map ${file} ${key} ${cell}`);
  };
  return {
    cells,
    proxy,
    lead: async ({ organization, store }, cell) => {
      for (const key of [organization, publicName(organization)]) await set('organizations', key, cell);
      if (store !== undefined) await set('stores', store, cell);
    },
    administer: (command, organizationId, from) => administer(cells, command, organizationId, from),
  };
}

const admin = fileURLToPath(new URL('../../../dist/server/admin-main.js', import.meta.url));

function administer(
  cells: TwoCells['cells'],
  command: string,
  organizationId: string,
  from: CellName,
): Mover {
  const to = otherThan(from);
  const child: ChildProcess = spawn(
    process.execPath,
    [admin, command, '--organization', organizationId, '--to', to],
    {
      env: {
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
