/** R33: backup, restore to a moment with the scripts of deploy/backup, and the processes continuing from there. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../server/free-port.ts';
import { continueStreams } from '../../../server/ops/restored-command.ts';
import { checkHouse, checkReceiving, drained } from '../checker.ts';
import { send } from '../persistent-client.ts';
import { ownedDirectory, PostgresCluster, postgresPrograms } from '../postgres-cluster.ts';
import { pause } from '../program.ts';
import { prepareReceipts, startLoad, type Load } from '../receiving-load.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

const scripts = fileURLToPath(new URL('../../../../deploy/backup/', import.meta.url));
const archivedMsMax = 30_000;

/**
 * Work, a base backup, more work, the moment, work that will be lost, and a mistake: the restored database holds what
 * was answered before the moment and nothing after it, and event readers continue from their positions.
 */
export async function restoredToMoment(chaos: Chaos): Promise<Result> {
  const bin = postgresPrograms();
  if (!bin) return { figures: { skipped: 'no Postgres packages of 15 or later' }, problems: [] };
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-restore-'));
  chmodSync(folder, 0o711);
  const backups = path.join(folder, 'backups');
  ownedDirectory(backups);
  const port = await freePort();
  const cluster = new PostgresCluster(bin, path.join(folder, 'first'), port);
  const restored = new PostgresCluster(bin, path.join(folder, 'restored'), port);
  let rig: Rig | undefined;
  try {
    await cluster.create({
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `BACKUP_DIR=${backups} ${scripts}archive-wal.sh "%p" "%f"`,
    });
    await cluster.start();
    rig = await startRig({ databaseUrl: cluster.url, workers: 1 });
    return await drill(chaos, rig, { cluster, restored, backups });
  } finally {
    if (rig) await stopQuietly(rig);
    await cluster.stop();
    await restored.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drill(
  chaos: Chaos,
  rig: Rig,
  { cluster, restored, backups }: { cluster: PostgresCluster; restored: PostgresCluster; backups: string },
): Promise<Result> {
  const operations = sized(chaos, 1_000, 40);
  const lines = await prepareReceipts(rig, 2);
  const work = async (seed: number): Promise<Load> => {
    const load = startLoad(rig, lines, { operations, lanes: 8, seed });
    await load.finished;
    return load;
  };
  const env = { BACKUP_DIR: backups };
  const loads = [await work(chaos.seed)];
  await cluster.run(`${scripts}base-backup.sh`, [], env);
  loads.push(await work(chaos.seed + 1));
  const place = await lastPlace(rig);
  const [{ moment } = { moment: '' }] = await cluster.query<{ moment: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as moment`,
  );
  await pause(1_100);
  const gone = await work(chaos.seed + 2);
  const lostPlace = await lastPlace(rig);
  await rig.owner.query('truncate inventory_balances cascade');
  await archived(cluster);
  const early = await continueStreams(rig.ownerUrl).catch((fault: Error) => fault.message);

  await Promise.all([rig.api.stop(), ...rig.workers.map((worker) => worker.stop())]);
  await cluster.stop('dead');
  const began = performance.now();
  ownedDirectory(restored.dir);
  await restored.run(`${scripts}restore.sh`, [restored.dir, moment], env);
  await restored.start();
  await continueStreams(rig.ownerUrl);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await Promise.all([rig.api.start(), ...rig.workers.map((worker) => worker.start())]);

  const kept = together(loads);
  await drained(rig.owner, 20_000);
  const verdict = await checkReceiving(rig.owner, kept);
  const problems = [...verdict.problems, ...gone.refused.slice(0, 5), ...(await checkHouse(rig.owner))];
  if (!/stop them first/.test(String(early))) problems.push(`restored while it is worked on: ${early}`);
  const missed = await eventsAfter(rig, place);
  if (missed > 0) problems.push(`${missed} events after the place a reader had reached at the moment`);
  const [pair] = lines;
  const after = startLoad(rig, [pair!], { operations: 3, lanes: 1, seed: chaos.seed + 3 });
  await after.finished;
  problems.push(...after.refused);
  const heard = await eventsAfter(rig, place);
  if (heard < 3) problems.push(`of 3 receives after the restore a reader that goes on hears ${heard} events`);
  const heardAhead = await eventsAfter(rig, lostPlace);
  if (heardAhead !== heard)
    problems.push(
      `a reader that was past the moment hears ${heardAhead} of ${heard} events after the restore`,
    );
  return {
    figures: {
      operations: operations * 2,
      lost: verdict.lost,
      doubled: verdict.doubled,
      restored_in_seconds: seconds,
    },
    problems,
  };
}

function together(loads: readonly Load[]): Load {
  const [first] = loads;
  const expected = new Map<string, number>();
  for (const load of loads)
    for (const [line, units] of load.expected) expected.set(line, (expected.get(line) ?? 0) + units);
  return { ...first!, expected, refused: loads.flatMap(({ refused }) => refused) };
}

/** All finished segments are in the archive. */
async function archived(cluster: PostgresCluster): Promise<void> {
  const [{ segment } = { segment: '' }] = await cluster.query<{ segment: string }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  );
  const until = performance.now() + archivedMsMax;
  for (;;) {
    const [found] = await cluster.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    );
    if ((found?.last ?? '') >= segment) return;
    if (performance.now() > until) throw new Error(`${segment} is not archived: ${cluster.dir}.log says why`);
    await pause(200);
  }
}

async function readEvents(rig: Rig, after: string): Promise<{ count: number; next: string }> {
  let place = after;
  let count = 0;
  for (;;) {
    const query = new URLSearchParams({ limit: '500', ...(place === '' ? {} : { after: place }) });
    const { body } = await send(rig.url, rig.organization, 'GET', `/api/events?${query.toString()}`);
    const {
      events,
      next,
      has_more: hasMore,
    } = body.data as { events: unknown[]; next: string; has_more: boolean };
    count += events.length;
    place = next;
    if (!hasMore) return { count, next: place };
  }
}

const lastPlace = async (rig: Rig): Promise<string> => (await readEvents(rig, '')).next;
const eventsAfter = async (rig: Rig, place: string): Promise<number> => (await readEvents(rig, place)).count;

// The owner's pool lost its server; its errors about that are expected.
async function stopQuietly(rig: Rig): Promise<void> {
  await rig.stop().catch(() => {});
}
