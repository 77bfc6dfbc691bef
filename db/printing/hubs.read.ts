/** Reads of hubs and enrolment keys. */
import type { Knex } from 'knex';
import { row, type Database, type TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

/** What a link or a hub's request is checked against; found by id alone, since a hub comes before its tenant. */
export interface HubIdentity {
  organization_id: string;
  id: string;
  name: string;
  warehouse_id: string | null;
  public_key: string;
  revoked_at: Date | null;
}

export function findHubIdentity(database: Database, hubId: string): Promise<HubIdentity | undefined> {
  return row<HubIdentity>(
    database.system,
    sql`select organization_id, id, name, warehouse_id, public_key, revoked_at from hubs where id = ${hubId}`,
  );
}

export interface EnrollmentKeyIdentity {
  organization_id: string;
  id: string;
  warehouse_id: string | null;
}

/** A key that may still enrol; undefined when unknown, expired or revoked. */
export function findLiveEnrollmentKey(
  database: Database,
  keyHash: Buffer,
): Promise<EnrollmentKeyIdentity | undefined> {
  return row<EnrollmentKeyIdentity>(
    database.system,
    sql`select organization_id, id, warehouse_id from hub_enrollment_keys
      where key_hash = ${keyHash} and revoked_at is null and expires_at > now()`,
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

function hubs(tx: TenantTransaction, organizationId: string): Knex.QueryBuilder {
  return tx('hubs')
    .leftJoin('warehouses', (join) =>
      join
        .on('warehouses.organization_id', 'hubs.organization_id')
        .andOn('warehouses.id', 'hubs.warehouse_id'),
    )
    .where('hubs.organization_id', organizationId);
}

function hubColumns(tx: TenantTransaction): readonly (string | Knex.Raw)[] {
  return [
    'hubs.id',
    'hubs.name',
    'hubs.warehouse_id',
    'warehouses.name as warehouse_name',
    'hubs.version',
    'hubs.platform',
    'hubs.last_seen_at',
    'hubs.revoked_at',
    tx.raw(`(select count(*) from print_devices d where d.organization_id = hubs.organization_id
              and d.hub_id = hubs.id and d.removed_at is null) as device_count`),
    'hubs.created_at',
  ];
}

export function listHubs(
  tx: TenantTransaction,
  organizationId: string,
  filter: PageQuery & { warehouse_id?: string | undefined },
): Promise<{ rows: HubRow[]; total: number }> {
  const base = hubs(tx, organizationId);
  if (filter.warehouse_id) base.where('hubs.warehouse_id', filter.warehouse_id);
  return readPage(base, hubColumns(tx), [{ column: 'hubs.name' }, { column: 'hubs.id' }], filter);
}

export function findHub(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<HubRow | undefined> {
  return hubs(tx, organizationId)
    .select(hubColumns(tx) as never)
    .where('hubs.id', id)
    .first() as unknown as Promise<HubRow | undefined>;
}

export interface EnrollmentKeyRow {
  id: string;
  name: string;
  warehouse_id: string | null;
  expires_at: Date;
  revoked_at: Date | null;
  hubs_enrolled: number;
  last_used_at: Date | null;
  created_at: Date;
}

const keyColumns = [
  'id',
  'name',
  'warehouse_id',
  'expires_at',
  'revoked_at',
  'hubs_enrolled',
  'last_used_at',
  'created_at',
];

export function listEnrollmentKeys(
  tx: TenantTransaction,
  organizationId: string,
  page: PageQuery,
): Promise<{ rows: EnrollmentKeyRow[]; total: number }> {
  const newestFirst = [
    { column: 'created_at', order: 'desc' as const },
    { column: 'id', order: 'desc' as const },
  ];
  return readPage(
    tx('hub_enrollment_keys').where({ organization_id: organizationId }),
    keyColumns,
    newestFirst,
    page,
  );
}

export function findEnrollmentKey(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<EnrollmentKeyRow | undefined> {
  return tx('hub_enrollment_keys')
    .select(keyColumns)
    .where({ organization_id: organizationId, id })
    .first() as Promise<EnrollmentKeyRow | undefined>;
}
