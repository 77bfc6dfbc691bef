/**
 * `npm run keep-release`: fills organizations by the guides and the demo's journey, and keeps them as a database of this
 * version (kept-release.ts). Run it when a version is released, and never again for it: from then on its migrations are
 * frozen, and every later build upgrades it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { diskStore } from '../../api/files/disk-store.ts';
import { version } from '../../api/openapi/version.ts';
import { exportOrganization } from '../../server/cells/export-organization.ts';
import { createDemoData, type DemoOrganization } from '../../server/demo/data.ts';
import { writeDemoFile } from '../../server/demo/file.ts';
import { runTag } from '../../server/demo/goods-in.ts';
import { fromSeaToDoor } from '../../server/demo/journey/from-sea-to-door.ts';
import { guideNamed, installClient, moduleOf, stepsIn } from '../description/typescript-program.ts';
import { createClient } from '../helpers/client.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { startTestServers } from '../helpers/shared/start-servers.ts';
import { answersOf } from './answers.ts';
import { isBeta, keepRelease, packFolder, type KeptOrganization } from './kept-release.ts';
import { totalsOf } from './lists.ts';
import { presentSurface } from './surface.ts';

// Guides that use the same codes are of different organizations.
const groups = [
  ['receive', 'first-order', 'print', 'bill', 'storefront-orders', 'webhooks', 'count'],
  ['returns', 'transfer', 'floor', 'pack', 'send-back', 'parcels', 'serials'],
  ['put-away'],
  ['fill-faces'],
];

const folder = mkdtempSync(path.join(tmpdir(), 'keep-release-'));
const filesDir = path.join(folder, 'files');
const servers = await startTestServers({ log: console.log });
const platform = await startPlatform(undefined, { servers, filesDir });
try {
  const organizations: KeptOrganization[] = [];
  for (const [at, group] of groups.entries()) {
    const { main, threePl } = await createDemoData(platform.database);
    const home = path.join(folder, `guides-${at}`);
    await follow(platform, group, main, home);
    organizations.push(await kept(platform, main));
    if (at > 0) continue;
    await fromSeaToDoor({ baseUrl: platform.url, demo: threePl, tag: runTag(), dataDir: home });
    organizations.push(await kept(platform, threePl));
  }
  const bytes = keepRelease({
    version,
    organizations,
    ...(isBeta(version) ? {} : { surface: presentSurface() }),
  });
  console.log(`test/upgrade/kept/${version}.json.gz: ${Math.ceil(bytes / 1024)} KiB`);
} finally {
  await platform.stop();
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function follow(
  { url }: OwnPlatform,
  names: readonly string[],
  demo: DemoOrganization,
  home: string,
): Promise<void> {
  mkdirSync(path.join(home, '.data'), { recursive: true });
  writeDemoFile(path.join(home, '.data'), { ...demo, v1_base_url: `${url}/v1` });
  installClient(home);
  for (const name of names) {
    console.log(name);
    const program = moduleOf(stepsIn(guideNamed(name))).replaceAll('http://127.0.0.1:3000', url);
    writeFileSync(path.join(home, `${name}.ts`), program);
    await promisify(execFile)(process.execPath, [`${name}.ts`], { cwd: home, maxBuffer: 64e6 });
  }
}

/** Once its commands have come to their end and its books are chained, so that nothing moves any more. */
async function kept(
  { url, ownerUrl, owner }: OwnPlatform,
  demo: DemoOrganization,
): Promise<KeptOrganization> {
  const { organization_id: id, access_token: accessToken } = demo;
  for (let looks = 0; looks < 300; looks += 1) {
    const { rows } = await owner.query(
      `select 1 from commands where organization_id = $1 and state = 'accepted'
       union all select 1 from journal_unchained where organization_id = $1 limit 1`,
      [id],
    );
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const exported = path.join(folder, id);
  await exportOrganization({ ownerUrl, files: diskStore(filesDir), folder: exported }, id);
  const client = createClient(url, { id, accessToken });
  return {
    organization_id: id,
    access_token: accessToken,
    totals: await totalsOf(client),
    answers: await answersOf(client),
    files: packFolder(exported),
  };
}
