/** deploy/cells/lead.sh as it stands: the running proxy is told first, and it does not end well while that one leads elsewhere. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { hasHaproxy, startHaproxy } from './proxy-rig.ts';

const script = fileURLToPath(new URL('../../../deploy/cells/lead.sh', import.meta.url));

const lead = (env: Record<string, string>) =>
  spawnSync('/bin/sh', [script], {
    env: { PATH: '/usr/bin:/bin', ORGANIZATION_KEYS: 'acme', LEAD_TO: 'b', ...env },
    encoding: 'utf8',
  });

(hasHaproxy ? test : test.skip)('a proxy that reads other tables than were written is told of', async (t) => {
  const cells = { a: ['http://127.0.0.1:1'], b: ['http://127.0.0.1:2'] };
  const proxy = await startHaproxy(t, cells, { organizations: 'acme a\n', stores: '' });
  const settings = { STATS_SOCKET: proxy.socket, TABLES: proxy.tables };
  const led = lead(settings);
  t.is(led.status, 0, led.stderr);
  t.is(readFileSync(path.join(proxy.tables, 'organizations.map'), 'utf8'), 'acme b\n');

  const elsewhere = path.join(proxy.tables, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(path.join(elsewhere, 'organizations.map'), 'acme a\n');
  const lost = lead({ ...settings, TABLES: elsewhere });
  t.not(lost.status, 0);
  t.regex(lost.stderr, /The proxy answers: .*Are its tables in/);
});

(hasHaproxy ? test : test.skip)(
  'the running proxy is told before anything is written, and all keys are written at once',
  async (t) => {
    const cells = { a: ['http://127.0.0.1:1'], b: ['http://127.0.0.1:2'] };
    const proxy = await startHaproxy(t, cells, { organizations: 'other a\nacme a\n', stores: 'shop a\n' });
    // Says what the running proxy leads where, each time a table is written.
    const seen = path.join(proxy.tables, 'seen');
    const bin = path.join(proxy.tables, 'bin');
    mkdirSync(bin);
    writeFileSync(
      path.join(bin, 'awk'),
      `#!/bin/sh
for table in organizations stores; do
  echo "show map ${proxy.tables}/$table.map" | socat - UNIX-CONNECT:${proxy.socket} | cut -d' ' -f2- >>${seen}
done
exec /usr/bin/awk "$@"
`,
      { mode: 0o755 },
    );
    const told = lead({
      PATH: `${bin}:/usr/bin:/bin`,
      STATS_SOCKET: proxy.socket,
      TABLES: proxy.tables,
      ORGANIZATION_KEYS: 'acme wp_acme',
      STORE_KEYS: 'shop',
    });
    t.is(told.status, 0, told.stderr);
    const lines = readFileSync(seen, 'utf8').split('\n').filter(Boolean);
    const led = ['other a', 'acme b', 'wp_acme b', 'shop b'];
    t.deepEqual(lines, [...led, ...led], 'one time for each table');
    t.is(readFileSync(path.join(proxy.tables, 'organizations.map'), 'utf8'), 'other a\nacme b\nwp_acme b\n');
    t.is(readFileSync(path.join(proxy.tables, 'stores.map'), 'utf8'), 'shop b\n');
  },
);

test('where no proxy listens it fails, unless that is known; the tables are written in either case', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lead-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const table = path.join(folder, 'organizations.map');
  const settings = { TABLES: folder, STATS_SOCKET: path.join(folder, 'stats') };
  writeFileSync(table, 'acme a\n');
  const unknown = lead(settings);
  t.is(unknown.status, 1);
  t.regex(unknown.stderr, /No proxy listens on .*stats: .*PROXY_DOWN=yes/);
  t.is(readFileSync(table, 'utf8'), 'acme b\n');
  const known = lead({ ...settings, LEAD_TO: 'c', PROXY_DOWN: 'yes' });
  t.is(known.status, 0, known.stderr);
  t.is(readFileSync(table, 'utf8'), 'acme c\n');
});

test('without socat nothing is changed, and that is said', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lead-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const tool of ['flock', 'awk', 'mv', 'sleep', 'id'])
    symlinkSync(`/usr/bin/${tool}`, path.join(folder, tool));
  writeFileSync(path.join(folder, 'organizations.map'), 'acme a\n');
  const told = lead({ PATH: folder, TABLES: folder, STATS_SOCKET: path.join(folder, 'stats') });
  t.is(told.status, 1);
  t.regex(told.stderr, /socat is not installed/);
  t.is(readFileSync(path.join(folder, 'organizations.map'), 'utf8'), 'acme a\n');
});
