/** Reads hubs and enrollment keys. */
import { row, type Database, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { isLeaving, movedTo } from '../tenancy/away.ts';
import { areMakersActive } from '../tenancy/makers.ts';

/** The hub that a link or a request is checked against; found by id alone, since the tenant is not known yet. */
export interface HubIdentity {
  organization_id: string;
  id: string;
  name: string;
  warehouse_id: string | null;
  public_key: string;
  revoked_at: Date | null;
  /** The cell its organization has been moved to. */
  moved_to: string | null;
  /** It has stopped here for good and is not in the other cell yet. */
  is_leaving: boolean;
}

export function findHubIdentity(database: Database, hubId: string): Promise<HubIdentity | undefined> {
  return row<HubIdentity>(
    database.system,
    sql`select h.organization_id, h.id, h.name, h.warehouse_id, h.public_key, h.revoked_at,
               ${movedTo}, ${isLeaving}
          from hubs h join organizations o on o.id = h.organization_id where h.id = ${hubId}`,
  );
}

export interface EnrollmentKeyIdentity {
  organization_id: string;
  id: string;
  warehouse_id: string | null;
}

/** A key that may still enroll a hub; undefined when unknown, expired or revoked, or when one of its makers has left. */
export function findLiveEnrollmentKey(
  database: Database,
  keyHash: Buffer,
): Promise<EnrollmentKeyIdentity | undefined> {
  return row<EnrollmentKeyIdentity>(
    database.system,
    sql`select k.organization_id, k.id, k.warehouse_id from hub_enrollment_keys k
      where k.key_hash = ${keyHash} and k.revoked_at is null and k.expires_at > now() and ${areMakersActive(sql`k`)}`,
  );
}

export interface HubRow {
  id: string;
  name: string;
  warehouse_id: string | null;
  warehouse_name: string | null;
  version: string;
  platform: string;
  last_seen_at: Date | null;
  revoked_at: Date | null;
  device_count: string;
  created_at: Date;
}

const columns = sql`h.id, h.name, h.warehouse_id, w.name as warehouse_name, h.version, h.platform, h.last_seen_at,
  h.revoked_at,
  (select count(*) from print_devices d
    where d.organization_id = h.organization_id and d.hub_id = h.id and d.removed_at is null) as device_count,
  h.created_at`;

const from = sql`hubs h left join warehouses w on w.organization_id = h.organization_id and w.id = h.warehouse_id`;

export function listHubs(
  tx: TenantTransaction,
  { warehouse_id, ...page }: PageQuery & { warehouse_id?: string | undefined },
): Promise<PageOf<HubRow>> {
  const where = every([sql`h.organization_id = ${tx.organizationId}`, ...equalTo('h', { warehouse_id })]);
  return readPage<HubRow>(tx, { columns, from, where, order: ['h.name', 'h.id'] }, page);
}

export function findHub(tx: TenantTransaction, id: string): Promise<HubRow | undefined> {
  return row<HubRow>(
    tx,
    sql`select ${columns} from ${from} where h.organization_id = ${tx.organizationId} and h.id = ${id}`,
  );
}

export interface EnrollmentKeyRow {
  id: string;
  name: string;
  warehouse_id: string | null;
  maker_token_id: string | null;
  expires_at: Date;
  revoked_at: Date | null;
  hubs_enrolled: number;
  last_used_at: Date | null;
  created_at: Date;
}

const keyColumns = sql`id, name, warehouse_id, maker_token_id, expires_at, revoked_at, hubs_enrolled, last_used_at,
  created_at`;

/** Enrollment keys, newest first; never the keys themselves. */
export function listEnrollmentKeys(
  tx: TenantTransaction,
  page: PageQuery,
): Promise<PageOf<EnrollmentKeyRow>> {
  const list = {
    columns: keyColumns,
    from: sql`hub_enrollment_keys`,
    where: sql`organization_id = ${tx.organizationId}`,
    order: ['-created_at', '-id'],
  };
  return readPage<EnrollmentKeyRow>(tx, list, page);
}

export function findEnrollmentKey(tx: TenantTransaction, id: string): Promise<EnrollmentKeyRow | undefined> {
  return row<EnrollmentKeyRow>(
    tx,
    sql`select ${keyColumns} from hub_enrollment_keys where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
