/**
 * Checks the deployment files without a daemon: their shapes are those of their tools, their programs exist, every
 * setting is a real one. deployed.deep.test.ts starts what they start.
 */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { readConfig as readHubConfig } from '../../hub/config.ts';
import { readConfig } from '../../server/config.ts';
import { execArgv } from '../../server/processes/platform-processes.ts';
import {
  containersOf,
  interpolated,
  objectsIn,
  readCompose,
  readKubernetes,
  readPaper,
  secretsOfManifest,
  type Container,
  type KubernetesObject,
} from './deployment-papers.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const settings = [...readPaper('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
const compose = readCompose();
const objects = readKubernetes();
const ofKind = (kind: string): KubernetesObject[] => objects.filter((object) => object.kind === kind);

/** The module of a version in the types generated from Kubernetes' own description. */
const moduleOf = ({ apiVersion }: KubernetesObject): string =>
  apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '');

async function mistakesIn(t: ExecutionContext, given: readonly KubernetesObject[]): Promise<string> {
  const folder = mkdtempSync(path.join(process.cwd(), 'dist', 'manifests-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const lines = given.flatMap((object, at) => [
    `import type { ${object.kind} as K${at} } from 'kubernetes-types/${moduleOf(object)}';`,
    `export const o${at}: K${at} = ${JSON.stringify(object, null, 1)};`,
  ]);
  writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = path.join(path.dirname(typescript), 'bin', 'tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    'manifests.ts',
  ];
  return promisify(execFile)(process.execPath, [compiler, ...options], { cwd: folder }).then(
    () => '',
    (failed: { stdout: string }) => failed.stdout,
  );
}

