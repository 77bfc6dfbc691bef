/**
 * Counts the files an organization uploads. Their rows are locked in the order of their keys and the organization's total after
 * them, by all: of two uploads at the limit the second waits for the first, and sees its sum.
 */
import { Refusal } from '../../domain/refusal.ts';
import { megabyte, type StoredKind } from '../../domain/tenancy/stored-files.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readQuotas } from './quotas.read.ts';

export interface StoredFile {
  kind: StoredKind;
  sha256: string;
  size_bytes: number;
}

/** Takes room for files that are about to be stored; what is there already takes none. Refuses 409 STORAGE_FULL. */
export async function takeRoom(tx: TenantTransaction, files: readonly StoredFile[]): Promise<void> {
  const written = await rows<Written>(
    tx,
    sql`insert into stored_files as f (organization_id, kind, sha256, size_bytes) ${listed(tx, files)}
        on conflict (organization_id, kind, sha256) do update set stored_at = now()
        returning f.size_bytes, f.xmax = 0 as is_new`,
  );
  const sent = await addToTotal(tx, written);
  if (!sent) return;
  const { stored_megabytes: most } = await readQuotas(tx, tx.organizationId);
  if (sent.total <= most * megabyte) return;
  const stored = sent.total - sent.bytes;
  throw new Refusal(
    'STORAGE_FULL',
    `${stored} bytes of files are stored, and ${most * megabyte} may be: there is no room for ${sent.bytes} more.`,
    {
      quota: 'stored_megabytes',
      stored_bytes: stored,
      stored_bytes_max: most * megabyte,
      sent_bytes: sent.bytes,
    },
  );
}

/** From here on the files stay: a row names them. One that was stored before it was counted is counted now. */
export async function nameFiles(tx: TenantTransaction, files: readonly StoredFile[]): Promise<void> {
  const written = await rows<Written>(
    tx,
    sql`insert into stored_files as f (organization_id, kind, sha256, size_bytes, named_at)
        select l.*, now() from (${listed(tx, files)}) l
        on conflict (organization_id, kind, sha256) do update set named_at = now() where f.named_at is null
        returning f.size_bytes, f.xmax = 0 as is_new`,
  );
  await addToTotal(tx, written);
}

interface Written {
  size_bytes: number;
  is_new: boolean;
}

// Each once: a statement that met a row twice would fail.
const listed = (tx: TenantTransaction, files: readonly StoredFile[]) => sql`
  select distinct on (kind, sha256) ${tx.organizationId}::uuid, kind, sha256, size_bytes
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as given (kind text, sha256 text, size_bytes integer)
   order by kind, sha256`;

/** Returns what was added and the sum with it; undefined when there is nothing new. */
async function addToTotal(
  tx: TenantTransaction,
  written: readonly Written[],
): Promise<{ bytes: number; total: number } | undefined> {
  const added = written.filter(({ is_new: isNew }) => isNew);
  if (added.length === 0) return undefined;
  const bytes = added.reduce((sum, one) => sum + one.size_bytes, 0);
  const total = await row<{ bytes: string }>(
    tx,
    sql`insert into stored_totals as t (organization_id, files, bytes) values (${tx.organizationId}, ${added.length}, ${bytes})
        on conflict (organization_id) do update set files = t.files + excluded.files, bytes = t.bytes + excluded.bytes
        returning t.bytes`,
  );
  return { bytes, total: Number(total!.bytes) };
}

// Whether a row names file `f`: what a file was stored for is looked up, so that none goes that an earlier version named.
const isNamed = sql`case f.kind
  when 'pod' then exists (select 1 from pod_files p
    where p.organization_id = f.organization_id and p.sha256 = f.sha256)
  when 'photos' then exists (select 1 from inspection_photos p
    where p.organization_id = f.organization_id and p.sha256 = f.sha256)
    or exists (select 1 from goods_inspection_photos p
    where p.organization_id = f.organization_id and p.sha256 = f.sha256)
  else exists (select 1 from paper_settings p
    where p.organization_id = f.organization_id and p.logo_sha256 = f.sha256)
    or exists (select 1 from invoices i
    where i.organization_id = f.organization_id and i.letterhead->>'logo_sha256' = f.sha256) end`;

