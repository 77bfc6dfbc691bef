import { readdirSync, readlinkSync } from 'node:fs';
import fs, { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { testFolder } from '../../test/hub/rig/folder.ts';
import { until } from '../../test/helpers/wait.ts';
import { StateDocument } from './document.ts';
import { Journal } from './journal.ts';
import type { JournalRecord } from './journal-entry.ts';
import { decodeLine, encodeLine } from './journal-line.ts';

const at = Date.now();
const accepted = (key: string): JournalRecord => ({
  type: 'accepted',
  key,
  at,
  device_id: 'd',
  copies: 1,
  zpl: '^XA^XZ',
  client_key: null,
  digest: null,
});
const claiming = (key: string): JournalRecord => ({
  type: 'claiming',
  key,
  at,
  hub_id: 'h',
  print_job_id: 'p',
  device_id: 'd',
});
const result = (key: string): JournalRecord => ({
  type: 'result',
  key,
  at,
  result: { status: 'done', error: null, verified: true, bytes: 6, duration_ms: 1 },
});

async function journalPath(t: ExecutionContext): Promise<string> {
  return join(await testFolder(t, 'hub-journal'), 'journal.log');
}

test('what was appended is there after a restart, stage by stage', async (t) => {
  const path = await journalPath(t);
  const journal = await Journal.open(path);
  await Promise.all(['a', 'b', 'c'].map((key) => journal.append(accepted(key))));
  await journal.append({ type: 'sending', key: 'b', at });
  await journal.append({ type: 'sending', key: 'c', at });
  await journal.append(result('c'));
  await journal.append(claiming('d'));
  await journal.append(claiming('e'));
  await journal.append({ type: 'dropped', key: 'e' });
  const stages = (of: Journal) => of.entries.map(({ key, stage }) => `${key} ${stage}`);
  const expected = ['a accepted', 'b sending', 'c result', 'd claiming'];
  t.deepEqual(stages(journal), expected);
  // No close: the process simply vanishes.
  const second = await Journal.open(path);
  t.deepEqual(stages(second), expected);
  const third = await Journal.open(path);
  t.teardown(() => Promise.all([journal, second, third].map((open) => open.close())));
  t.deepEqual(third.entries, journal.entries, 'rewriting loses nothing');
  t.is(third.get('a')?.zpl, '^XA^XZ');
});

test('a torn last line is dropped wherever it was torn', async (t) => {
  const path = await journalPath(t);
  const journal = await Journal.open(path);
  await journal.append(accepted('a'));
  await journal.close();
  const whole = await readFile(path);
  const line = Buffer.from(encodeLine({ type: 'sending', key: 'a', at }));
  for (let length = 0; length < line.length - 1; length += 1) {
    await writeFile(path, Buffer.concat([whole, line.subarray(0, length)]));
    const reopened = await Journal.open(path);
    t.is(reopened.get('a')?.stage, 'accepted', `torn after ${length} bytes`);
    await reopened.append({ type: 'sending', key: 'a', at });
    await reopened.close();
    const again = await Journal.open(path);
    t.is(again.get('a')?.stage, 'sending', `append after a tear of ${length} bytes`);
    await again.close();
  }
});

test('a changed byte is found by the checksum', (t) => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (key, place) => {
      const line = encodeLine({ key }).trimEnd();
      const index = place % line.length;
      const changed = `${line.slice(0, index)}${line[index] === '0' ? '1' : '0'}${line.slice(index + 1)}`;
      return decodeLine(changed) === null && (decodeLine(line) as { key: string }).key === key;
    }),
  );
  t.is(decodeLine(''), null);
  t.is(decodeLine('00000000 {}'), null);
});

test('a broken line before the last leaves nothing to be sent twice', async (t) => {
  const path = await journalPath(t);
  const lines = [
    accepted('local'),
    { type: 'sending', key: 'local', at },
    accepted('untouched'),
    claiming('cloud'),
    { type: 'claimed', key: 'cloud', print_job_id: 'p', device_id: 'd', copies: 1 },
    { type: 'sending', key: 'cloud', at },
    { ...claiming('unnamed'), print_job_id: null, device_id: null },
    accepted('ended'),
    result('ended'),
  ].map(encodeLine);
  for (const lost of [1, 5]) {
    const damaged = lines.map((line, index) => (index === lost ? `\u0000\u0000${line.slice(2)}` : line));
    await writeFile(path, damaged.join(''));
    const journal = await Journal.open(path);
    t.is(journal.lostLines, 1);
    t.deepEqual(
      journal.entries.map(({ key, stage }) => `${key} ${stage}`),
      ['local sending', 'untouched sending', 'cloud sending', 'ended result'],
    );
    await journal.close();
    const again = await Journal.open(path);
    t.is(again.lostLines, 0, 'it was rewritten clean');
    t.is(again.get('local')?.stage, 'sending');
    await again.close();
  }
});

test('the latest jobs are remembered whatever the clock says, and older ones by age', async (t) => {
  const path = await journalPath(t);
  const years = 5 * 365 * 24 * 3_600_000;
  const keys = Array.from({ length: 1_000 }, (_, index) => `job ${index}`);
  const ended = (key: string, when: number) => [
    { ...accepted(key), at: when, client_key: ` ${key}` },
    { ...result(key), at: when },
  ];
  const lines = [
    ...ended('long ago', at - years),
    ...ended('far ahead', at + years),
    ...ended('today', at),
    ...keys.flatMap((key, index) => ended(key, index % 2 ? at - years : at + years)),
  ];
  await writeFile(path, lines.map(encodeLine).join(''));
  const journal = await Journal.open(path);
  t.deepEqual(
    journal.entries.map(({ key }) => key),
    ['today', ...keys],
  );
  await journal.close();
});

