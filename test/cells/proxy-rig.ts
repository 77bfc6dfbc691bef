/** A stock proxy with its configuration of deploy/cells as it stands, in front of two cells. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort, isPortFree } from '../../server/free-port.ts';
import { until } from '../helpers/wait.ts';

const installed = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/local/sbin'].map((folder) => `${folder}/${name}`).find((file) => existsSync(file));
const haproxy = installed('haproxy');
const nginx = installed('nginx');
export const hasHaproxy = haproxy !== undefined;
export const hasNginx = nginx !== undefined;
const configuration = (name: string): string =>
  fileURLToPath(new URL(`../../../deploy/cells/${name}`, import.meta.url));

export interface CellsProxy {
  url: string;
  /** Changes a line of a table while it runs. */
  lead(table: keyof Tables, key: string, cell: string): Promise<void>;
  stop(): Promise<void>;
  /** SIGKILL, and started again on its port, with its tables as they are on disk. */
  crash(): Promise<void>;
}

/** As `cells map` prints them. */
export interface Tables {
  organizations: string;
  stores: string;
}

interface Scene {
  teardown(stop: () => unknown): void;
}

/** Each with the addresses of its API processes: two, or one that stands for both. */
interface Cells {
  a: readonly string[];
  b: readonly string[];
}

function hostsOf([first, second = first]: readonly string[]): [string, string] {
  return [new URL(first!).host, new URL(second!).host];
}

/** With where its tables and its stats socket are, for deploy/cells/lead.sh. */
export async function startHaproxy(
  scene: Scene,
  cells: Cells,
  tables: Tables,
): Promise<CellsProxy & { tables: string; socket: string }> {
  const folder = folderOf(scene);
  for (const [name, lines] of Object.entries(tables)) writeFileSync(path.join(folder, `${name}.map`), lines);
  const port = await freePort();
  const socket = path.join(folder, 'stats');
  const [[a, a2], [b, b2]] = [hostsOf(cells.a), hostsOf(cells.b)];
  const env = {
    STATS_SOCKET: socket,
    BIND: `127.0.0.1:${port}`,
    TABLES: folder,
    CELL_A: a,
    CELL_A2: a2,
    CELL_B: b,
    CELL_B2: b2,
  };
  const running = await run(scene, port, haproxy!, ['-db', '-f', configuration('haproxy.cfg')], env);
  return {
    ...running,
    tables: folder,
    socket,
    lead: async (table, key, cell) => {
      const asking = connect(socket);
      asking.end(`set map ${path.join(folder, `${table}.map`)} ${key} ${cell}\n`);
      await text(asking);
    },
  };
}

/** Its addresses and paths replaced by the test's. */
export async function startNginx(scene: Scene, cells: Cells, tables: Tables): Promise<CellsProxy> {
  const folder = folderOf(scene);
  mkdirSync(path.join(folder, 'logs'));
  const port = await freePort();
  const lines = { ...tables };
  const write = (): void => {
    for (const [name, all] of Object.entries(lines))
      writeFileSync(path.join(folder, `${name}.table`), all.replaceAll(/$(?<!^)/gm, ';'));
  };
  write();
  const file = path.join(folder, 'nginx.conf');
  const ours = readFileSync(configuration('nginx.conf'), 'utf8')
    .replace('10.0.1.5:3000', hostsOf(cells.a)[0])
    .replace('10.0.2.5:3000', hostsOf(cells.b)[0])
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/nginx/cells/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(file, ours.replace('http {', `http {\n  access_log off;\n  ${temporary.join('\n  ')}`));
  const args = ['-p', folder, '-c', file, '-e', `${folder}/logs/error`];
  const settings = `pid ${folder}/pid; daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const running = await run(scene, port, nginx!, [...args, '-g', settings], {});
  return {
    ...running,
    lead: async (table, key, cell) => {
      lines[table] = lines[table].replace(new RegExp(`^${key} .*$`, 'm'), `${key} ${cell}`);
      write();
      const pid = readFileSync(`${folder}/pid`, 'utf8').trim();
      const workers = (): string[] =>
        readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
      const before = workers();
      execFileSync(nginx!, [...args, '-g', settings, '-s', 'reload']);
      await until('it reads its tables again', () => workers().some((worker) => !before.includes(worker)));
    },
  };
}

function folderOf(scene: Scene): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cells-'));
  scene.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function run(
  scene: Scene,
  port: number,
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Omit<CellsProxy, 'lead'>> {
  let stop = (): Promise<void> => Promise.resolve();
  const start = async (): Promise<void> => {
    // In a group of its own: all of it is killed.
    const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
    const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    stop = async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
      await over;
    };
    await until('the proxy listens', async () => !(await isPortFree(port)));
  };
  scene.teardown(() => stop());
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => stop(),
    crash: async () => {
      await stop();
      await start();
    },
  };
}
