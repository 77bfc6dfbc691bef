/** What the deployment files start, started on this machine with the settings they give, without a daemon of theirs. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../../server/free-port.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import {
  containersOf,
  interpolated,
  readCompose,
  readKubernetes,
  type KubernetesObject,
} from './deployment-papers.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compose = readCompose();
const objects = readKubernetes();
const ofKind = (kind: string): KubernetesObject[] => objects.filter((object) => object.kind === kind);

/** A program of the papers, running on this machine until the test ends. */
interface Started {
  name: string;
  command: readonly string[];
  env: Record<string, string>;
  /** Where its probes are answered. */
  probes: readonly string[];
}

async function start(
  t: ExecutionContext,
  { name, command, env, probes }: Started,
): Promise<() => Promise<void>> {
  const program = spawn(process.execPath, command.slice(1), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  const ended = new Promise((resolve) => program.once('exit', (code) => resolve(code)));
  t.teardown(() => program.kill('SIGKILL'));
  for (const url of probes) {
    const isAnswered = (): Promise<boolean> =>
      fetch(url).then(
        ({ ok }) => ok,
        () => {
          if (program.exitCode !== null) throw new Error(`${name} ended: ${said}`);
          return false;
        },
      );
    await until(`${name} answers ${url}`, isAnswered, 60_000);
  }
  return async () => {
    program.kill('SIGTERM');
    t.is(await ended, 0, name);
  };
}

/** What the fields of answers are read from. */
interface Made {
  data: Record<'id' | 'location' | 'state', string>;
}

/** Runs a command of the papers to its end. */
async function run(command: readonly string[], env: Record<string, string>): Promise<string> {
  const options = { cwd: root, env: { PATH: '/usr/bin:/bin', ...env }, timeout: 120_000 };
  return (await promisify(execFile)(process.execPath, command.slice(1), options)).stdout;
}

/** A new database, the settings of its owner, and a folder for files. */
async function deployed(t: ExecutionContext) {
  const { ownerUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const files = mkdtempSync(path.join(tmpdir(), 'deployed-'));
  t.teardown(() => rmSync(files, { recursive: true, force: true }));
  const secret = { PLATFORM_SECRET: testSecrets.current, DATA_DIR: files };
  return { ownerUrl, secret };
}

test.serial('as the manifests say: migrated by the owner, then run by those who are not', async (t) => {
  const { ownerUrl, secret } = await deployed(t);
  const owner = { DATABASE_URL: ownerUrl, ...secret };
  const [job] = ofKind('Job');
  t.regex(await run(containersOf(job!)[0]!.command, owner), /the database is up to date/);
  const admin = compose.services['admin']!.entrypoint!;
  const printed = await run([...admin, 'database-urls'], owner);
  const urls = Object.fromEntries(
    [...printed.matchAll(/^(\w+_URL)=(\S+)$/gm)].map(([, name, url]) => [name!, url!]),
  );
  t.deepEqual(Object.keys(urls).toSorted(), ['APP_DATABASE_URL', 'SYSTEM_DATABASE_URL'], printed);
  t.regex(
    await run([...admin, 'create-organization', '--name', 'Mine'], { ...secret, ...urls }),
    /^[0-9a-f-]{36}\n$/,
  );
  for (const object of ofKind('Deployment')) {
    const [container] = containersOf(object);
    const ports = new Map<number, number>();
    for (const { containerPort } of container!.ports!) ports.set(containerPort, await freePort());
    // A pod has its own ports; on this machine each is a free one.
    const own = container!.env!.map(({ name, value }) => [name, `${ports.get(Number(value)) ?? value}`]);
    const stop = await start(t, {
      name: object.metadata.name,
      command: container!.command,
      env: {
        ...secret,
        ...urls,
        ...(ports.has(3000) ? { PORT: `${ports.get(3000)}` } : {}),
        ...Object.fromEntries(own),
      },
      probes: [container!.startupProbe!, container!.readinessProbe!].map(
        ({ httpGet }) => `http://127.0.0.1:${ports.get(httpGet.port)}${httpGet.path}`,
      ),
    });
    await stop();
  }
});

test.serial(
  'as the compose file says: API, workers and admin never see the owner, and do their work',
  async (t) => {
    const { ownerUrl, secret } = await deployed(t);
    const { host, pathname } = new URL(ownerUrl);
    const { services } = compose;
    await run(services['migrate']!.command!, { DATABASE_URL: ownerUrl, ...secret });
    const [port, opsPort, workersPort] = [await freePort(), await freePort(), await freePort()];
    const onThisMachine = (name: string): Record<string, string> => {
      // Without Redis: the queues in Postgres need more of the roles.
      const { REDIS_URL: _, DATABASE_URL: url = '', ...given } = interpolated(services[name]!.environment!);
      const places = { PORT: `${port}`, OPS_PORT: `${opsPort}`, WORKERS_PORT: `${workersPort}` };
      return {
        ...given,
        ...secret,
        ...places,
        DATABASE_URL: url.replace('postgres:5432/warehouse', host + pathname),
      };
    };
    const admin = (...words: string[]): Promise<string> =>
      run([...services['admin']!.entrypoint!, ...words], onThisMachine('admin'));
    const organization = (await admin('create-organization', '--name', 'Mine')).trim();
    const token = (
      await admin('create-token', '--organization', organization, '--name', 'me', '--roles', 'admin')
    ).trim();
    const url = `http://127.0.0.1:${port}`;
    const stops = await Promise.all([
      start(t, {
        name: 'api',
        command: services['api']!.command!,
        env: onThisMachine('api'),
        probes: [`${url}/readyz`],
      }),
      start(t, {
        name: 'workers',
        command: services['workers']!.command!,
        env: onThisMachine('workers'),
        probes: [`http://127.0.0.1:${workersPort}/readyz`],
      }),
    ]);
    const headers = {
      authorization: `Bearer ${token}`,
      'x-organization-id': organization,
      'content-type': 'application/json',
      prefer: 'respond-async',
    };
    const post = (where: string, body: object): Promise<Response> =>
      fetch(url + where, { method: 'POST', headers, body: JSON.stringify(body) });
    const warehouse = (await (await post('/api/wms/warehouses', { code: 'W1', name: 'One' })).json()) as Made;
    const accepted = await post('/api/wms/inbound-receipts', {
      warehouse_id: warehouse.data.id,
      source_type: 'manual',
    });
    t.is(accepted.status, 202, await accepted.clone().text());
    const { data } = (await accepted.json()) as Made;
    await until('a worker has made it', async () => {
      const answer = await fetch(`${url}${data.location}`, { headers });
      return ((await answer.json()) as Made).data.state === 'done';
    });
    t.is((await fetch(`${url}/ops`)).status, 404);
    t.is((await fetch(`http://127.0.0.1:${opsPort}/metrics`)).status, 200);
    await Promise.all(stops.map((stop) => stop()));
  },
);
