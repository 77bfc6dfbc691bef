/**
 * Removes old rows as the operator's policies say: each batch is first written to a file, read back and checked, and
 * then removed exactly as it is in the file. One process at a time, for a few minutes that its tables share and in which
 * organizations take turns; what is left waits for the next sweep, which begins behind the one served last. A crash, a
 * second sweep or a row that changed meanwhile costs an attempt and never a row. What stays, however old:
 *
 * - a command that is open, or has failed and nobody has dealt with it;
 * - an event that is owed to an endpoint, and those behind it: the stream is cut from its beginning;
 * - the last number of each subject: its next event continues from there;
 * - a label that is waiting or printing, and one until its reprint is gone;
 * - a store's event that waits, failed or found no flow, or whose order is a draft or held; an order's first delivery stays
 *   without its body, to recognise repeats of whatever age (`inbound_events_once`);
 * - idempotency keys: a table of their own, 72 hours;
 * - the ledger: a balance is the sum of all its entries, and its closings are proved against them.
 */
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { readPolicies, type Policy } from '../../db/retention/policies.read.ts';
import { asOnlySweep, recordSweep } from '../../db/retention/policies.write.ts';
import { readOldRows, type RemovedByKey } from '../../db/retention/old-rows.read.ts';
import { recordFile, removeRows } from '../../db/retention/removal.write.ts';
import { forgetOldKeys } from '../../db/engine/commands.write.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { cutoffOf, type RetainedTableName } from '../../domain/retention/tables.ts';
import { archive, type ArchiveStore } from './archive.ts';
import { sweepSnapshots } from './sweep-snapshots.ts';

export interface RetentionParts {
  database: Database;
  /** Undefined: this process has no file store, so it removes nothing. */
  files: ArchiveStore | undefined;
  log: Logger;
  /** Called with what a sweep did with a table; it is not whole when it failed. */
  swept?(table: RetainedTableName, rowsRemoved: number, isWhole: boolean): void;
}

const sweepMsMax = 5 * 60_000;
const faultsMax = 10;
/** Of one organization, until it is its turn again. */
const batchesMax = 4;

/** Returns false when another process is sweeping. A table that cannot be swept does not hold up the next one. */
export async function sweepRetention(parts: RetentionParts, now = new Date()): Promise<boolean> {
  const { database, files } = parts;
  const policies = (await readPolicies(database)).filter(({ keep_months: months }) => months !== null);
  if (policies.length === 0 || !files) return true;
  const left = new Set(policies);
  try {
    return await asOnlySweep(database, () => sweepAll({ ...parts, files }, left, now));
  } catch (fault) {
    for (const { table_name: table } of left) parts.swept?.(table, 0, false);
    throw fault;
  }
}

/** Takes each policy out of those that are left. */
async function sweepAll(parts: SweepParts, left: Set<Policy>, now: Date): Promise<void> {
  const { database, log } = parts;
  const ends = performance.now() + sweepMsMax;
  // No key may name a removed command: keys expire after days, commands after months.
  await forgetOldKeys(database);
  for (const policy of left) {
    const table = policy.table_name;
    // What a table leaves of its share is for those behind it.
    const share = (ends - performance.now()) / left.size;
    const sweep: Sweep = {
      before: cutoffOf(now, policy.keep_months!),
      ends: performance.now() + share,
      removed: 0,
      served: policy.served_organization_id,
    };
    let problem: string | null = null;
    let isWhole = true;
    try {
      problem = (await sweepTable(parts, table, sweep)) ?? null;
    } catch (fault) {
      isWhole = false;
      log.error({ err: fault, table }, 'retention could not remove what its policy lets go');
      problem = fault instanceof Error ? fault.message : String(fault);
    }
    const { removed, served } = sweep;
    await recordSweep(database, table, { removed, served, problem });
    left.delete(policy);
    parts.swept?.(table, removed, isWhole);
    if (removed > 0) log.info({ table, rows: removed }, 'retention removed rows that are in files');
  }
}

type SweepParts = RetentionParts & { files: ArchiveStore };

/** A table's turn, how long it may take and how far it is. */
interface Sweep {
  readonly before: Date;
  readonly ends: number;
  removed: number;
  /** The organization served last, now or by an earlier sweep. */
  served: string | null;
}

const hasTime = ({ ends }: Sweep): boolean => performance.now() < ends;

/** Returns what keeps rows for a while although nothing has failed. */
async function sweepTable(
  parts: SweepParts,
  table: RetainedTableName,
  sweep: Sweep,
): Promise<string | undefined> {
  if (table === 'inventory_snapshots')
    return sweepSnapshots(
      parts,
      sweep.before,
      () => hasTime(sweep),
      (count) => (sweep.removed += count),
    );
  // Texts that no label uses any more go after the labels.
  const removedFrom: readonly RemovedByKey[] = table === 'print_jobs' ? [table, 'label_texts'] : [table];
  const faults: unknown[] = [];
  let waiting = await organizationIds(parts.database, sweep.served ?? undefined);
  while (waiting.length > 0) {
    const more: string[] = [];
    for (const organizationId of waiting) {
      if (!hasTime(sweep) || faults.length >= faultsMax) break;
      sweep.served = organizationId;
      try {
        if (await removeSome(parts, organizationId, removedFrom, sweep)) more.push(organizationId);
      } catch (fault) {
        // One whose rows cannot go keeps back nobody behind it; many mean that nothing can.
        faults.push(fault);
      }
    }
    waiting = more;
  }
  if (faults.length > 0) throw faults[0];
  return undefined;
}

/** Removes some batches of an organization's rows; whether there may be more. */
async function removeSome(
  parts: SweepParts,
  organizationId: string,
  removedFrom: readonly RemovedByKey[],
  sweep: Sweep,
): Promise<boolean> {
  let batches = 0;
  for (const one of removedFrom) {
    for (; hasTime(sweep) && batches < batchesMax; batches += 1) {
      const count = await letGo(parts, organizationId, one, sweep.before);
      if (count === 0) break;
      sweep.removed += count;
    }
  }
  return batches === batchesMax;
}

/** One batch: write the file, record it, remove the rows. If interrupted, it is written again, to the same file. */
async function letGo(
  { database, files }: SweepParts,
  organizationId: string,
  table: RemovedByKey,
  before: Date,
): Promise<number> {
  const old = await readOldRows(database, organizationId, table, before);
  if (old.length === 0) return 0;
  const file = {
    organization_id: organizationId,
    table_name: table,
    ...(await archive(
      files,
      organizationId,
      table,
      old.map(({ line }) => line),
    )),
    rows_count: old.length,
    first_at: old[0]!.at,
    last_at: old.at(-1)!.at,
  };
  await recordFile(database, file);
  await removeRows(
    database,
    file,
    old.map(({ key }) => key),
  );
  return old.length;
}
