/** Rows past their retention, oldest first, as the text they are archived in: in batches bounded by rows and bytes. */
import { finishedStates } from '../../domain/printing/print-job-states.ts';
import { isToldOfOrders, isToldOfStock } from '../integration/connections.read.ts';
import { isOneOf } from '../state-columns.ts';
import { settledEventStates, openRunStates } from '../../domain/integration/event-states.ts';
import type { FiledTable, RetainedTableName } from '../../domain/retention/tables.ts';
import { execute, inTenant, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Tables whose rows are removed by their keys. */
export type RemovedByKey = Exclude<FiledTable, 'inventory_snapshots'>;

export interface OldRow {
  key: string;
  /** When the row was created, to the microsecond. */
  at: string;
  /** The row as JSON, without a line break at the end. */
  line: string;
}

const rowsMax = 5_000;
const bytesMax = 16 * 1024 * 1024;
const readMsMax = '60s';

/** The next batch of one organization after the last row of the previous one; empty when nothing more may go. */
export function readOldRows(
  database: Database,
  organizationId: string,
  table: RemovedByKey,
  before: Date,
  after?: OldRow,
): Promise<OldRow[]> {
  return inTenant(
    database,
    { organizationId },
    async (tx) => {
      await inFixedForm(tx);
      const batch = await rows<OldRow & { may_go: boolean }>(
        tx,
        sql`select w.key, w.at, w.line, w.may_go
              from (select o.*, sum(octet_length(o.line)) over (order by o.no rows unbounded preceding) as upto
                      from (${oldRowsOf[table](organizationId, before, after)} limit ${rowsMax}) o) w
             where w.upto <= ${bytesMax} or w.no = 1 order by w.no`,
      );
      // A stream is cut from its start: every row after the first one that stays also stays.
      const stays = batch.findIndex(({ may_go: mayGo }) => !mayGo);
      return stays < 0 ? batch : batch.slice(0, stays);
    },
    { readOnly: true },
  );
}

/** Times in UTC whatever the server's time zone, so that the same row always has the same text. */
export async function inFixedForm(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`select set_config('timezone', 'UTC', true), set_config('statement_timeout', ${readMsMax}, true)`,
  );
}

type Read = (organizationId: string, before: Date, after: OldRow | undefined) => SqlText;