test('finished jobs older than a day are forgotten, unreported ones never', async (t) => {
  const path = await journalPath(t);
  const old = Date.now() - 25 * 3_600_000;
  const latest = Array.from({ length: 1_000 }, (_, index) => `latest ${index}`);
  const lines = [
    { ...accepted('local'), at: old },
    { ...result('local'), at: old },
    { ...claiming('told'), at: old },
    { ...result('told'), at: old },
    { type: 'reported', key: 'told' },
    { ...claiming('untold'), at: old },
    { ...result('untold'), at: old },
    ...latest.flatMap((key) => [accepted(key), result(key)]),
  ];
  await writeFile(path, lines.map(encodeLine).join(''));
  const journal = await Journal.open(path);
  t.deepEqual(
    journal.entries.map(({ key }) => key),
    ['untold', ...latest],
  );
  await journal.close();
});

test('a disk that refuses is JOURNAL_ERROR, what happened on paper is kept, and it heals', async (t) => {
  const path = await journalPath(t);
  const journal = await Journal.open(path);
  await journal.append(accepted('a'));
  await journal.append({ type: 'sending', key: 'a', at });
  const real = await readFile(path);
  // The disk is gone: the file handle is closed and the folder removed.
  await journal.close();
  await rm(dirname(path), { recursive: true });
  await t.throwsAsync(journal.append(accepted('b')), { message: /cannot write its journal/ });
  t.true(journal.isBroken);
  t.is(journal.get('b'), undefined);
  await journal.settle(result('a'));
  t.is(journal.get('a')?.stage, 'result');
  t.false(await journal.heal());
  await mkdir(dirname(path));
  await writeFile(path, real);
  t.true(await journal.heal(performance.now() + 2_000));
  await journal.append(accepted('c'));
  t.false(journal.isBroken);
  const reopened = await Journal.open(path);
  t.teardown(() => Promise.all([journal, reopened].map((open) => open.close())));
  t.deepEqual(
    reopened.entries.map(({ key, stage }) => `${key} ${stage}`),
    ['a result', 'c accepted'],
  );
});

/** Whether this process has the file open. */
function isOpen(path: string): boolean {
  const held = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return held.includes(path);
}

test.serial('the file is not open while another takes its place: Windows would refuse that', async (t) => {
  if (process.platform !== 'linux') return t.pass('skipped: only Linux tells what is open');
  const path = await journalPath(t);
  const { rename } = fs;
  t.teardown(() => {
    fs.rename = rename;
    syncBuiltinESMExports();
  });
  const wasOpen: boolean[] = [];
  fs.rename = (from, to) => {
    if (to === path) wasOpen.push(isOpen(path));
    return rename(from, to);
  };
  syncBuiltinESMExports();
  const journal = await Journal.open(path);
  // More than it may grow by, so that the next rewrites it.
  await journal.append({ ...accepted('a'), zpl: 'x'.repeat(9 * 1024 * 1024) } as JournalRecord);
  await journal.append(accepted('b'));
  t.deepEqual(wasOpen, [false, false]);
  t.true(isOpen(path));
  await journal.close();
});

test('a rewrite that fails leaves what was there, and goes on when it can', async (t) => {
  const path = await journalPath(t);
  const journal = await Journal.open(path);
  await journal.append({ ...accepted('a'), zpl: 'x'.repeat(9 * 1024 * 1024) } as JournalRecord);
  // Nothing can be written where the new file would go.
  await mkdir(`${path}.new`);
  await t.throwsAsync(journal.append(accepted('b')), { message: /cannot write its journal/ });
  t.true((await readFile(path, 'utf8')).includes('"key":"a"'));
  await rm(`${path}.new`, { recursive: true });
  t.true(await journal.heal(performance.now() + 2_000));
  await journal.append(accepted('c'));
  await journal.close();
  const again = await Journal.open(path);
  t.deepEqual(
    again.entries.map(({ key }) => key),
    ['a', 'c'],
  );
  await again.close();
});

test.serial('it heals whatever the clock of the machine is set to', async (t) => {
  const path = await journalPath(t);
  const journal = await Journal.open(path);
  const { now } = Date;
  t.teardown(() => (Date.now = now));
  await journal.close();
  await mkdir(`${path}.new`);
  await t.throwsAsync(journal.append(accepted('a')));
  t.false(await journal.heal());
  await rm(`${path}.new`, { recursive: true });
  Date.now = () => now() - 3_600_000;
  await until('it heals', () => journal.heal());
  await journal.append(accepted('b'));
  await journal.close();
});

test('a change that cannot be written does not count', async (t) => {
  const path = join(await testFolder(t, 'hub-document'), 'small.json');
  const document = await StateDocument.open(path, () => ({ names: ['a'] }));
  const add = (name: string) => document.change(({ names }) => ({ names: [...names, name] }));
  await mkdir(`${path}.new`);
  await t.throwsAsync(add('b'));
  t.deepEqual(document.value.names, ['a']);
  await rm(`${path}.new`, { recursive: true });
  await Promise.all([add('c'), add('d')]);
  t.deepEqual(document.value.names, ['a', 'c', 'd']);
  const again = await StateDocument.open(path, () => ({ names: [] as string[] }));
  t.deepEqual(again.value.names, ['a', 'c', 'd']);
});
