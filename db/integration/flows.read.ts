/** Reads flows, runs and inbound events; of a secret it only says whether there is one. */
import type { RoutedBy } from '../../domain/integration/arrived-webhook.ts';
import type {
  Connector,
  EventStatus,
  FlowStatus,
  RunStatus,
  StepOutcome,
} from '../../domain/integration/event-states.ts';
import type { FlowAction, FlowDefinition } from '../../domain/integration/flow.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface FlowRow {
  id: string;
  name: string;
  status: FlowStatus;
  connector: Connector;
  definition: FlowDefinition;
  has_secret: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
}

const flowColumns = sql`f.id, f.name, f.status, f.connector, f.definition, f.version, f.created_at, f.updated_at,
  f.webhook_secret_sealed is not null as has_secret`;

export function listFlows(
  tx: TenantTransaction,
  { page, page_size, ...filters }: PageQuery & { status?: string; connector?: string },
): Promise<PageOf<FlowRow>> {
  const list = {
    columns: flowColumns,
    from: sql`flows f`,
    where: every(equalTo('f', { organization_id: tx.organizationId, ...filters })),
    order: ['-f.created_at', '-f.id'],
  };
  return readPage(tx, list, { page, page_size });
}

export function findFlow(tx: TenantTransaction, id: string): Promise<FlowRow | undefined> {
  return row<FlowRow>(
    tx,
    sql`select ${flowColumns} from flows f where f.organization_id = ${tx.organizationId} and f.id = ${id}`,
  );
}

export interface FlowVersionRow {
  version: number;
  definition: FlowDefinition;
  has_secret: boolean;
  published_by: string;
  published_at: Date;
}

export function flowVersions(tx: TenantTransaction, flowId: string): Promise<FlowVersionRow[]> {
  return rows(
    tx,
    sql`select version, definition, webhook_secret_sealed is not null as has_secret, published_by, published_at
          from flow_versions where organization_id = ${tx.organizationId} and flow_id = ${flowId}
         order by version desc limit 200`,
  );
}

export interface InboundEventRow {
  id: string;
  connection_id: string;
  merchant_id: string;
  connector: string;
  topic: string;
  external_id: string | null;
  status: EventStatus;
  reason: string | null;
  routed_by: RoutedBy;
  shop_domain: string;
  delivery_id: string | null;
  is_signed: boolean;
  duplicate_of: string | null;
  order_id: string | null;
  order_no: string | null;
  received_at: Date;
  processed_at: Date | null;
  /** When retention moved its body to a file. */
  archived_at: Date | null;
}

const eventColumns = sql`e.id, e.connection_id, e.merchant_id, e.connector, e.topic, e.external_id, e.status, e.reason, e.routed_by,
  e.delivery_id, e.shop_domain, e.is_signed, e.duplicate_of, e.order_id, o.order_no, e.received_at, e.processed_at, e.archived_at`;

const eventSource = sql`inbound_events e left join sales_orders o on o.organization_id = e.organization_id and o.id = e.order_id`;

export function listInboundEvents(
  tx: TenantTransaction,
  {
    page,
    page_size,
    ...filters
  }: PageQuery & {
    status?: string;
    connection_id?: string;
    external_id?: string;
    topic?: string;
    merchant_id?: string;
    order_id?: string;
  },
): Promise<PageOf<InboundEventRow>> {
  const list = {
    columns: eventColumns,
    from: eventSource,
    where: every(equalTo('e', { organization_id: tx.organizationId, ...filters })),
    order: ['-e.received_at', '-e.id'],
  };
  return readPage(tx, list, { page, page_size });
}

export function findInboundEvent(
  tx: TenantTransaction,
  id: string,
): Promise<(InboundEventRow & { raw_body: Buffer | null }) | undefined> {
  return row<InboundEventRow & { raw_body: Buffer | null }>(
    tx,
    sql`select ${eventColumns}, e.raw_body from ${eventSource}
         where e.organization_id = ${tx.organizationId} and e.id = ${id}`,
  );
}

export interface RunRow {
  id: string;
  event_id: string;
  flow_id: string;
  version: number;
  merchant_id: string;
  status: RunStatus;
  next_step: number;
  waits_for: string | null;
  order_id: string | null;
  order_no: string | null;
  error: object | null;
  created_at: Date;
  finished_at: Date | null;
}

const runColumns = sql`r.id, r.event_id, r.flow_id, r.version, r.merchant_id, r.status, r.next_step, r.waits_for, r.order_id, o.order_no, r.error,
  r.created_at, r.finished_at`;

const runSource = sql`flow_runs r left join sales_orders o on o.organization_id = r.organization_id and o.id = r.order_id`;

export function listRuns(
  tx: TenantTransaction,
  {
    page,
    page_size,
    ...filters
  }: PageQuery & { status?: string; event_id?: string; flow_id?: string; order_id?: string },
): Promise<PageOf<RunRow>> {
  const list = {
    columns: runColumns,
    from: runSource,
    where: every(equalTo('r', { organization_id: tx.organizationId, ...filters })),
    order: ['-r.created_at', '-r.id'],
  };
  return readPage(tx, list, { page, page_size });
}

export function findRun(tx: TenantTransaction, id: string): Promise<RunRow | undefined> {
  return row<RunRow>(
    tx,
    sql`select ${runColumns} from ${runSource} where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
}

export interface StepRow {
  step_no: number;
  action: FlowAction;
  outcome: StepOutcome;
  input: object;
  output: object | null;
  error: object | null;
  ended_at: Date;
}

export function runSteps(tx: TenantTransaction, runId: string): Promise<StepRow[]> {
  return rows(
    tx,
    sql`select step_no, action, outcome, input, output, error, ended_at from flow_run_steps
         where organization_id = ${tx.organizationId} and run_id = ${runId} order by step_no`,
  );
}
