/** Reads of webhook endpoints, of what was delivered to them, and of each try; secrets are never read here. */
import type { DeliveryStatus, EndpointStatus } from '../../domain/webhooks/states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

export interface EndpointRow {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  status: EndpointStatus;
  disabled_reason: string | null;
  failing_since: Date | null;
  next_try_at: Date | null;
  previous_secret_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

const endpointColumns = [
  'id',
  'url',
  'description',
  'event_types',
  'status',
  'disabled_reason',
  'failing_since',
  'next_try_at',
  'previous_secret_until',
  'created_at',
  'updated_at',
];

type Filters = Record<string, string | undefined>;

function given(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

const newest = [
  { column: 'created_at', order: 'desc' as const },
  { column: 'id', order: 'desc' as const },
];

export function listEndpoints(
  tx: TenantTransaction,
  organizationId: string,
  { page, page_size, ...filters }: PageQuery & { status?: string },
): Promise<{ rows: EndpointRow[]; total: number }> {
  const base = tx('webhook_endpoints').where({ organization_id: organizationId, ...given(filters) });
  return readPage(base, endpointColumns, newest, { page, page_size });
}

export async function findEndpoint(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return (await tx('webhook_endpoints')
    .where({ organization_id: organizationId, id })
    .first(endpointColumns)) as EndpointRow | undefined;
}

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  subject_type: string;
  subject_id: string;
  payload: Record<string, unknown>;
  is_replay: boolean;
  status: DeliveryStatus;
  attempts: number;
  next_try_at: Date;
  last_error: string | null;
  created_at: Date;
  ended_at: Date | null;
}

const deliveryColumns = [
  'id',
  'endpoint_id',
  'event_id',
  'event_type',
  'subject_type',
  'subject_id',
  'payload',
  'is_replay',
  'status',
  'attempts',
  'next_try_at',
  'last_error',
  'created_at',
  'ended_at',
];

export function listDeliveries(
  tx: TenantTransaction,
  organizationId: string,
  {
    page,
    page_size,
    ...filters
  }: PageQuery & {
    endpoint_id?: string;
    status?: string;
    event_type?: string;
    subject_id?: string;
    event_id?: string;
  },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const base = tx('webhook_deliveries').where({ organization_id: organizationId, ...given(filters) });
  return readPage(base, deliveryColumns, newest, { page, page_size });
}

export async function findDelivery(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return (await tx('webhook_deliveries')
    .where({ organization_id: organizationId, id })
    .first(deliveryColumns)) as DeliveryRow | undefined;
}

export interface AttemptRow {
  attempt_no: number;
  url: string;
  request_headers: Record<string, string>;
  status_code: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
  attempted_at: Date;
}

export function listAttempts(
  tx: TenantTransaction,
  organizationId: string,
  deliveryId: string,
): Promise<AttemptRow[]> {
  return rows<AttemptRow>(
    tx,
    sql`select attempt_no, url, request_headers, status_code, answer, error, duration_ms, attempted_at
          from webhook_attempts where organization_id = ${organizationId} and delivery_id = ${deliveryId}
         order by attempt_no`,
  );
}
