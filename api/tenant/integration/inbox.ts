/** What arrived, and what the flows did with it. */
import {
  findInboundEvent,
  findRun,
  listInboundEvents,
  listRuns,
  runSteps,
  type InboundEventRow,
  type RunRow,
} from '../../../db/integration/flows.read.ts';
import { routings } from '../../../domain/integration/arrived-webhook.ts';
import { eventStatuses, runStatuses, stepOutcomes } from '../../../domain/integration/event-states.ts';
import { flowActions } from '../../../domain/integration/flow.ts';
import { integrationCommands as commands } from '../../../queues/integration/commands.ts';
import * as s from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const eventFields = {
  id: s.uuid(),
  connection_id: s.uuid(),
  merchant_id: s.uuid(),
  connector: s.text(),
  topic: s.freeText(),
  external_id: s.nullable(s.freeText()),
  status: s.choice(...eventStatuses),
  reason: s.nullable(s.freeText()),
  routed_by: s.choice(...routings),
  delivery_id: s.nullable(
    s.described(s.freeText(), "The store's own id of this delivery, such as x-shopify-webhook-id."),
  ),
  shop_domain: s.freeText(),
  is_signed: s.flag(),
  duplicate_of: s.nullable(s.uuid()),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.freeText()),
  received_at: s.instant(),
  processed_at: s.nullable(s.instant()),
  archived_at: s.nullable(s.instant()),
};

const eventView = s.object(eventFields);
// The body as received, null once it is archived; a NUL and bytes that are not UTF-8 show as replacement characters.
const eventDetail = s.object({ ...eventFields, raw_body: s.nullable(s.freeText(2 * 1024 * 1024)) });

const counter = () => s.integer({ min: 0, max: 1_000_000 });
const runFields = {
  id: s.uuid(),
  event_id: s.uuid(),
  flow_id: s.uuid(),
  version: counter(),
  merchant_id: s.uuid(),
  status: s.choice(...runStatuses),
  next_step: counter(),
  waits_for: s.nullable(s.text()),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.freeText()),
  error: s.nullable(s.openObject()),
  created_at: s.instant(),
  finished_at: s.nullable(s.instant()),
};
const stepView = s.object({
  step_no: counter(),
  action: s.choice(...flowActions),
  outcome: s.choice(...stepOutcomes),
  input: s.anything(),
  output: s.anything(),
  error: s.anything(),
  ended_at: s.instant(),
});
const runView = s.object(runFields);
const runDetail = s.object({ ...runFields, steps: s.listOf(stepView) });

const showEvent = (row: InboundEventRow) => present(eventView, row);
const showRun = (row: RunRow) => present(runView, row);

async function event({ tx }: Call, { id }: { id: string }) {
  const found = existing('event', await findInboundEvent(tx, id));
  const body = found.raw_body?.toString('utf8').replaceAll('\u0000', '\uFFFD') ?? null;
  return present(eventDetail, { ...found, raw_body: body });
}

export const inboxEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/integration/events',
    summary: 'Events that arrived, newest first',
    permission: 'integration.view',
    query: pagedQuery({
      status: s.choice(...eventStatuses),
      connection_id: s.uuid(),
      merchant_id: s.uuid(),
      order_id: s.uuid(),
      external_id: s.text(200),
      topic: s.text(100),
    }),
    returns: eventView,
    run: pageOf(listInboundEvents, showEvent),
  }),
  query({
    path: '/api/integration/events/{id}',
    summary: 'One event that arrived, with its body as received',
    permission: 'integration.view',
    returns: eventDetail,
    run: byId(event),
  }),
  command({
    path: '/api/integration/events/{id}/replay',
    summary: 'Process an event again, with the currently published flow',
    permission: 'integration.manage',
    command: commands.replayEvent,
    pathToInput: { id: 'event_id' },
    respondWith: event,
    returns: eventDetail,
  }),
  list({
    path: '/api/integration/runs',
    summary: 'Runs of flows, newest first',
    permission: 'integration.view',
    query: pagedQuery({
      status: s.choice(...runStatuses),
      event_id: s.uuid(),
      flow_id: s.uuid(),
      order_id: s.uuid(),
    }),
    returns: runView,
    run: pageOf(listRuns, showRun),
  }),
  query({
    path: '/api/integration/runs/{id}',
    summary: 'One run with the input, result and message of each step',
    permission: 'integration.view',
    returns: runDetail,
    run: async ({ tx, params }) => {
      const found = existing('run', await findRun(tx, params['id']!));
      const steps = await runSteps(tx, found.id);
      return present(runDetail, { ...found, steps });
    },
  }),
];
