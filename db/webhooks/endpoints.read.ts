/** Reads webhook endpoints, their deliveries and each try; secrets are never read here. */
import type { PauseReason } from '../../domain/webhooks/pauses.ts';
import type { DeliveryStatus, EndpointStatus } from '../../domain/webhooks/states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface EndpointRow {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  status: EndpointStatus;
  disabled_reason: string | null;
  failing_since: Date | null;
  paused_since: Date | null;
  paused_until: Date | null;
  pause_reason: PauseReason | null;
  previous_secret_until: Date | null;
  made_by: string[];
  maker_token_id: string | null;
  created_at: Date;
  updated_at: Date;
}

const endpointColumns = sql`e.id, e.url, e.description, e.event_types, e.status, e.disabled_reason, e.failing_since,
  e.paused_since, e.paused_until, e.pause_reason, e.previous_secret_until, e.made_by,
  e.maker_token_id, e.created_at, e.updated_at`;

/** Endpoints, newest first. */
export function listEndpoints(
  tx: TenantTransaction,
  { page, page_size, ...filters }: PageQuery & { status?: string },
): Promise<PageOf<EndpointRow>> {
  const list = {
    columns: endpointColumns,
    from: sql`webhook_endpoints e`,
    where: every([sql`e.organization_id = ${tx.organizationId}`, ...equalTo('e', filters)]),
    order: ['-e.created_at', '-e.id'],
  };
  return readPage<EndpointRow>(tx, list, { page, page_size });
}

export function findEndpoint(tx: TenantTransaction, id: string): Promise<EndpointRow | undefined> {
  return row<EndpointRow>(
    tx,
    sql`select ${endpointColumns} from webhook_endpoints e where e.organization_id = ${tx.organizationId} and e.id = ${id}`,
  );
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
  unknown_since: Date | null;
  last_error: string | null;
  created_at: Date;
  ended_at: Date | null;
}

const deliveryColumns = sql`d.id, d.endpoint_id, d.event_id, d.event_type, d.subject_type, d.subject_id, d.payload,
  d.is_replay, d.status, d.attempts, d.next_try_at, d.unknown_since, d.last_error, d.created_at, d.ended_at`;

export interface DeliveryFilters {
  endpoint_id?: string;
  status?: string;
  event_type?: string;
  subject_id?: string;
  event_id?: string;
}

/** Deliveries of these types of events (undefined: of all), newest first. */
export function listDeliveries(
  tx: TenantTransaction,
  types: readonly string[] | undefined,
  { page, page_size, ...filters }: DeliveryFilters & PageQuery,
): Promise<PageOf<DeliveryRow>> {
  const ofTypes = types ? [sql`d.event_type = any (${[...types]}::text[])`] : [];
  const list = {
    columns: deliveryColumns,
    from: sql`webhook_deliveries d`,
    where: every([sql`d.organization_id = ${tx.organizationId}`, ...ofTypes, ...equalTo('d', filters)]),
    order: ['-d.created_at', '-d.id'],
  };
  return readPage<DeliveryRow>(tx, list, { page, page_size });
}

export function findDelivery(tx: TenantTransaction, id: string): Promise<DeliveryRow | undefined> {
  return row<DeliveryRow>(
    tx,
    sql`select ${deliveryColumns} from webhook_deliveries d where d.organization_id = ${tx.organizationId} and d.id = ${id}`,
  );
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

export function listAttempts(tx: TenantTransaction, deliveryId: string): Promise<AttemptRow[]> {
  return rows<AttemptRow>(
    tx,
    sql`select attempt_no, url, request_headers, status_code, answer, error, duration_ms, attempted_at
          from webhook_attempts where organization_id = ${tx.organizationId} and delivery_id = ${deliveryId}
         order by attempt_no`,
  );
}
