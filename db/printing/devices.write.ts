/** Writes the list of print devices. The hub's row is locked first, so two messages of one hub never interleave. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { row, rows } from '../database.ts';
import { askedWhenReady, isReadySql } from './backlogs.ts';

export interface HubLock {
  id: string;
  warehouse_id: string | null;
  name: string;
}

/** Locks a live hub; undefined when it is unknown or revoked. */
export function lockLiveHub(tx: TenantTransaction, hubId: string): Promise<HubLock | undefined> {
  return row<HubLock>(
    tx,
    sql`select id, warehouse_id, name from hubs where organization_id = ${tx.organizationId} and id = ${hubId} and revoked_at is null for no key update`,
  );
}

/** Taken before any device row by code that may move a default, so that two choices take turns. */
export async function lockDefaults(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`default printers ${tx.organizationId}`}, 0))`,
  );
}

export interface LedgerDevice {
  device_id: string;
  name: string;
  model?: string | null;
  device_type: string;
  connection: string;
  address: string;
  is_default_label_printer: boolean;
  takes?: readonly string[];
  reachable?: boolean | null;
  status?: string;
}

export interface ReplacedList {
  /** What their hub has just made its default: a person's new choice, which the warehouse follows. */
  chosen: string[];
  /** Some have left the list. */
  areSomeGone: boolean;
  /** Those that another hub has, which are left alone. */
  foreign: string[];
}

/**
 * Replaces a hub's whole list of devices. Those of a revoked hub become its own: it is the same
 * workstation with a new key.
 */
export async function upsertDevices(
  tx: TenantTransaction,
  hub: HubLock,
  devices: readonly LedgerDevice[],
): Promise<ReplacedList> {
  const list = JSON.stringify(devices);
  const gone = await execute(
    tx,
    sql`update print_devices set removed_at = now(), is_default_label_printer = false, is_hub_default = false, updated_at = now()
      where organization_id = ${tx.organizationId} and hub_id = ${hub.id} and removed_at is null
        and id not in (select (e ->> 'device_id')::uuid from jsonb_array_elements(${list}::jsonb) e)`,
  );
  const given = await rows<{ id: string; is_foreign: boolean; is_chosen: boolean }>(
    tx,
    sql`with given as (
       select * from jsonb_to_recordset(${list}::jsonb) as g (
         device_id uuid, name text, model text, device_type text, connection text, address text,
         is_default_label_printer boolean, takes text[], reachable boolean, status text)),
     before as (
       select d.id, d.is_hub_default and d.removed_at is null as was_hub_default
         from print_devices d where d.organization_id = ${tx.organizationId}),
     upserted as (
       insert into print_devices as d (organization_id, id, hub_id, warehouse_id, name, model, device_type, connection,
         address, is_hub_default, takes, status, last_seen_at, last_ready_at)
       select ${tx.organizationId}::uuid, device_id, ${hub.id}::uuid, ${hub.warehouse_id}::uuid, name, model, device_type, connection, address,
              is_default_label_printer, coalesce(takes, '{zpl}'), coalesce(status, 'unknown'), case when reachable then now() end,
              case when ${isReadySql(sql`reachable`, sql`coalesce(status, 'unknown')`)} then now() end
         from given order by device_id
       on conflict (organization_id, id) do update
         set hub_id = excluded.hub_id, name = excluded.name, model = excluded.model, device_type = excluded.device_type,
             connection = excluded.connection, address = excluded.address, warehouse_id = excluded.warehouse_id,
             is_hub_default = excluded.is_hub_default,
             -- When it is no longer the hub's default, it is not the warehouse's either, if the hub had made it so.
             is_default_label_printer = d.is_default_label_printer
               and (excluded.is_hub_default or not d.is_hub_default)
               and d.warehouse_id is not distinct from excluded.warehouse_id,
             takes = excluded.takes, status = excluded.status, last_seen_at = coalesce(excluded.last_seen_at, d.last_seen_at),
             last_ready_at = coalesce(excluded.last_ready_at, d.last_ready_at),
             backlog_asked_at = case when excluded.last_ready_at is null then d.backlog_asked_at else ${askedWhenReady} end,
             removed_at = null, updated_at = now()
         where d.hub_id = excluded.hub_id
            or exists (select 1 from hubs h
                        where h.organization_id = d.organization_id and h.id = d.hub_id and h.revoked_at is not null)
       returning d.id, d.is_hub_default)
     select g.device_id as id, u.id is null as is_foreign,
            coalesce(u.is_hub_default, false) and not coalesce(b.was_hub_default, false) as is_chosen
       from given g left join upserted u on u.id = g.device_id left join before b on b.id = g.device_id
      order by g.device_id`,
  );
  const idsOf = (which: 'is_foreign' | 'is_chosen') =>
    given.filter((device) => device[which]).map(({ id }) => id);
  return { chosen: idsOf('is_chosen'), areSomeGone: gone > 0, foreign: idsOf('is_foreign') };
}

/**
 * Makes a device the only default of its warehouse, under lockDefaults. False when it is removed, unknown, or already
 * the default.
 */
export async function makeDefault(tx: TenantTransaction, deviceId: string): Promise<boolean> {
  // Clearing the old default first keeps the unique index satisfied throughout.
  await execute(
    tx,
    sql`update print_devices o set is_default_label_printer = false, updated_at = now()
       from print_devices n
      where n.organization_id = ${tx.organizationId} and n.id = ${deviceId} and n.removed_at is null
        and o.organization_id = n.organization_id and o.warehouse_id is not distinct from n.warehouse_id
        and o.id <> n.id and o.is_default_label_printer`,
  );
  const changed = await execute(
    tx,
    sql`update print_devices set is_default_label_printer = true, updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${deviceId} and is_default_label_printer = false and removed_at is null`,
  );
  return changed === 1;
}

export async function endDefault(tx: TenantTransaction, deviceId: string): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update print_devices set is_default_label_printer = false, updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${deviceId} and is_default_label_printer = true`,
  );
  return changed === 1;
}

/** The device a hub calls its default, when the hub's warehouse has no default at all. */
export async function defaultByHubWord(tx: TenantTransaction, hub: HubLock): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select d.id from print_devices d
      where d.organization_id = ${tx.organizationId} and d.hub_id = ${hub.id} and d.is_hub_default and d.removed_at is null
        and not exists (select 1 from print_devices o where o.organization_id = d.organization_id
                          and o.warehouse_id is not distinct from d.warehouse_id and o.is_default_label_printer)
      order by d.id limit 1`,
  );
  return found?.id;
}

/**
 * Heartbeat: last_seen_at changes only for the devices that answered their hub. One that can print again asks about its
 * backlog from this statement on.
 */
export async function recordSightings(
  tx: TenantTransaction,
  hubId: string,
  devices: readonly { device_id: string; reachable: boolean | null; status: string }[],
): Promise<number> {
  if (devices.length === 0) return 0;
  const isReady = isReadySql(sql`g.reachable`, sql`g.status`);
  const seen = await rows(
    tx,
    sql`update print_devices d
        set status = g.status, last_seen_at = case when g.reachable then now() else d.last_seen_at end,
            last_ready_at = case when ${isReady} then now() else d.last_ready_at end,
            backlog_asked_at = case when ${isReady} then ${askedWhenReady} else d.backlog_asked_at end, updated_at = now()
       from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as g (device_id uuid, reachable boolean, status text)
      where d.organization_id = ${tx.organizationId} and d.hub_id = ${hubId} and d.id = g.device_id and d.removed_at is null
      returning d.id`,
  );
  return seen.length;
}
