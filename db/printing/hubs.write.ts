/** Writes hubs and enrollment keys. */
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { areMakersActive } from '../tenancy/makers.ts';
import { readQuotas } from '../tenancy/quotas.read.ts';

export interface EnrollmentKeyLock {
  id: string;
  warehouse_id: string | null;
  created_at: Date;
}

/** Locks a key that may still enroll a hub, so that a revocation and an enrollment take turns. */
export function lockLiveKey(tx: TenantTransaction, id: string): Promise<EnrollmentKeyLock | undefined> {
  return row<EnrollmentKeyLock>(
    tx,
    sql`select k.id, k.warehouse_id, k.created_at from hub_enrollment_keys k
      where k.organization_id = ${tx.organizationId} and k.id = ${id} and k.revoked_at is null and k.expires_at > now()
        and ${areMakersActive(sql`k`)} for no key update`,
  );
}

/** Stores an enrollment key as its hash. */
export async function insertEnrollmentKey(
  tx: TenantTransaction,
  key: {
    id: string;
    name: string;
    key_hash: Buffer;
    expires_at: Date;
    made_by?: readonly string[];
    maker_token_id?: string | null;
    warehouse_id?: string | null | undefined;
  },
): Promise<void> {
  await execute(
    tx,
    sql`insert into hub_enrollment_keys ${values({ ...key, organization_id: tx.organizationId })}`,
  );
}

/** Locks an enrollment key, live or not, to revoke it. */
export function lockEnrollmentKey(
  tx: TenantTransaction,
  id: string,
): Promise<{ revoked_at: Date | null } | undefined> {
  return row<{ revoked_at: Date | null }>(
    tx,
    sql`select revoked_at from hub_enrollment_keys where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
}

/** Revokes a locked enrollment key. */
export async function endEnrollmentKey(tx: TenantTransaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`update hub_enrollment_keys set revoked_at = now() where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export async function countEnrollment(tx: TenantTransaction, keyId: string): Promise<void> {
  await execute(
    tx,
    sql`update hub_enrollment_keys set hubs_enrolled = hubs_enrolled + 1, last_used_at = now()
      where organization_id = ${tx.organizationId} and id = ${keyId}`,
  );
}

export interface EnrolledHub {
  id: string;
  is_new: boolean;
}

export interface Enrollment {
  enrollment_key_id: string;
  warehouse_id: string | null;
  name: string;
  public_key: string;
  version: string;
  platform: string;
}

/** Enrollments of an organization take turns, so that each counts the hubs of those before it. */
export async function takeTurnToEnroll(tx: TenantTransaction): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`hubs ${tx.organizationId}`}, 0))`);
}

/** Whose turn it is: refuses 409 TOO_MANY_HUBS when there may be no further live hub. */
export async function assertHubRoom(tx: TenantTransaction): Promise<void> {
  const { hubs: most } = await readQuotas(tx, tx.organizationId);
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from hubs where organization_id = ${tx.organizationId} and revoked_at is null`,
  );
  if (found!.count < most) return;
  const words = `There are ${found!.count} hubs, and ${most} may be: revoke those that are not used.`;
  throw new Refusal('TOO_MANY_HUBS', words, { quota: 'hubs', hubs_max: most });
}

/** Inserts the hub with a public key, or updates name and warehouse of the existing one. */
export async function upsertHub(tx: TenantTransaction, enrollment: Enrollment): Promise<EnrolledHub> {
  const id = newId();
  const hub = await row<{ id: string }>(
    tx,
    sql`insert into hubs (organization_id, id, warehouse_id, name, public_key, version, platform, enrollment_key_id)
     values (${tx.organizationId}, ${id}, ${enrollment.warehouse_id}, ${enrollment.name}, ${enrollment.public_key},
             ${enrollment.version}, ${enrollment.platform}, ${enrollment.enrollment_key_id})
     on conflict (organization_id, public_key) do update
       set name = excluded.name, warehouse_id = excluded.warehouse_id, version = excluded.version,
           platform = excluded.platform, enrollment_key_id = excluded.enrollment_key_id, revoked_at = null, updated_at = now()
     returning id`,
  );
  return { id: hub!.id, is_new: hub!.id === id };
}

