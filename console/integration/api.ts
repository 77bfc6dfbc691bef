/** The integration pages' calls to the API. */
import { ask, queryOf, send, sendOnce, type Page } from '../ask.ts';
import type { Conditions } from './conditions.ts';

export type EventStatus = 'received' | 'ignored' | 'duplicate' | 'unprocessed' | 'processed' | 'failed';
export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'dead';
export type FlowStatus = 'draft' | 'published' | 'archived';
export type DeliveryStatus = 'pending' | 'delivered' | 'dead';
export type StepOutcome = 'done' | 'skipped' | 'waiting' | 'failed';
export type Routing = 'store_domain' | 'single_candidate' | 'gap_search';

export type ConnectionStatus = 'pending' | 'active' | 'error' | 'disabled';

export interface InboxEvent {
  id: string;
  connection_id: string;
  merchant_id: string;
  topic: string;
  external_id: string | null;
  status: EventStatus;
  reason: string | null;
  routed_by: Routing;
  shop_domain: string;
  is_signed: boolean;
  duplicate_of: string | null;
  order_id: string | null;
  order_no: string | null;
  received_at: string;
  archived_at: string | null;
  processed_at: string | null;
}

export interface Step {
  action: FlowAction;
  when?: Conditions;
  with?: Record<string, unknown>;
}

export type FlowAction =
  | 'map_order'
  | 'create_order'
  | 'submit'
  | 'approve'
  | 'allocate'
  | 'push_to_wms'
  | 'hold'
  | 'notify';

export interface Flow {
  id: string;
  name: string;
  status: FlowStatus;
  version: number;
  trigger: { type: 'webhook'; connector: string; has_webhook_secret: boolean };
  conditions: Conditions | null;
  steps: Step[];
  updated_at: string;
}

export interface FlowVersion {
  version: number;
  has_webhook_secret: boolean;
  conditions: Conditions | null;
  steps: Step[];
  published_by: string;
  published_at: string;
}

export interface StepReport {
  step_no: number;
  action: FlowAction;
  outcome: StepOutcome;
  input: unknown;
  output: unknown;
  error: { code?: string; message?: string } | null;
}

export interface Run {
  id: string;
  event_id: string;
  flow_id: string;
  version: number;
  status: RunStatus;
  waits_for: string | null;
  order_id: string | null;
  order_no: string | null;
  error: { message?: string } | null;
  created_at: string;
  finished_at: string | null;
}

export interface DryRun {
  status: RunStatus | 'ignored';
  error: { message?: string } | null;
  steps: StepReport[];
}

export type PauseReason = 'asked_to_wait' | 'unreachable' | 'failing';

export interface Endpoint {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  status: 'active' | 'disabled';
  disabled_reason: string | null;
  failing_since: string | null;
  paused_until: string | null;
  pause_reason: PauseReason | null;
  previous_secret_until: string | null;
  created_at: string;
}

export interface Delivery {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  subject_type: string;
  subject_id: string;
  payload: { data?: Record<string, unknown> };
  is_replay: boolean;
  status: DeliveryStatus;
  attempts: number;
  next_try_at: string;
  last_error: string | null;
  created_at: string;
  ended_at: string | null;
}

export interface Try {
  attempt_no: number;
  url: string;
  request_headers: Record<string, string>;
  status_code: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
  attempted_at: string;
}

export interface Connection {
  id: string;
  name: string;
  status: ConnectionStatus;
  store_domain: string | null;
  api_url: string | null;
  paused_until: string | null;
  credential_names: string[];
  has_webhook_secret: boolean;
  last_error: string | null;
  last_tested_at: string | null;
  created_at: string;
}

/** What a test of a connection found. */
export interface Tested {
  ok: boolean;
  steps: { step: string; ok: boolean; message: string }[];
}

export interface GapSearch {
  id: string;
  connection_id: string;
  is_scheduled: boolean;
  since: string;
  until: string;
  status: 'queued' | 'running' | 'done' | 'failed';
  orders_seen: number;
  orders_missing: number;
  orders_fetched: number;
  last_error: string | null;
  created_at: string;
  ended_at: string | null;
}

export type PushKind = 'inventory' | 'product' | 'shipment' | 'cancellation' | 'return';

export interface Push {
  id: string;
  connection_id: string;
  kind: PushKind;
  subject: string;
  store_location: string | null;
  external_order_id: string | null;
  wanted: unknown;
  unknown_since: string | null;
  last_error: string | null;
  queued_at: string;
  given_up_at: string | null;
  resolved_for: string | null;
}

export interface Item {
  id: string;
  sku: string;
  name: string;
}

export interface OrderLine {
  product_id: string | null;
  channel_sku: string | null;
  qty: number;
}

export interface Warehouse {
  id: string;
  code: string;
  name: string;
}

const page = '/ops/integration';

/** A page of a list. */
export function readList<T>(path: string, filter: object, pageSize: number): Promise<Page<T>> {
  return ask(page, `${path}?${queryOf({ ...filter, page_size: pageSize })}`);
}

export async function readOne<T>(path: string): Promise<T> {
  return (await ask<{ data: T }>(page, path)).data;
}

export async function post<T>(path: string, body: object = {}): Promise<T> {
  return (await send<{ data: T }>(page, 'POST', path, body)).data;
}

/** The store is asked as the connection says; v1 answers without an envelope. */
export function testConnection(id: string): Promise<Tested> {
  return send(page, 'POST', `v1/oms/channels/connections/${id}/test`);
}

/** For what a second request would make once more. */
export async function postOnce<T>(path: string, body: object = {}): Promise<T> {
  return (await sendOnce<{ data: T }>(page, path, body)).data;
}

export async function patch<T>(path: string, body: object): Promise<T> {
  return (await send<{ data: T }>(page, 'PATCH', path, body)).data;
}

/** Choices for a form; empty if the login may not see them. */
export async function readChoices<T>(path: string): Promise<T[]> {
  return readList<T>(path, {}, 200).then(
    ({ data }) => data,
    () => [],
  );
}
