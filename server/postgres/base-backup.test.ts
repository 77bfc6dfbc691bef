/** deploy/backup: a moment within a base backup is restored from the one before it. R33 runs the scripts on a server. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';

const script = (name: string): string =>
  fileURLToPath(new URL(`../../../deploy/backup/${name}`, import.meta.url));

/** Programs in the place of Postgres' own: a backup whose copying takes so many seconds. */
function takingSeconds(
  t: ExecutionContext,
  seconds: number,
): { folder: string; env: Record<string, string> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'base-backup-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const copies = `#!/bin/sh\nmkdir -p "$2"; date -u >"$2/made"; : >"$2/backup_label"; sleep ${seconds}\n`;
  for (const [name, text] of Object.entries({ pg_basebackup: copies, pg_verifybackup: '#!/bin/sh\n' })) {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o755);
  }
  const data = path.join(folder, 'data');
  mkdirSync(path.join(data, 'files'), { recursive: true });
  const places = { BACKUP_DIR: path.join(folder, 'backup'), DATA_DIR: data };
  return { folder, env: { PATH: `${folder}:/usr/bin:/bin`, ...places } };
}

test('a moment while a base backup was made is not restored from it, but with the files beside it', (t) => {
  const { folder, env } = takingSeconds(t, 3);
  const run = (name: string, ...args: string[]) => spawnSync(script(name), args, { env, encoding: 'utf8' });
  t.is(run('base-backup.sh').status, 0);
  const began = Date.now();
  t.is(run('base-backup.sh').status, 0);
  const within = new Date(began + 2_000).toISOString();
  const target = path.join(folder, 'restored');
  const restored = run('restore.sh', target, within);
  t.is(restored.status, 0, restored.stderr);
  const [first, second] = readdirSync(path.join(folder, 'backup', 'base')).sort();
  t.true(restored.stdout.includes(path.join(second!, 'files.tar')), restored.stdout);
  const made = (place: string): string => readFileSync(path.join(place, 'made'), 'utf8');
  t.is(made(target), made(path.join(folder, 'backup', 'base', first!)));
});

test('a backup counts once its files are beside it, and what a killed run left goes a day later', (t) => {
  const { folder, env } = takingSeconds(t, 0);
  const bases = path.join(folder, 'backup', 'base');
  const left = ['.part.dead', '.part.live'].map((name) => path.join(bases, name));
  for (const one of left) mkdirSync(one, { recursive: true });
  const daysAgo = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(left[0]!, daysAgo, daysAgo);
  const endingWith = (code: number) => {
    writeFileSync(path.join(folder, 'tar'), `#!/bin/sh\n/bin/tar "$@"; exit ${code}\n`);
    chmodSync(path.join(folder, 'tar'), 0o755);
    return spawnSync(script('base-backup.sh'), [], { env, encoding: 'utf8' });
  };
  t.not(endingWith(2).status, 0);
  t.deepEqual(readdirSync(bases), ['.part.live'], "a young one may be another machine's");
  const met = endingWith(1);
  t.is(met.status, 0, met.stderr);
  const base = readdirSync(bases).find((name) => !name.startsWith('.'));
  t.true(existsSync(path.join(bases, base!, 'files.tar')));
});
