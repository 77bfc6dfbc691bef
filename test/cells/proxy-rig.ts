/** HAProxy with deploy/cells/haproxy.cfg as it stands, in front of two cells. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort, isPortFree } from '../../server/free-port.ts';
import { until } from '../helpers/wait.ts';

const program = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((file) => existsSync(file));
export const hasHaproxy = program !== undefined;
const configuration = fileURLToPath(new URL('../../../deploy/cells/haproxy.cfg', import.meta.url));

export interface CellsProxy {
  url: string;
  /** What the stats socket answers to a command. */
  tell(command: string): Promise<string>;
  tables: string;
  socket: string;
  stop(): Promise<void>;
  /** SIGKILL, and started again on its port, with its tables as they are on disk. */
  crash(): Promise<void>;
}

export async function startProxy(
  scene: { teardown(stop: () => unknown): void },
  cells: { a: string; b: string },
  tables: { organizations: string; stores: string },
): Promise<CellsProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cells-'));
  for (const [name, lines] of Object.entries(tables)) writeFileSync(path.join(folder, `${name}.map`), lines);
  const port = await freePort();
  const socket = path.join(folder, 'stats');
  const env = {
    STATS_SOCKET: socket,
    BIND: `127.0.0.1:${port}`,
    TABLES: folder,
    CELL_A: new URL(cells.a).host,
    CELL_B: new URL(cells.b).host,
  };
  let stop = (): Promise<void> => Promise.resolve();
  const start = async (): Promise<void> => {
    const child = spawn(program!, ['-db', '-f', configuration], { env, stdio: 'ignore' });
    const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    stop = async () => {
      child.kill('SIGKILL');
      await over;
    };
    await until('the proxy listens', async () => !(await isPortFree(port)));
  };
  scene.teardown(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    tables: folder,
    socket,
    stop: () => stop(),
    crash: async () => {
      await stop();
      await start();
    },
    tell: async (command) => {
      const asking = connect(socket);
      asking.end(`${command}\n`);
      return text(asking);
    },
  };
}
