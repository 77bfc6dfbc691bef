/** docs/tls.md on this machine: every link encrypted with an authority of one's own, and nothing believed without it. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import test, { type ExecutionContext } from 'ava';
import { freePort, isPortFree } from '../../server/free-port.ts';
import { startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isMissing = (program: string): boolean => spawnSync(program, ['-v']).error !== undefined;
const isPossible = !['openssl', 'redis-server', 'nginx'].some((program) => isMissing(program));

/** An authority, and a certificate of it for this machine. */
function certify(folder: string): { ca: string; cert: string; key: string } {
  const file = (name: string): string => path.join(folder, name);
  const [ca, cert, key] = [file('ca.pem'), file('cert.pem'), file('key.pem')];
  const openssl = (...words: string[]): void => void execFileSync('openssl', words, { stdio: 'ignore' });
  const fresh = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  openssl(...fresh, '-subj', '/CN=Ours', '-keyout', file('ca.key'), '-out', ca);
  const authority = ['-CA', ca, '-CAkey', file('ca.key')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost';
  const leaf = ['-addext', names, '-addext', 'basicConstraints=critical,CA:false'];
  openssl(...fresh, ...authority, '-subj', '/CN=localhost', ...leaf, '-keyout', key, '-out', cert);
  return { ca, cert, key };
}

async function startPostgres(
  t: ExecutionContext,
  folder: string,
  files: { cert: string; key: string },
): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    log: () => {},
    durable: false,
  });
  t.teardown(() => server.stop('immediate'));
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ place: string }>(`select current_setting('data_directory') as place`);
  const { place } = rows[0]!;
  const { uid, gid } = statSync(place);
  for (const [name, from] of [
    ['server.crt', files.cert],
    ['server.key', files.key],
  ] as const) {
    cpSync(from, path.join(place, name));
    chmodSync(path.join(place, name), 0o600);
    if (process.getuid?.() === 0) chownSync(path.join(place, name), uid, gid);
  }
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  return server.url;
}

async function startListener(
  t: ExecutionContext,
  port: number,
  program: string,
  args: readonly string[],
): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    await over;
  });
  await until(`${program} listens`, async () => !(await isPortFree(port)));
}

async function startRedis(
  t: ExecutionContext,
  files: { ca: string; cert: string; key: string },
): Promise<string> {
  const port = await freePort();
  const tls = ['--tls-cert-file', files.cert, '--tls-key-file', files.key, '--tls-ca-cert-file', files.ca];
  const only = ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no', '--save', ''];
  await startListener(t, port, 'redis-server', [...only, ...tls, '--bind', '127.0.0.1']);
  return `rediss://127.0.0.1:${port}`;
}

