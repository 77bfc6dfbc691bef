/** Reads of flows, runs and what came in; a secret is only said to be there. */
import { rows, type TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';
import type { RoutedBy } from '../../domain/integration/arrived-webhook.ts';
import type {
  Connector,
  EventStatus,
  FlowStatus,
  RunStatus,
  StepOutcome,
} from '../../domain/integration/event-states.ts';
import type { FlowAction, FlowDefinition } from '../../domain/integration/flow.ts';

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

const flowColumns = [
  'id',
  'name',
  'status',
  'connector',
  'definition',
  'version',
  'created_at',
  'updated_at',
];

type Filters = Record<string, string | undefined>;

function given(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

export function listFlows(
  tx: TenantTransaction,
  organizationId: string,
  { page, page_size, ...filters }: PageQuery & { status?: string; connector?: string },
): Promise<{ rows: FlowRow[]; total: number }> {
  const base = tx('flows').where({ organization_id: organizationId, ...given(filters) });
  const columns = [...flowColumns, tx.raw('webhook_secret_sealed is not null as has_secret')];
  return readPage(base, columns, [{ column: 'created_at', order: 'desc' }, { column: 'id' }], {
    page,
    page_size,
  });
}

export async function findFlow(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<FlowRow | undefined> {
  const [found] = await rows<FlowRow>(
    tx,
    sql`select id, name, status, connector, definition, version, created_at, updated_at,
               webhook_secret_sealed is not null as has_secret
          from flows where organization_id = ${organizationId} and id = ${id}`,
  );
  return found;
}

export interface FlowVersionRow {
  version: number;
  definition: FlowDefinition;
  has_secret: boolean;
  published_by: string;
  published_at: Date;
}

export function flowVersions(
  tx: TenantTransaction,
  organizationId: string,
  flowId: string,
): Promise<FlowVersionRow[]> {
  return rows(
    tx,
    sql`select version, definition, webhook_secret_sealed is not null as has_secret, published_by, published_at
          from flow_versions where organization_id = ${organizationId} and flow_id = ${flowId}
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
  is_signed: boolean;
  duplicate_of: string | null;
  order_id: string | null;
  received_at: Date;
  processed_at: Date | null;
}

const eventColumns = [
  'id',
  'connection_id',
  'merchant_id',
  'connector',
  'topic',
  'external_id',
  'status',
  'reason',
  'routed_by',
  'shop_domain',
  'is_signed',
  'duplicate_of',
  'order_id',
  'received_at',
  'processed_at',
];

export function listInboundEvents(
  tx: TenantTransaction,
  organizationId: string,
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
): Promise<{ rows: InboundEventRow[]; total: number }> {
  const base = tx('inbound_events').where({ organization_id: organizationId, ...given(filters) });
  const order = [
    { column: 'received_at', order: 'desc' as const },
    { column: 'id', order: 'desc' as const },
  ];
  return readPage(base, eventColumns, order, { page, page_size });
}

export async function findInboundEvent(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<(InboundEventRow & { raw_body: Buffer }) | undefined> {
  return (await tx('inbound_events')
    .where({ organization_id: organizationId, id })
    .first([...eventColumns, 'raw_body'])) as (InboundEventRow & { raw_body: Buffer }) | undefined;
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
  error: object | null;
  created_at: Date;
  finished_at: Date | null;
}

const runColumns = [
  'id',
  'event_id',
  'flow_id',
  'version',
  'merchant_id',
  'status',
  'next_step',
  'waits_for',
  'order_id',
  'error',
  'created_at',
  'finished_at',
];

export function listRuns(
  tx: TenantTransaction,
  organizationId: string,
  {
    page,
    page_size,
    ...filters
  }: PageQuery & { status?: string; event_id?: string; flow_id?: string; order_id?: string },
): Promise<{ rows: RunRow[]; total: number }> {
  const base = tx('flow_runs').where({ organization_id: organizationId, ...given(filters) });
  const order = [
    { column: 'created_at', order: 'desc' as const },
    { column: 'id', order: 'desc' as const },
  ];
  return readPage(base, runColumns, order, { page, page_size });
}

export async function findRun(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<RunRow | undefined> {
  return (await tx('flow_runs').where({ organization_id: organizationId, id }).first(runColumns)) as
    RunRow | undefined;
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

export function runSteps(tx: TenantTransaction, organizationId: string, runId: string): Promise<StepRow[]> {
  return rows(
    tx,
    sql`select step_no, action, outcome, input, output, error, ended_at from flow_run_steps
         where organization_id = ${organizationId} and run_id = ${runId} order by step_no`,
  );
}
