/** What killed and refused uploads leave is removed a day later, beside uploads that go on. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { diskStore } from '../../api/files/disk-store.ts';
import { inTenant } from '../../db/database.ts';
import { putAsideFailedCommands, rerunFailedCommand } from '../../db/engine/command-reruns.write.ts';
import { enqueueCommands } from '../../db/engine/commands.write.ts';
import { nameFiles } from '../../db/tenancy/stored-files.write.ts';
import { readStored } from '../../db/tenancy/quotas.read.ts';
import { newId } from '../../domain/new-id.ts';
import { keepUploads } from '../../server/api/keep-uploads.ts';
import { sweepFiles } from '../../workers/tenancy/sweep-files.ts';
import { scheduleActor } from '../../workers/engine/scheduled.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

const filesDir = mkdtempSync(path.join(tmpdir(), 'swept-'));
const files = diskStore(filesDir);
let platform: OwnPlatform;
test.before(async () => {
  // Nothing runs beside: whoever would accept a command waits for ever.
  platform = await startPlatform(undefined, { filesDir, workers: false });
});
test.after.always(async () => {
  await (platform as { stop?(): Promise<void> })?.stop?.();
  rmSync(filesDir, { recursive: true, force: true });
});

const log = { warn: () => {} };
const scope = () => ({ organizationId: platform.standard.id });
const keep = (bytes: Buffer, store = files) =>
  keepUploads(platform.database, store)(platform.standard.id, [
    { key: keyOf(bytes), bytes, content_type: 'image/png' },
  ]);
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const keyOf = (bytes: Buffer): string => `${platform.standard.id}/pod/${hashOf(bytes)}`;
const isThere = (bytes: Buffer): boolean => existsSync(path.join(filesDir, keyOf(bytes)));
const age = (bytes: Buffer, hours: number) =>
  platform.owner.query(
    'update stored_files set stored_at = now() - make_interval(hours => $2) where sha256 = $1',
    [hashOf(bytes), hours],
  );
const total = () => inTenant(platform.database, scope(), readStored, { readOnly: true });
const sweep = (store = files) => sweepFiles({ database: platform.database, files: store, log });

test.serial(
  'a killed upload is removed after a day and gives its room back; a young or named one stays',
  async (t) => {
    const [killed, unwritten, young, named] = ['killed', 'unwritten', 'young', 'named'].map((text) =>
      Buffer.from(text),
    ) as [Buffer, Buffer, Buffer, Buffer];
    for (const bytes of [killed, young, named]) await keep(bytes);
    // Killed before its bytes were stored, and while they were.
    const dying = { ...files, put: () => Promise.reject(new Error('killed')) };
    await t.throwsAsync(keep(unwritten, dying), { message: 'killed' });
    const draft = path.join(filesDir, `${keyOf(unwritten)}.${newId()}`);
    const youngDraft = path.join(filesDir, `${keyOf(unwritten)}.${newId()}`);
    for (const file of [draft, youngDraft]) writeFileSync(file, 'half');
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(draft, dayAgo, dayAgo);
    await inTenant(platform.database, scope(), (tx) =>
      nameFiles(tx, [{ kind: 'pod', sha256: hashOf(named), size_bytes: named.length }]),
    );
    for (const bytes of [killed, unwritten, named]) await age(bytes, 25);
    await age(young, 23);
    t.is((await total()).files, 4);
    await sweep();
    t.false(isThere(killed));
    t.true(isThere(young));
    t.true(isThere(named));
    t.deepEqual([existsSync(draft), existsSync(youngDraft)], [false, true]);
    t.deepEqual(await total(), { files: 2, bytes: young.length + named.length });
  },
);

test.serial(
  'an upload of a file that is being removed waits, and its bytes are there afterwards',
  async (t) => {
    const bytes = Buffer.from('sent again');
    await keep(bytes);
    await age(bytes, 25);
    const before = await total();
    let isRemoving = false;
    let mayRemove = false;
    const slow = {
      ...files,
      remove: async (key: string) => {
        isRemoving = true;
        await until('the upload waits', () => mayRemove);
        await files.remove(key);
      },
    };
    const swept = sweep(slow);
    await until('the sweep is at the file', () => isRemoving);
    const again = keep(bytes);
    await until('the upload waits', async () => {
      const { rows } = await platform.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%insert into stored_files%'`,
      );
      return rows.length > 0;
    });
    mayRemove = true;
    await Promise.all([swept, again]);
    t.true(isThere(bytes));
    t.deepEqual(await total(), before);
  },
);

test.serial('while an operation waits for longer than a day, what it may name stays', async (t) => {
  const bytes = Buffer.from('waiting');
  await keep(bytes);
  await age(bytes, 25);
  const id = newId();
  const command = {
    id,
    organization_id: platform.standard.id,
    name: 'wms.none',
    queue: 'receiving',
    input: {},
  };
  await inTenant(platform.database, scope(), (tx) =>
    enqueueCommands(tx, [{ ...command, actor: scheduleActor('a test') }]),
  );
  await platform.owner.query("update commands set created_at = now() - interval '25 hours' where id = $1", [
    id,
  ]);
  await sweep();
  t.true(isThere(bytes));
  await platform.owner.query('delete from commands where id = $1', [id]);
  await sweep();
  t.false(isThere(bytes));
});

test.serial(
  'a store that fails for one file keeps it and its room, and the next sweep removes it',
  async (t) => {
    const bytes = Buffer.from('stays for now');
    await keep(bytes);
    await age(bytes, 25);
    const before = await total();
    await sweep({ ...files, remove: () => Promise.reject(new Error('the disk is away')) });
    t.true(isThere(bytes));
    t.deepEqual(await total(), before);
    await sweep();
    t.false(isThere(bytes));
    t.is((await total()).files, before.files - 1);
  },
);

test.serial(
  'a file without a row is counted, and goes unless a row names it: what is older than the counting',
  async (t) => {
    const { owner, standard } = platform;
    const [stray, young, logo] = ['stray', 'young stray', 'a logo of before'].map((text) =>
      Buffer.from(text),
    ) as [Buffer, Buffer, Buffer];
    const logoKey = keyOf(logo).replace('/pod/', '/logo/');
    for (const [key, bytes] of [
      [keyOf(stray), stray],
      [keyOf(young), young],
      [logoKey, logo],
    ] as const)
      await files.put({ key, bytes, content_type: 'image/png' });
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const key of [keyOf(stray), logoKey]) utimesSync(path.join(filesDir, key), dayAgo, dayAgo);
    await owner.query(
      `insert into paper_settings (organization_id, logo_sha256, logo_type, logo_bytes) values ($1, $2, 'image/png', $3)`,
      [standard.id, hashOf(logo), logo.length],
    );
    const before = await total();
    // One round through the store, then anew.
    await sweep();
    await sweep();
    const found = { files: before.files + 2, bytes: before.bytes + logo.length + stray.length };
    t.deepEqual(await total(), found, 'a restore to another moment would still find it');
    t.true(isThere(stray));
    await owner.query(
      "update stored_files set stored_at = stored_at - interval '29 days' where sha256 = $1",
      [hashOf(stray)],
    );
    await sweep();
    t.true(isThere(stray));
    await age(stray, 25);
    await sweep();
    t.false(isThere(stray));
    t.true(isThere(young));
    t.true(existsSync(path.join(filesDir, logoKey)));
    t.deepEqual(await total(), { files: before.files + 1, bytes: before.bytes + logo.length });
  },
);

test.serial('what a failed operation names stays until it is put aside, or was run again', async (t) => {
  const bytes = Buffer.from('named by what failed');
  const { owner, database, standard } = platform;
  const fail = async (): Promise<string> => {
    const id = newId();
    const input = { order_id: newId(), files: [{ sha256: hashOf(bytes) }] };
    await inTenant(database, scope(), (tx) =>
      enqueueCommands(tx, [
        {
          id,
          organization_id: standard.id,
          name: 'wms.none',
          queue: 'receiving',
          input,
          actor: scheduleActor('a test'),
        },
      ]),
    );
    await owner.query("update commands set state = 'failed', outcome = '{}' where id = $1", [id]);
    return id;
  };
  await keep(bytes);
  await age(bytes, 72);
  const first = await fail();
  await sweep();
  t.true(isThere(bytes), 'it may be run again');
  const again = await rerunFailedCommand(database, { organization_id: standard.id, command_id: first }, {});
  await sweep();
  t.true(isThere(bytes), 'it is about to run');
  await owner.query("update commands set state = 'failed', outcome = '{}' where id = $1", [again!.id]);
  await sweep();
  t.true(isThere(bytes));
  await putAsideFailedCommands(database, standard.id, [again!.id], {});
  await sweep();
  t.false(isThere(bytes));
});

test.serial('what others put into a bucket stops nothing', async (t) => {
  const bytes = Buffer.from('beside strangers');
  await keep(bytes);
  await age(bytes, 25);
  const stored_at = new Date(0);
  const strange = ['pod/readme.txt', `pod/${hashOf(bytes)}.old`, `photos/a/${hashOf(bytes)}`].map((name) => ({
    key: `${platform.standard.id}/${name}`,
    size_bytes: 3_000_000_000,
    stored_at,
  }));
  await sweep({ ...files, page: () => Promise.resolve(strange) });
  t.false(isThere(bytes));
});
