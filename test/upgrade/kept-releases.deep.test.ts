/**
 * What later builds owe to those who run a release: a filled database of it is upgraded with all it holds, and read and
 * written over the API as if it had been made by this build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { answersOf, type Answers } from './answers.ts';
import { changesIn } from './changes.ts';
import { goOn } from './going-on.ts';
import { askList } from './lists.ts';

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

/** What is answered otherwise than before. Workers seal the chain of the books again, which takes them a moment. */
async function changesLeft(client: Client, answers: Answers): Promise<string[]> {
  for (let looks = 1; ; looks += 1) {
    const changes = changesIn(answers, await answersOf(client));
    if (changes.length === 0 || looks === 20) return changes;
    await pause(500);
  }
}

for (const release of releases) {
  test.serial(`${release.version}: upgraded, read and written over the API`, async (t) => {
    const { url } = await upgraded(t, release);
    let seen = 0;
    for (const { organization_id: id, access_token: accessToken, totals, answers } of release.organizations) {
      const client = createClient(url, { id, accessToken });
      for (const [list, total] of Object.entries(totals))
        t.is((await askList(client, list))?.total, total, `${list}: ${total} entries`);
      t.deepEqual(await changesLeft(client, answers), []);
      seen += Object.keys(answers).length - Object.keys(totals).length;
      const whole = await client.get('/api/wms/inventory/integrity?whole_ledger=true');
      t.like(whole.body.data, agreeing, whole.text);
      const chain = await client.get('/api/accounting/journal-entries/chain');
      t.true(chain.body.data.is_whole, chain.text);
      await goOn(t, client);
      const after = await client.get('/api/wms/inventory/integrity?whole_ledger=true');
      t.like(after.body.data, agreeing, after.text);
    }
    t.true(seen > 60, `${seen} documents were looked at`);
  });
}
