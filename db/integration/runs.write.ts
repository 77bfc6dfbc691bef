/** Writes inbound events and the flow runs over them. */
import { newId } from '../../domain/new-id.ts';
import type { ReasonOrder } from '../../domain/integration/event-reasons.ts';
import type { RoutedBy } from '../../domain/integration/arrived-webhook.ts';
import type { EventStatus, RunStatus } from '../../domain/integration/event-states.ts';
import type { FlowDefinition } from '../../domain/integration/flow.ts';
import type { OrderStatus } from '../../domain/orders/order-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isHandedOn } from './connection-channels.write.ts';

export interface LockedEvent {
  id: string;
  connection_id: string;
  merchant_id: string;
  channel_id: string;
  connector: string;
  external_id: string | null;
  routed_by: RoutedBy;
  status: EventStatus;
  order_id: string | null;
  raw_body: Buffer;
}

/** Locks an inbound event. Refuses 404, and 409 EVENT_NOT_REPLAYABLE when retention moved its body to a file. */
export async function lockEvent(tx: TenantTransaction, id: string): Promise<LockedEvent> {
  const [found] = await rows<Omit<LockedEvent, 'raw_body'> & { raw_body: Buffer | null; archived_at: Date }>(
    tx,
    sql`select e.id, e.connection_id, e.merchant_id, c.channel_id, e.connector, e.external_id, e.routed_by, e.status,
               e.order_id, e.raw_body, e.archived_at
          from inbound_events e
          join channel_connections c on c.organization_id = e.organization_id and c.id = e.connection_id
         where e.organization_id = ${tx.organizationId} and e.id = ${id} for update of e`,
  );
  if (!found) throw notFound('event');
  const { raw_body: body, archived_at: archivedAt, ...event } = found;
  if (body) return { ...event, raw_body: body };
  throw new Refusal(
    'EVENT_NOT_REPLAYABLE',
    'The body of the event has been archived and is no longer here. Its order is in order_id; the operator of the platform has the file.',
    { status: event.status, archived_at: archivedAt.toISOString(), order_id: event.order_id },
  );
}

export interface FormerOrder {
  id: string;
  order_no: string;
  status: OrderStatus;
  /** The shop says that it is the same. */
  is_of_shop: boolean;
  /** Its channel was handed on to this connection; the store may be another, that counts its orders from the same number. */
  is_of_channel: boolean;
}

/**
 * The order that another connection made of this event's order, by the store's own id of it: where the shop is the same,
 * or where a store with an order of that number was disabled, and may have moved or been connected anew.
 */
export function orderMadeBefore(
  tx: TenantTransaction,
  eventId: string,
  channelOrderNo: string,
): Promise<FormerOrder | undefined> {
  const isOfShop = sql`(e.shop_domain = own.shop_domain and own.shop_domain <> '')`;
  return row<FormerOrder>(
    tx,
    sql`select o.id, o.order_no, o.status, ${isOfShop} as is_of_shop,
               c.channel_id = present.channel_id and ${isHandedOn(sql`c`, sql`present`)}
                 and '' in (e.shop_domain, own.shop_domain) as is_of_channel
          from inbound_events own
          join channel_connections present on present.organization_id = own.organization_id
           and present.id = own.connection_id
          join channel_connections c on c.organization_id = own.organization_id and c.merchant_id = own.merchant_id
           and c.connector = own.connector and c.id <> own.connection_id
          join inbound_events e on e.organization_id = c.organization_id and e.connection_id = c.id
           and e.topic = own.topic and e.external_id = own.external_id and e.status <> 'duplicate'
          join sales_orders o on o.organization_id = e.organization_id and o.id = e.order_id
         where own.organization_id = ${tx.organizationId} and own.id = ${eventId}
           and (${isOfShop} or (c.status = 'disabled' and o.channel_order_no = ${channelOrderNo}))
         order by is_of_shop desc, is_of_channel desc, e.received_at limit 1`,
  );
}