/** How far the sweep has gone through the organization's files in the store; null: it begins anew. */
export async function lookedTo(tx: TenantTransaction): Promise<string | null> {
  const found = await row<{ looked_to: string | null }>(
    tx,
    sql`select looked_to from stored_totals where organization_id = ${tx.organizationId}`,
  );
  return found?.looked_to ?? null;
}

/**
 * Counts files of the store that have no row: an earlier version stored them, or the database was restored, perhaps to the
 * wrong moment. So that the right one finds them, they are dated ahead and stay for a month.
 */
export async function countFound(
  tx: TenantTransaction,
  files: readonly StoredFile[],
  to: string | null,
): Promise<void> {
  const written = await rows<Written>(
    tx,
    sql`insert into stored_files (organization_id, kind, sha256, size_bytes, stored_at, named_at)
        select f.organization_id, f.kind, f.sha256, f.size_bytes, now() + interval '29 days',
               case when ${isNamed} then now() end
          from (select ${tx.organizationId}::uuid as organization_id, g.*
                  from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
                    as g (kind text, sha256 text, size_bytes integer)
                 where not exists (select 1 from stored_files s
                                    where s.organization_id = ${tx.organizationId} and s.kind = g.kind
                                      and s.sha256 = g.sha256)) f
         order by f.kind, f.sha256
        on conflict (organization_id, kind, sha256) do nothing
        returning size_bytes, true as is_new`,
  );
  await addToTotal(tx, written);
  await execute(
    tx,
    sql`insert into stored_totals as t (organization_id, files, bytes, looked_to) values (${tx.organizationId}, 0, 0, ${to})
        on conflict (organization_id) do update set looked_to = excluded.looked_to
         where t.looked_to is distinct from excluded.looked_to`,
  );
}

/**
 * Locks the oldest file that was uploaded more than a day ago and that nothing names. Undefined when there is none, and
 * while an operation is open that may be about to name one: it was accepted when its files were stored. What one names
 * that failed, and that an operator may run again, stays as well.
 */
export function lockUnnamed(
  tx: TenantTransaction,
): Promise<(StoredFile & { is_named: boolean }) | undefined> {
  return row<StoredFile & { is_named: boolean }>(
    tx,
    sql`select f.kind, f.sha256, f.size_bytes, ${isNamed} as is_named from stored_files f
         where organization_id = ${tx.organizationId} and named_at is null and stored_at < now() - interval '24 hours'
           and not exists (select 1 from commands c
                            where c.organization_id = ${tx.organizationId} and c.state = 'accepted'
                              and c.created_at < now() - interval '23 hours')
           and not exists (select 1 from commands c
                            where c.organization_id = ${tx.organizationId} and c.input::text like '%' || f.sha256 || '%'
                              and (c.state = 'accepted' and c.actor->>'rerun_of' is not null
                                or c.state = 'failed' and not exists (
                                  select 1 from command_reruns r
                                   where r.organization_id = c.organization_id and r.failed_id = c.id)))
         order by stored_at limit 1 for update of f skip locked`,
  );
}

/** Forgets a locked file whose bytes are gone, and gives its room back. */
export async function giveRoomBack(tx: TenantTransaction, file: StoredFile): Promise<void> {
  await execute(
    tx,
    sql`delete from stored_files
         where organization_id = ${tx.organizationId} and kind = ${file.kind} and sha256 = ${file.sha256}`,
  );
  await execute(
    tx,
    sql`update stored_totals set files = files - 1, bytes = bytes - ${file.size_bytes}
         where organization_id = ${tx.organizationId}`,
  );
}