test('each Kubernetes object is of its kind, to the last field', async (t) => {
  t.is(await mistakesIn(t, objects), '');
  const misspelt = structuredClone(objects);
  containersOf(misspelt.find(({ kind }) => kind === 'Deployment')!)[0]!.ports = [
    { containerport: 1 },
  ] as unknown as [];
  t.regex(await mistakesIn(t, misspelt), /containerport/);
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined;

(hasKubectl ? test : test.skip)(
  'an overlay is built by kubectl as the README writes it, and all of it is still of its kind',
  async (t) => {
    const place = mkdtempSync(path.join(tmpdir(), 'overlay-'));
    t.teardown(() => rmSync(place, { recursive: true, force: true }));
    cpSync(path.join(root, 'deploy'), path.join(place, 'warehouse-platform', 'deploy'), { recursive: true });
    const [, written] = /```yaml\n([\s\S]+?)```/.exec(readPaper('deploy/kubernetes/README.md'))!;
    mkdirSync(path.join(place, 'mine'));
    writeFileSync(
      path.join(place, 'mine', 'kustomization.yaml'),
      written!.replaceAll(/^ {3}/gm, '').replace('# components', 'components'),
    );
    const { stdout } = await promisify(execFile)('kubectl', ['kustomize', 'mine'], { cwd: place });
    const built = objectsIn(stdout);
    t.is(await mistakesIn(t, built), '');
    const named = (kind: string, name: string) =>
      built.find((object) => object.kind === kind && object.metadata.name === name)!.spec;
    t.is(
      containersOf(built.find(({ metadata }) => metadata.name === 'platform-workers' && metadata)!)[0]!.image,
      'registry.example.com/warehouse-platform:1.0.0',
    );
    t.is(named('Deployment', 'platform-workers')['replicas'], 4);
    t.is(named('Ingress', 'platform')['rules'][0].host, 'wms.example.com');
    t.is(named('Ingress', 'platform-ops')['rules'][0].host, 'ops.warehouse.example.com');
  },
);

test('.env.example has every setting of the hub', (t) => {
  const refusal = t.throws(() => readHubConfig({ HUB_NO_SUCH: '1' }))!.message;
  const known = refusal.split('known are ')[1]!.split(', ');
  t.deepEqual(
    known.filter((name) => !settings.includes(name)),
    [],
  );
});

test('every setting in the papers is one of .env.example, and the programs take it', (t) => {
  const secrets = secretsOfManifest();
  t.deepEqual([...secrets.keys()], ['platform-owner', 'platform']);
  const filled: Record<string, string> = {
    PLATFORM_SECRET: 'x'.repeat(64),
    REDIS_URL: 'redis://redis:6379',
    S3_URL: 'https://storage.example.com/warehouse',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    TRUSTED_PROXIES: '10.20.0.0/24',
  };
  const valueOf = (name: string): string => filled[name] ?? 'postgresql://user:secret@postgres/warehouse';
  for (const object of [...ofKind('Job'), ...ofKind('Deployment')]) {
    for (const { env = [], envFrom } of containersOf(object)) {
      const keys = envFrom.flatMap(
        ({ secretRef }) => secrets.get(secretRef.name) ?? [`no ${secretRef.name}`],
      );
      const own = env.map(({ name, value }): [string, string] => [name, value]);
      const given = Object.fromEntries([...keys.map((key) => [key, valueOf(key)]), ...own]);
      for (const name of Object.keys(given))
        t.true(settings.includes(name), `${object.metadata.name}: ${name}`);
      t.notThrows(() => readConfig(given), object.metadata.name);
    }
  }
  for (const [name, { environment = {}, build }] of Object.entries(compose.services)) {
    if (!build) continue;
    for (const setting of Object.keys(environment)) t.true(settings.includes(setting), `${name}: ${setting}`);
    t.notThrows(() => readConfig(interpolated(environment)), name);
  }
});

test('Node runs the API and the workers as a start on this machine does', (t) => {
  const commands = [
    JSON.parse(/^CMD (.*)$/m.exec(readPaper('deploy/Dockerfile'))![1]!) as string[],
    ...Object.values(compose.services).map(({ command = [] }) => command),
    ...ofKind('Deployment').map((object) => containersOf(object)[0]!.command),
  ].filter((words) => /(api|workers)-main\.js$/.test(words.at(-1)!));
  t.is(commands.length, 5);
  for (const words of commands) t.deepEqual(words.slice(0, -1), ['node', ...execArgv]);
});

test('what may run as the owner of the database is the migration alone', (t) => {
  for (const object of ofKind('Deployment')) {
    const [container] = containersOf(object);
    t.deepEqual(
      container!.envFrom.map(({ secretRef }) => secretRef.name),
      ['platform'],
      object.metadata.name,
    );
  }
  t.deepEqual(
    containersOf(ofKind('Job')[0]!).flatMap(({ envFrom }) => envFrom.map(({ secretRef }) => secretRef.name)),
    ['platform-owner'],
  );
  t.false(secretsOfManifest().get('platform')!.includes('DATABASE_URL'));
  for (const [name, { environment = {}, build }] of Object.entries(compose.services)) {
    if (!build || name === 'migrate') continue;
    const { username, password } = new URL(`${environment['DATABASE_URL']}`);
    t.deepEqual([username, password], ['', ''], name);
    t.false(JSON.stringify(environment).includes('POSTGRES_PASSWORD'), name);
  }
});

test('metrics and the ops pages are published to nobody, and who may speak for clients is named', (t) => {
  for (const [name, { ports = [], environment = {} }] of Object.entries(compose.services)) {
    const inside = ['OPS_PORT', 'WORKERS_PORT'].map((setting) => `${environment[setting]}`);
    for (const port of ports) {
      const isInside = inside.includes(port.split(':').at(-1)!);
      t.is(port.startsWith('127.0.0.1:'), isInside, `${name} ${port}`);
    }
  }
  t.deepEqual(compose.services['api']!.ports, ['3000:3000', '127.0.0.1:9090:9090']);
  for (const { metadata, spec } of ofKind('Deployment')) {
    const [{ env = [], ports = [] } = {} as Container] = containersOf({
      apiVersion: '',
      kind: '',
      metadata,
      spec,
    });
    t.false(
      env.some(({ name }) => name === 'TRUSTED_PROXIES'),
      'a range written here would be wrong for most',
    );
    const policy = ofKind('NetworkPolicy').find(
      (one) => one.spec['podSelector'].matchLabels.app === spec['selector'].matchLabels.app,
    );
    const reached = (policy!.spec['ingress'] as { from: unknown[]; ports: { port: number }[] }[]).map(
      (rule) => [JSON.stringify(rule.from), rule.ports.map(({ port }) => port)] as const,
    );
    t.deepEqual(
      reached.flatMap(([, open]) => open),
      ports.map(({ containerPort }) => containerPort),
      metadata.name,
    );
    for (const [from, open] of reached)
      t.regex(from, open.includes(3000) ? /"ingress-nginx"/ : /"monitoring"/, metadata.name);
  }
  t.true(secretsOfManifest().get('platform')!.includes('TRUSTED_PROXIES'));
});

test('deployments are probed, budgeted, limited and never root; the ingress ends at a port that listens', (t) => {
  const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => spec['selector'].matchLabels.app);
  for (const { metadata, spec } of ofKind('Deployment')) {
    const { template, selector, replicas } = spec;
    t.true(replicas > 1, metadata.name);
    t.deepEqual(selector.matchLabels, template.metadata.labels);
    t.true(budgets.includes(selector.matchLabels.app), metadata.name);
    t.true(template.spec.securityContext.runAsNonRoot);
    const [container] = containersOf({ apiVersion: '', kind: '', metadata, spec });
    // A process that is asked to stop serves on for its drain, and ends twelve seconds after it at the latest.
    const drain = container!.env?.find(({ name }) => name === 'DRAIN_MS')?.value;
    t.true(template.spec.terminationGracePeriodSeconds > 12 + Number(drain ?? 0) / 1_000, metadata.name);
    const isAskedOfOutside = container!.ports!.some(({ containerPort }) => containerPort === 3000);
    t.is(Number(drain ?? 0) > 5_000, isAskedOfOutside, 'longer than the ingress takes to notice');
    const ports = container!.ports!.map(({ containerPort }) => containerPort);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const { path: asked, port } = container![probe]!.httpGet;
      t.true(ports.includes(port), `${metadata.name} ${probe}`);
      t.is(asked, probe === 'readinessProbe' ? '/readyz' : '/healthz');
    }
    t.truthy(container!.resources?.limits['memory']);
  }
  const [service] = ofKind('Service');
  const [ingress] = ofKind('Ingress');
  const { backend } = ingress!.spec['rules'][0].http.paths[0];
  t.is(backend.service.name, service!.metadata.name);
  t.is(backend.service.port.number, service!.spec['ports'][0].port);
  const behind = ofKind('Deployment').find(
    ({ spec }) => spec['selector'].matchLabels.app === service!.spec['selector'].app,
  );
  t.is(containersOf(behind!)[0]!.ports![0]!.containerPort, service!.spec['ports'][0].targetPort);
  t.deepEqual(ingress!.spec['tls'][0].hosts, [ingress!.spec['rules'][0].host]);
});

