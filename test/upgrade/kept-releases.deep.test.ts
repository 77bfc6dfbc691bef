/**
 * What later builds owe to those who run a release: a filled database of it is upgraded with all it holds, and read and
 * written over the API as if it had been made by this build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { diskStore } from '../../api/files/disk-store.ts';
import { migrate } from '../../db/migrate.ts';
import { CompiledMigrations } from '../../db/schema/compiled-migrations.ts';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import { importOrganization } from '../../server/cells/import-organization.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { createEmptyDatabase } from '../helpers/database.ts';
import { startPlatform } from '../helpers/platform.ts';
import { testSecrets } from '../helpers/servers.ts';
import { keptReleases, migrationsOf, unpackFolder, type KeptRelease } from './kept-release.ts';
import { askList, detailsOf, lists } from './lists.ts';

const releases = keptReleases();
const agreeing = { mismatch_count: 0, allocation_mismatch_count: 0, serial_mismatch_count: 0 };
const remedy =
  'A migration of a kept release is never changed: add another file. (Before its release: npm run keep-release.)';

test('a release is kept, and small', (t) => {
  t.true(releases.length > 0);
  for (const { organizations } of releases) t.true(organizations.length > 1);
});

test('no migration of a kept release was changed or taken away', async (t) => {
  const ours = await new CompiledMigrations().digests();
  for (const release of releases)
    for (const [name, digest] of Object.entries(migrationsOf(release)))
      t.is(ours.get(name), digest, `${name} of ${release.version}. ${remedy}`);
});

/** The release's schema with its rows, then brought up to date as `npm run migrate` does it. */
async function upgraded(t: ExecutionContext, release: KeptRelease) {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  const { ownerUrl } = database;
  const folder = mkdtempSync(path.join(tmpdir(), 'kept-release-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const filesDir = path.join(folder, 'files');
  const settings = { databaseUrl: ownerUrl, secrets: testSecrets, log: () => {} };
  await migrate({ ...settings, only: new Set(Object.keys(migrationsOf(release))) });
  for (const { organization_id: id, files } of release.organizations) {
    unpackFolder(files, path.join(folder, id));
    await importOrganization({
      ownerUrl,
      files: diskStore(filesDir),
      credentialsKeys: keyRing(testSecrets, 'credentials').map((key) => key.id),
      folder: path.join(folder, id),
    });
  }
  await migrate(settings);
  return startPlatform(t, { database, filesDir });
}

/** Every list has the rows it had, and the first of each can be looked at. */
async function readEverything(t: ExecutionContext, client: Client, totals: Record<string, number>) {
  const served = new Set(lists.map(({ path: each }) => each));
  let seen = 0;
  for (const [each, total] of Object.entries(totals)) {
    t.true(served.has(each), `${each} is gone`);
    const answer = await askList(client, each);
    t.is(answer?.total, total, each);
    if (!answer?.first?.id || !detailsOf(each)) continue;
    const detail = await client.get(`${each}/${answer.first.id}`);
    t.is(detail.status, 200, `${each}: ${detail.text.slice(0, 300)}`);
    seen += 1;
  }
  return seen;
}

for (const release of releases) {
  test.serial(`${release.version}: upgraded, read and written over the API`, async (t) => {
    const { url } = await upgraded(t, release);
    let seen = 0;
    for (const { organization_id: id, access_token: accessToken, totals } of release.organizations) {
      const client = createClient(url, { id, accessToken });
      seen += await readEverything(t, client, totals);
      const whole = await client.get('/api/wms/inventory/integrity?whole_ledger=true');
      t.like(whole.body.data, agreeing, whole.text);
      const chain = await client.get('/api/accounting/journal-entries/chain');
      t.true(chain.body.data.is_whole, chain.text);
      await goOn(t, client);
    }
    t.true(seen > 60, `${seen} documents were looked at`);
  });
}

/** Work goes on where it was left: stock is adjusted, and what an order ships is counted. */
async function goOn(t: ExecutionContext, client: Client): Promise<void> {
  const [row] = (await client.get('/api/wms/inventory?status=available&page_size=1')).body.data;
  const { warehouse_id, location_id, item_id } = row;
  const adjusted = await client.post('/api/wms/inventory/adjust', {
    warehouse_id,
    location_id,
    item_id,
    qty_delta: 2,
    reason_code: 'found',
    ...(row.lot_no ? { lot_no: row.lot_no } : {}),
    ...(row.merchant_id ? { merchant_id: row.merchant_id } : {}),
  });
  t.is(adjusted.status, 200, adjusted.text);
  const after = await client.get('/api/wms/inventory/integrity?whole_ledger=true');
  t.like(after.body.data, agreeing, after.text);
}
