/** `npm run demo`: drives the main flow against the running server and prints what happens. */
import { createClient, type PlatformClient } from '../client/src/client.ts';
import { readConfig } from './config.ts';
import type { DemoOrganization, DemoThreePl } from './demo/data.ts';
import { daysWork } from './demo/days-work.ts';
import { demoFile, readDemoFile } from './demo/file.ts';
import { betweenBuildings } from './demo/between-buildings.ts';
import { billingMonth } from './demo/billing-month.ts';
import { theFloor } from './demo/floor.ts';
import { packByPlan } from './demo/packing.ts';
import { parcelsGoOut } from './demo/parcels.ts';
import { goodsIn, runTag } from './demo/goods-in.ts';
import { goodsOut } from './demo/goods-out.ts';
import { fromSeaToDoor } from './demo/journey/from-sea-to-door.ts';
import { reasonOf, StartError } from './start-error.ts';

interface DemoFile extends DemoOrganization {
  base_url: string;
  three_pl: DemoThreePl;
}

function clientOf(
  baseUrl: string,
  { organization_id: organizationId, access_token: accessToken }: DemoOrganization | DemoThreePl,
): PlatformClient {
  return createClient({ baseUrl, organizationId, accessToken });
}

async function run(): Promise<void> {
  const { dataDir } = readConfig();
  const demo = readDemoFile(dataDir) as DemoFile | undefined;
  if (!demo)
    throw new StartError(`There is no ${demoFile(dataDir)}: run npm start first, with the same DATA_DIR.`);
  const isUp = await fetch(`${demo.base_url}/healthz`).catch(() => undefined);
  if (!isUp?.ok) throw new StartError(`Nothing answers at ${demo.base_url}: run npm start first.`);
  const tag = runTag();
  await fromSeaToDoor({ baseUrl: demo.base_url, demo: demo.three_pl, tag, dataDir });
  const api = clientOf(demo.base_url, demo);
  await goodsIn(api, demo, tag);
  await goodsOut(api, demo, tag);
  await theFloor(api, demo, tag, dataDir);
  await betweenBuildings(api, demo, tag);
  await packByPlan(api, demo, tag);
  await parcelsGoOut({ api, demo, tag, baseUrl: demo.base_url, dataDir });
  await daysWork(api, demo, tag, demo.base_url);
  await billingMonth(clientOf(demo.base_url, demo.three_pl), demo.three_pl, tag, dataDir);
}

try {
  await run();
} catch (fault) {
  console.error(fault instanceof StartError ? reasonOf(fault) : fault);
  process.exit(1);
}