test('compose starts what is there, in an order that works, and again after a fall', (t) => {
  const { services, volumes } = compose;
  for (const [name, service] of Object.entries(services)) {
    const program = [...(service.command ?? []), ...(service.entrypoint ?? [])].find((word) =>
      word.endsWith('.js'),
    );
    if (service.build) t.true(existsSync(path.join(root, program!)), `${name}: ${program}`);
    for (const volume of service.volumes ?? []) t.true(Object.hasOwn(volumes, volume.split(':')[0]!), volume);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const waited = services[other]!;
      if (condition === 'service_healthy') t.truthy(waited.healthcheck, `${name} waits for ${other}`);
      else t.is(condition, 'service_completed_successfully');
    }
    const isTask = name === 'migrate' || service.profiles !== undefined;
    t.is(service.restart, isTask ? undefined : 'unless-stopped', name);
  }
});

test('the image holds what its programs read', (t) => {
  const dockerfile = readPaper('deploy/Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
    files!.split(' '),
  );
  for (const file of copied) t.true(existsSync(path.join(root, file)), file);
  const scripts = Object.keys(JSON.parse(readPaper('package.json')).scripts as object);
  for (const [, script] of dockerfile.matchAll(/npm run ([\w:]+)/g))
    t.true(scripts.includes(script!), script);
  t.true(existsSync(path.join(root, /CMD \[.*"(dist[^"]+)"\]/.exec(dockerfile)![1]!)));
});