/** A hub by its public key, locked, to check whether it was revoked. */
export function lockHubByKey(
  tx: TenantTransaction,
  publicKey: string,
): Promise<{ id: string; revoked_at: Date | null; warehouse_id: string | null } | undefined> {
  return row(
    tx,
    sql`select id, revoked_at, warehouse_id from hubs where organization_id = ${tx.organizationId} and public_key = ${publicKey} for no key update`,
  );
}

/** The organization's warehouse when it has exactly one. */
export async function onlyWarehouse(tx: TenantTransaction): Promise<string | null> {
  const found = await row<{ id: string | null }>(
    tx,
    sql`select case when count(*) = 1 then (array_agg(id))[1] end as id from warehouses where organization_id = ${tx.organizationId} and is_active`,
  );
  return found?.id ?? null;
}

/**
 * Printers follow their hub to another warehouse and are not a default there until chosen. Waiting labels that nobody
 * chose them for are left behind, to be dispatched again. True when a printer has moved.
 */
export async function moveDevices(
  tx: TenantTransaction,
  hubId: string,
  warehouseId: string | null,
): Promise<boolean> {
  const moving = sql`d.organization_id = ${tx.organizationId} and d.hub_id = ${hubId}
    and d.warehouse_id is distinct from ${warehouseId}::uuid`;
  await execute(
    tx,
    sql`update print_jobs j set device_id = null, updated_at = now()
       from (select w.id from print_jobs w
               join print_devices d on d.organization_id = w.organization_id and d.id = w.device_id
              where ${moving} and w.organization_id = ${tx.organizationId} and w.status = 'queued' and not w.is_device_given
              order by w.id for update of w) waiting
      where j.organization_id = ${tx.organizationId} and j.id = waiting.id and j.status = 'queued'`,
  );
  const moved = await execute(
    tx,
    sql`update print_devices d set warehouse_id = ${warehouseId}, is_default_label_printer = false, updated_at = now()
      where ${moving}`,
  );
  return moved > 0;
}

/** Locks a hub, revoked or not. */
export function lockHub(tx: TenantTransaction, id: string): Promise<{ revoked_at: Date | null } | undefined> {
  return row<{ revoked_at: Date | null }>(
    tx,
    sql`select revoked_at from hubs where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
}

/** Writes the changed fields of a locked hub. */
export async function changeHub(tx: TenantTransaction, id: string, changes: object): Promise<void> {
  await execute(
    tx,
    sql`update hubs set ${assignments({ ...changes, updated_at: sql`now()` })}
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Uses up a challenge. False when it was used before. Expired ones are deleted along the way. */
export async function spendChallenge(
  tx: TenantTransaction,
  hubId: string,
  challengeHash: Buffer,
): Promise<boolean> {
  await execute(
    tx,
    sql`delete from hub_logins where organization_id = ${tx.organizationId} and used_at < now() - interval '10 minutes'`,
  );
  const spent = await row(
    tx,
    sql`insert into hub_logins (organization_id, hub_id, challenge_hash) values (${tx.organizationId}, ${hubId}, ${challengeHash})
     on conflict do nothing returning hub_id`,
  );
  return spent !== undefined;
}

/** Records that the hub was heard from just now. False when it is revoked or unknown. */
export async function touchHub(
  tx: TenantTransaction,
  hubId: string,
  facts: { version?: string | undefined; platform?: string | undefined } = {},
): Promise<boolean> {
  const { version, platform } = facts;
  const touched = await execute(
    tx,
    sql`update hubs set ${assignments({
      last_seen_at: sql`now()`,
      ...(version ? { version } : {}),
      ...(platform ? { platform } : {}),
    })}
      where organization_id = ${tx.organizationId} and id = ${hubId} and revoked_at is null`,
  );
  return touched === 1;
}