export async function setEvent(
  tx: TenantTransaction,
  id: string,
  {
    status,
    reason,
    order_id: orderId,
  }: { status: EventStatus; reason: string | null; order_id: string | null },
): Promise<void> {
  await execute(
    tx,
    sql`update inbound_events
           set status = ${status}, reason = ${reason}, order_id = coalesce(${orderId}::uuid, order_id),
               processed_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** What the reason of an event says of its order. */
export function orderForReason(tx: TenantTransaction, id: string): Promise<ReasonOrder | undefined> {
  return row<ReasonOrder>(
    tx,
    sql`select o.order_no, coalesce(json_agg(json_build_object('id', l.id, 'is_mapped', l.item_id is not null,
                 'sku', coalesce(i.sku, l.channel_sku)) order by l.line_no) filter (where l.id is not null), '[]') as lines
          from sales_orders o
          left join sales_order_lines l on l.organization_id = o.organization_id and l.order_id = o.id
          left join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where o.organization_id = ${tx.organizationId} and o.id = ${id} group by o.id, o.order_no`,
  );
}

export interface FlowVersion {
  flow_id: string;
  version: number;
  definition: FlowDefinition;
}

/** The flow currently published for a connector. */
export async function publishedFlow(
  tx: TenantTransaction,
  connector: string,
): Promise<FlowVersion | undefined> {
  const [found] = await rows<FlowVersion>(
    tx,
    sql`select v.flow_id, v.version, v.definition from flows f
          join flow_versions v on v.organization_id = f.organization_id and v.flow_id = f.id and v.version = f.version
         where f.organization_id = ${tx.organizationId} and f.connector = ${connector} and f.status = 'published'`,
  );
  return found;
}

export interface LockedRun extends FlowVersion {
  id: string;
  event_id: string;
  status: RunStatus;
  next_step: number;
  waits_for: string | null;
  order_id: string | null;
}

export async function insertRun(
  tx: TenantTransaction,
  event: { id: string; merchant_id: string; order_id: string | null },
  flow: FlowVersion,
): Promise<LockedRun> {
  const id = newId();
  await execute(
    tx,
    sql`insert into flow_runs (organization_id, id, event_id, flow_id, version, merchant_id, status, order_id)
        values (${tx.organizationId}, ${id}, ${event.id}, ${flow.flow_id}, ${flow.version}, ${event.merchant_id},
                'running', ${event.order_id})`,
  );
  return {
    ...flow,
    id,
    event_id: event.id,
    status: 'running',
    next_step: 0,
    waits_for: null,
    order_id: event.order_id,
  };
}

/** The event of a run; an event is always locked before its runs. Refuses 404. */
export async function eventOfRun(tx: TenantTransaction, runId: string): Promise<string> {
  const [found] = await rows<{ event_id: string }>(
    tx,
    sql`select event_id from flow_runs where organization_id = ${tx.organizationId} and id = ${runId}`,
  );
  if (!found) throw notFound('run');
  return found.event_id;
}

export async function lockRun(tx: TenantTransaction, id: string): Promise<LockedRun> {
  const [found] = await rows<LockedRun>(
    tx,
    sql`select r.id, r.event_id, r.flow_id, r.version, v.definition, r.status, r.next_step, r.waits_for, r.order_id
          from flow_runs r
          join flow_versions v on v.organization_id = r.organization_id and v.flow_id = r.flow_id and v.version = r.version
         where r.organization_id = ${tx.organizationId} and r.id = ${id} for update of r`,
  );
  if (!found) throw notFound('run');
  return found;
}

/** The event's waiting run, if there is one. */
export async function waitingRun(tx: TenantTransaction, eventId: string): Promise<string | undefined> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select id from flow_runs where organization_id = ${tx.organizationId} and event_id = ${eventId}
           and status = 'queued' order by created_at desc limit 1`,
  );
  return found?.id;
}

/** Runs that are waiting for these orders. */
export function runsThatWait(tx: TenantTransaction, orderIds: readonly string[]): Promise<{ id: string }[]> {
  return rows(
    tx,
    sql`select id from flow_runs where organization_id = ${tx.organizationId} and status = 'queued'
           and waits_for is not null and order_id = any (${orderIds}::uuid[]) order by id`,
  );
}

export interface RunEnd {
  status: RunStatus;
  next_step: number;
  waits_for: string | null;
  order_id: string | null;
  error: object | null;
}

export async function endRun(tx: TenantTransaction, id: string, end: RunEnd): Promise<void> {
  const error = end.error && JSON.stringify(end.error);
  await execute(
    tx,
    sql`update flow_runs
           set status = ${end.status}, next_step = ${end.next_step}, waits_for = ${end.waits_for},
               order_id = ${end.order_id}, error = ${error}::jsonb,
               finished_at = case when ${end.status} in ('succeeded', 'failed', 'dead') then now() end
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export interface StepReport {
  step_no: number;
  action: string;
  outcome: 'done' | 'skipped' | 'waiting' | 'failed';
  input: object;
  output: object | null;
  error: object | null;
}

/** Stores the results of steps; a step that waited and ran again replaces its earlier result. */
export async function saveSteps(
  tx: TenantTransaction,
  runId: string,
  steps: readonly StepReport[],
): Promise<void> {
  if (steps.length === 0) return;
  await execute(
    tx,
    sql`insert into flow_run_steps (organization_id, run_id, step_no, action, outcome, input, output, error)
        select ${tx.organizationId}::uuid, ${runId}::uuid, step_no, action, outcome, input, output, error
          from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (step_no integer, action text, outcome text,
               input jsonb, output jsonb, error jsonb)
        on conflict (organization_id, run_id, step_no) do update
           set outcome = excluded.outcome, input = excluded.input, output = excluded.output, error = excluded.error,
               ended_at = now()`,
  );
}
