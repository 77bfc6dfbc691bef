/** deploy/cells/lead.sh as it stands: it does not end well while the running proxy leads elsewhere. */
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
