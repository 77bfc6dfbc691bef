/** An organization is written out of one installation and brought into another, where it goes on working. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { diskStore } from '../../api/files/disk-store.ts';
import type { FileStore } from '../../api/files/file-store.ts';
import { digestOf } from '../../db/cells/rows.read.ts';
import { readOrganizationTables } from '../../db/cells/tables.read.ts';
import { inWholeDatabase } from '../../db/cells/whole-database.ts';
import { exportOrganization } from '../../server/cells/export-organization.ts';
import { importOrganization } from '../../server/cells/import-organization.ts';
import { createClient } from '../helpers/client.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { fillWithPlenty } from '../helpers/plenty.ts';
import { adjust, freshItem, rowsOf } from '../helpers/shelf.ts';
import { until } from '../helpers/wait.ts';

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Place {
  platform: OwnPlatform;
  files: FileStore;
  ownerUrl: string;
}

async function placeOf(t: ExecutionContext): Promise<Place> {
  const files = diskStore(folderOf(t));
  const platform = await startPlatform(t, { api: { files } });
  return { platform, files, ownerUrl: platform.ownerUrl };
}

const digests = (ownerUrl: string, organizationId: string): Promise<Record<string, unknown>> =>
  inWholeDatabase(ownerUrl, async (tx) => {
    const { own } = await readOrganizationTables(tx);
    const found: Record<string, unknown> = {};
    for (const table of own) found[table.name] = await digestOf(tx, table, organizationId);
    return found;
  });

const aheadBy = 1_000_000_000_000n;

test('what is exported is imported, row for row and file for file, and works on', async (t) => {
  const [there, here] = [await placeOf(t), await placeOf(t)];
  const { standard, client, owner } = there.platform;
  const folder = path.join(folderOf(t), 'export');
  const parts = { folder, credentialsKeys: ['k'] };
  // That server has counted more transactions and more events than this one.
  await owner.query('update organizations set stream_base = $2 where id = $1', [standard.id, aheadBy]);
  await owner.query('alter table events alter column position restart with 5000000');
  await fillWithPlenty(owner, standard, 2_000);
  const shelf = await freshItem(there.platform, { name: 'Two\u2028lines "and" a \\ and a 😀' });
  t.is((await adjust(client, shelf, { qty_delta: 7 })).status, 200);
  const key = `${standard.id}/logo/${'a'.repeat(64)}`;
  await there.files.put({ key, bytes: Buffer.from('picture'), content_type: 'image/png' });

  mkdirSync(folder, { mode: 0o755 });
  // One that nothing names is swept between being listed and being read.
  const list = async function* (id: string) {
    yield `${id}/pod/${'b'.repeat(64)}`;
    yield* there.files.list(id);
  };
  const files = { ...there.files, list };
  const tables = await exportOrganization({ ...there, ...parts, files }, standard.id);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  t.deepEqual(
    names.filter((name) => statSync(path.join(folder, name)).mode & 0o077),
    [],
    "hashes of tokens and sealed credentials are its owner's alone",
  );
  t.true(Object.values(tables).filter(({ rows }) => rows > 0).length > 25);
  const lastRead = await owner.query(
    'select max(transaction_id)::text as place, max(position) as position from events where organization_id = $1',
    [standard.id],
  );
  const { place: lastPlace, position } = lastRead.rows[0];

  const others = await digests(here.ownerUrl, here.platform.standard.id);
  await importOrganization({ ...here, ...parts });
  const brought = await digests(here.ownerUrl, standard.id);
  t.true(Object.keys(brought).length > 100);
  for (const [table, digest] of Object.entries(brought)) t.deepEqual(digest, tables[table], table);
  t.deepEqual(await digests(here.ownerUrl, here.platform.standard.id), others, 'nobody else has changed');
  t.is((await buffer(await here.files.get(key))).toString(), 'picture');

  const moved = createClient(here.platform.url, standard);
  const reader = await openEvents(here.platform.url, moved, {
    headers: { 'last-event-id': `${lastPlace}-${position}` },
  });
  t.teardown(() => reader.hangUp());
  t.is((await adjust(moved, shelf, { qty_delta: 5 })).status, 200);
  t.is(Number((await rowsOf(moved, shelf.item_id))[0].qty), 12);
  await until('its old reader is told', () => reader.events.some(({ data }) => data.type !== undefined));
  const added = await here.platform.owner.query(
    'select bool_and(position > $2) as after from events where organization_id = $1 and transaction_id > $3::xid8',
    [standard.id, position, lastPlace],
  );
  t.true(added.rows[0].after);

  await t.throwsAsync(importOrganization({ ...here, ...parts }), { message: /already in this installation/ });

  const place = (owner: typeof there.platform.owner, state: string, cell: string | null) =>
    owner.query('update organizations set state = $2, cell = $3 where id = $1', [standard.id, state, cell]);
  const another = { ...there, ...parts, folder: path.join(folderOf(t), 'another') };
  await place(owner, 'moving', null);
  await t.throwsAsync(exportOrganization(another, standard.id), { message: /it is being moved/ });
  await place(owner, 'moved', 'b');
  await t.throwsAsync(exportOrganization(another, standard.id), { message: /export it from the cell b/ });
  // Back where it was, with what has happened meanwhile; what was exported before that is nowhere any more.
  await exportOrganization({ ...another, ...here }, standard.id);
  await importOrganization(another);
  await until('it works where it has left', async () => (await rowsOf(client, shelf.item_id))?.length === 1);
  t.is(Number((await rowsOf(client, shelf.item_id))[0].qty), 12);
  await place(here.platform.owner, 'moved', 'b');
  const left = await digests(here.ownerUrl, standard.id);
  await t.throwsAsync(importOrganization({ ...here, ...parts }), { message: /older than what/ });
  t.deepEqual(await digests(here.ownerUrl, standard.id), left);
});

test('an import that is not what was exported leaves nothing', async (t) => {
  const there = await placeOf(t);
  const target = await createTestDatabase();
  t.teardown(target.drop);
  const { standard } = there.platform;
  const folder = path.join(folderOf(t), 'export');
  const parts = { folder, credentialsKeys: ['k', 'older'] };
  await there.platform.owner.query(
    `insert into flows (organization_id, id, name, connector, definition, webhook_secret_sealed)
     select $1, gen_random_uuid(), key, 'storefront', '{}', key || '.sealed' from unnest(array['k', 'older']) key`,
    [standard.id],
  );
  const here = { ownerUrl: target.ownerUrl, files: diskStore(folderOf(t)), ...parts };
  await t.throwsAsync(importOrganization(here), { message: /did not come to its end/ });
  const tables = await exportOrganization({ ...there, ...parts }, standard.id);
  await t.throwsAsync(exportOrganization({ ...there, ...parts }, standard.id), { message: /is not empty/ });

  await t.throwsAsync(importOrganization({ ...here, credentialsKeys: ['k'] }), {
    message: /PLATFORM_SECRET_PREVIOUS/,
  });
  const file = path.join(folder, 'tables', 'items.ndjson');
  const items = await readFile(file, 'utf8');
  await writeFile(file, items.slice(items.indexOf('\n') + 1));
  await t.throwsAsync(importOrganization(here), { message: /Nothing was imported: items / });
  const nothing = await digests(target.ownerUrl, standard.id);
  t.true(Object.values(nothing).every((digest) => (digest as { rows: number }).rows === 0));

  const foreign = items.slice(0, items.indexOf('\n')).replaceAll(standard.id, randomUUID());
  await writeFile(file, `${items}${foreign}\n`);
  await t.throwsAsync(importOrganization(here), { message: /items has rows of another organization/ });

  await writeFile(file, items);
  await importOrganization(here);
  t.deepEqual((await digests(target.ownerUrl, standard.id))['items'], tables['items']);

  const files = path.join(folder, 'files.ndjson');
  appendFileSync(files, `${JSON.stringify({ key: `${standard.id}/pod/${'b'.repeat(64)}`, sha256: '' })}\n`);
  const another = await createTestDatabase();
  t.teardown(another.drop);
  await t.throwsAsync(importOrganization({ ...here, ownerUrl: another.ownerUrl }), { message: /ENOENT/ });
  await writeFile(files, `${JSON.stringify({ key: `${randomUUID()}/pod/${'b'.repeat(64)}`, sha256: '' })}\n`);
  await t.throwsAsync(importOrganization({ ...here, ownerUrl: another.ownerUrl }), {
    message: /of another organization/,
  });
});

test('a table that is neither an organization’s nor the installation’s is told by name', async (t) => {
  const { ownerUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const message = await inWholeDatabase(ownerUrl, async (tx) => {
    await tx.raw('create table orphans (id uuid primary key)');
    return readOrganizationTables(tx).then(
      () => undefined,
      (fault: Error) => fault.message,
    );
  });
  t.regex(message!, /Whose rows are those of orphans\?/);
});