const oldRowsOf: Record<RemovedByKey, Read> = {
  // Ids begin with their timestamp, so the primary key leads to the oldest. A failed command stays until an operator
  // handled it.
  commands: (organizationId, before, after) => sql`
    select c.id::text as key, c.created_at::text as at, row_to_json(c)::text as line, true as may_go,
           row_number() over (order by c.id) as no
      from commands c
     where c.organization_id = ${organizationId} and c.id > ${after?.key ?? nobody}::uuid and c.id < ${idOf(before)}::uuid
       and c.created_at < ${before} and c.finished_at < ${before}
       and (c.state in ('done', 'refused') or (c.state = 'failed' and exists (
             select 1 from command_reruns r where r.organization_id = c.organization_id and r.failed_id = c.id)))
     order by c.id`,
  events: (organizationId, before, after) => sql`
    select e.transaction_id::text || '/' || e.position as key, e.occurred_at::text as at, row_to_json(e)::text as line,
           e.occurred_at < ${before} and e.transaction_id < (select stream_horizon(${organizationId}))
           -- Owed to endpoints until it has been handed on and delivered.
           and (not exists (select 1 from webhook_endpoints w
                             where w.organization_id = ${organizationId} and w.status = 'active')
                or exists (select 1 from webhook_streams s
                            where s.organization_id = ${organizationId}
                              and (s.transaction_id, s.position) >= (e.transaction_id, e.position)))
           -- Stores are still to be told of it.
           and not exists (select 1 from channel_streams s
                            where s.organization_id = ${organizationId}
                              and (s.transaction_id, s.position) < (e.transaction_id, e.position)
                              and exists (select 1 from channel_connections c
                                           where c.organization_id = s.organization_id
                                             and (${isToldOfStock} or ${isToldOfOrders})))
           and e.id not in (select d.event_id from webhook_deliveries d
                             where d.organization_id = ${organizationId} and d.status = 'pending') as may_go,
           row_number() over (order by e.transaction_id, e.position) as no
      from events e
     where e.organization_id = ${organizationId}
       and (e.transaction_id, e.position) > (split_part(${after?.key ?? '0/0'}, '/', 1)::xid8, split_part(${after?.key ?? '0/0'}, '/', 2)::bigint)
     order by e.transaction_id, e.position`,
  // The label a reprint was made from stays until the reprint is gone.
  print_jobs: (organizationId, before, after) => sql`
    select j.id::text as key, j.created_at::text as at, row_to_json(j)::text as line, true as may_go,
           row_number() over (order by j.created_at, j.id) as no
      from print_jobs j
     where j.organization_id = ${organizationId} and j.created_at < ${before}
       and (j.created_at, j.id) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.key ?? nobody}::uuid)
       and ${isOneOf('j.status', finishedStates)} and j.finished_at < ${before}
       and not exists (select 1 from print_jobs r where r.organization_id = j.organization_id and r.reprint_of = j.id)
     order by j.created_at, j.id`,
  // An event whose order waits or is held still belongs to its flow. Only as many bodies are read as one batch holds.
  inbound_events: (organizationId, before, after) => sql`
    select e.id::text as key, e.received_at::text as at, inbound_event_line(e) as line, true as may_go, k.no
      from (select i.id, row_number() over up as no, sum(2 * octet_length(i.raw_body)) over up as upto
              from inbound_events i
             where i.organization_id = ${organizationId} and i.archived_at is null and i.received_at < ${before}
               and (i.received_at, i.id) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.key ?? nobody}::uuid)
               and ${isOneOf('i.status', settledEventStates)}
               and coalesce(i.processed_at, i.received_at) < ${before}
               and not exists (select 1 from flow_runs r
                                where r.organization_id = i.organization_id and r.event_id = i.id
                                  and ${isOneOf('r.status', openRunStates)})
               and not exists (select 1 from sales_orders o
                                where o.organization_id = i.organization_id and o.id = i.order_id
                                  and o.status = 'draft')
               and not exists (select 1 from sales_order_holds h
                                where h.organization_id = i.organization_id and h.order_id = i.order_id
                                  and h.lifted_at is null)
            window up as (order by i.received_at, i.id rows unbounded preceding)
             order by i.received_at, i.id limit ${rowsMax}) k
      join inbound_events e on e.organization_id = ${organizationId} and e.id = k.id
     where k.upto <= ${bytesMax} or k.no = 1
     order by k.no`,
  label_texts: (organizationId, before, after) => sql`
    select encode(t.sha256, 'hex') as key, t.created_at::text as at, row_to_json(t)::text as line, true as may_go,
           row_number() over (order by t.sha256) as no
      from label_texts t
     where t.organization_id = ${organizationId} and t.created_at < ${before}
       and t.sha256 > decode(${after?.key ?? ''}, 'hex')
       and not exists (select 1 from print_jobs j
                        where j.organization_id = t.organization_id and j.zpl_sha256 = t.sha256)
       and not exists (select 1 from label_purchases p
                        where p.organization_id = t.organization_id and p.zpl_sha256 = t.sha256)
       and not exists (select 1 from commands c
                        where c.organization_id = t.organization_id and c.state = 'accepted'
                          and c.name in ('printing.print_label', 'tms.settle_label'))
     order by t.sha256`,
};

/** When the oldest row of a table was created, across all organizations; undefined when it is empty. */
export async function oldestOf(
  database: Database,
  organizationIds: readonly string[],
  table: RetainedTableName,
): Promise<string | undefined> {
  const found: string[] = [];
  for (const organizationId of organizationIds) {
    const [oldest] = await inTenant(
      database,
      { organizationId },
      (tx) => rows<{ day: string }>(tx, oldestIn[table](organizationId)),
      { readOnly: true },
    );
    if (oldest) found.push(oldest.day);
  }
  return found.sort()[0];
}

const oldestIn: Record<RetainedTableName, (organizationId: string) => SqlText> = {
  commands: (id) =>
    sql`select created_at::date as day from commands where organization_id = ${id} order by id limit 1`,
  events: (id) =>
    sql`select occurred_at::date as day from events where organization_id = ${id} order by transaction_id, position limit 1`,
  print_jobs: (id) =>
    sql`select created_at::date as day from print_jobs where organization_id = ${id} order by created_at, id limit 1`,
  inbound_events: (id) =>
    sql`select received_at::date as day from inbound_events
         where organization_id = ${id} and archived_at is null order by received_at, id limit 1`,
  inventory_snapshots: (id) =>
    sql`select snapshot_day as day from inventory_snapshot_days where organization_id = ${id} order by snapshot_day limit 1`,
};

const nobody = '00000000-0000-0000-0000-000000000000';

/** The lowest UUIDv7 for a timestamp. */
function idOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
