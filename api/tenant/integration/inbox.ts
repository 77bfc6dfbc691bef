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
import {
  anything,
  choice,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  openObject,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const eventFields = {
  id: uuid(),
  connection_id: uuid(),
  merchant_id: uuid(),
  connector: text(),
  topic: freeText(),
  external_id: nullable(freeText()),
  status: choice(...eventStatuses),
  reason: nullable(freeText()),
  routed_by: choice(...routings),
  shop_domain: freeText(),
  is_signed: flag(),
  duplicate_of: nullable(uuid()),
  order_id: nullable(uuid()),
  received_at: instant(),
  processed_at: nullable(instant()),
  archived_at: nullable(instant()),
};

const eventView = object(eventFields);
// The body as received, null once it is archived; a NUL and bytes that are not UTF-8 show as replacement characters.
const eventDetail = object({ ...eventFields, raw_body: nullable(freeText(2 * 1024 * 1024)) });

const counter = () => integer({ min: 0, max: 1_000_000 });
const runFields = {
  id: uuid(),
  event_id: uuid(),
  flow_id: uuid(),
  version: counter(),
  merchant_id: uuid(),
  status: choice(...runStatuses),
  next_step: counter(),
  waits_for: nullable(text()),
  order_id: nullable(uuid()),
  error: nullable(openObject()),
  created_at: instant(),
  finished_at: nullable(instant()),
};
const stepView = object({
  step_no: counter(),
  action: choice(...flowActions),
  outcome: choice(...stepOutcomes),
  input: anything(),
  output: anything(),
  error: anything(),
  ended_at: instant(),
});
const runView = object(runFields);
const runDetail = object({ ...runFields, steps: listOf(stepView) });

const showEvent = (row: InboundEventRow) => present(eventView, row);
const showRun = (row: RunRow) => present(runView, row);

async function event({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('event', await findInboundEvent(tx, organizationId, id));
  const body = found.raw_body?.toString('utf8').replaceAll('\u0000', '\uFFFD') ?? null;
  return present(eventDetail, { ...found, raw_body: body });
}

export const inboxEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/integration/events',
    summary: 'Events that arrived, newest first',
    permission: 'integration.view',
    query: pagedQuery({
      status: choice(...eventStatuses),
      connection_id: uuid(),
      merchant_id: uuid(),
      order_id: uuid(),
      external_id: text(200),
      topic: text(100),
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
    method: 'POST',
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
      status: choice(...runStatuses),
      event_id: uuid(),
      flow_id: uuid(),
      order_id: uuid(),
    }),
    returns: runView,
    run: pageOf(listRuns, showRun),
  }),
  query({
    path: '/api/integration/runs/{id}',
    summary: 'One run with the input, result and message of each step',
    permission: 'integration.view',
    returns: runDetail,
    run: async ({ tx, organizationId, params }) => {
      const found = existing('run', await findRun(tx, organizationId, params['id']!));
      const steps = await runSteps(tx, organizationId, found.id);
      return present(runDetail, { ...found, steps });
    },
  }),
];