/** The file of deploy/tls with this machine's addresses and certificate. */
async function startNginx(
  t: ExecutionContext,
  folder: string,
  api: number,
  files: { cert: string; key: string },
): Promise<{ plain: number; secure: number }> {
  const [plain, secure] = [await freePort(), await freePort()];
  mkdirSync(path.join(folder, 'logs'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const ours = readFileSync(path.join(root, 'deploy/tls/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${api}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replace('/etc/letsencrypt/live/warehouse.example.com/fullchain.pem', files.cert)
    .replace('/etc/letsencrypt/live/warehouse.example.com/privkey.pem', files.key)
    .replace('http {', `http {\n  access_log off;\n  ${temporary.join('\n  ')}`);
  writeFileSync(path.join(folder, 'nginx.conf'), ours);
  const settings = `pid ${folder}/pid; daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const args = [
    '-p',
    folder,
    '-c',
    path.join(folder, 'nginx.conf'),
    '-e',
    `${folder}/logs/error`,
    '-g',
    settings,
  ];
  await startListener(t, secure, 'nginx', args);
  return { plain, secure };
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

function ask(url: string, options: https.RequestOptions = {}, body?: string): Promise<Answer> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
    });
    asked.once('upgrade', ({ statusCode, headers }, socket) => {
      socket.destroy();
      resolve({ status: statusCode!, headers, text: '' });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

(isPossible ? test : test.skip)(
  'every link is encrypted, checked, and refused where it is not believed',
  async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tls-'));
    chmodSync(folder, 0o711);
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const files = certify(folder);
    const [url, redis] = [await startPostgres(t, folder, files), await startRedis(t, files)];
    const [port, workersPort] = [await freePort(), await freePort()];
    const unbelieving = {
      PATH: '/usr/bin:/bin',
      DATABASE_URL: `${url}?sslmode=verify-full`,
      REDIS_URL: redis,
      PLATFORM_SECRET: testSecrets.current,
      DATA_DIR: path.join(folder, 'files'),
      HOST: '127.0.0.1',
      PORT: `${port}`,
      WORKERS_PORT: `${workersPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const env = { ...unbelieving, NODE_EXTRA_CA_CERTS: files.ca };
    const run = (main: string, ...words: string[]) =>
      promisify(execFile)(process.execPath, [`dist/server/${main}-main.js`, ...words], {
        cwd: root,
        env,
        timeout: 120_000,
      });
    await run('migrate');
    // Named for one server alone, it is believed without the environment.
    const named = { ...unbelieving, DATABASE_URL: `${url}?sslmode=verify-full&sslrootcert=${files.ca}` };
    await promisify(execFile)(process.execPath, ['dist/server/migrate-main.js'], { cwd: root, env: named });
    const refused = await t.throwsAsync<Error & { stderr: string; stdout: string; code: number }>(
      promisify(execFile)(process.execPath, ['dist/server/migrate-main.js'], {
        cwd: root,
        env: unbelieving,
        timeout: 60_000,
      }),
    );
    t.is(refused.code, 1);
    t.regex(refused.stderr + refused.stdout, /certificate/);
    const organization = (await run('admin', 'create-organization', '--name', 'Mine')).stdout.trim();
    const token = (
      await run('admin', 'create-token', '--organization', organization, '--name', 'me', '--roles', 'admin')
    ).stdout.trim();
    for (const main of ['api', 'workers']) {
      const program = spawn(process.execPath, [`dist/server/${main}-main.js`], {
        cwd: root,
        env,
        stdio: 'ignore',
      });
      t.teardown(() => program.kill('SIGKILL'));
    }
    const { plain, secure } = await startNginx(t, folder, port, files);
    const [here, ca] = [`https://127.0.0.1:${secure}`, readFileSync(files.ca)];
    await until(
      'the API and the workers are ready',
      async () => {
        const answers = [ask(`${here}/readyz`, { ca }), ask(`http://127.0.0.1:${workersPort}/readyz`)];
        return (await Promise.allSettled(answers)).every(
          (one) => one.status === 'fulfilled' && one.value.status === 200,
        );
      },
      60_000,
    );

    await t.throwsAsync(ask(`${here}/healthz`), { message: /certificate/ });
    const moved = await ask(`http://127.0.0.1:${plain}/api/wms/items?x=1`);
    t.deepEqual([moved.status, moved.headers.location], [308, 'https://127.0.0.1/api/wms/items?x=1']);
    const healthy = await ask(`${here}/healthz`, { ca });
    t.regex(`${healthy.headers['strict-transport-security']}`, /max-age=31536000/);
    const body = JSON.stringify({ code: 'W1', name: 'One' });
    const headers = {
      authorization: `Bearer ${token}`,
      'x-organization-id': organization,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const made = await ask(`${here}/api/wms/warehouses`, { ca, headers, method: 'POST' }, body);
    t.is(made.status, 201, made.text);
    const link = await ask(`${here}/api/hub/v1/link`, {
      ca,
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    });
    t.is(link.status, 401, "the hub's link reaches the platform");

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      'select distinct s.ssl from pg_stat_ssl s join pg_stat_activity a using (pid) where a.usename = any ($1)',
      [['platform_app', 'platform_system']],
    );
    await client.end();
    t.deepEqual(rows, [{ ssl: true }]);
  },
);
