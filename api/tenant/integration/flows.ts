/** Flows: drafts, versions, dry runs. */
import {
  findFlow,
  flowVersions,
  listFlows,
  type FlowRow,
  type FlowVersionRow,
} from '../../../db/integration/flows.read.ts';
import { newId } from '../../../domain/new-id.ts';
import { connectors, flowStatuses } from '../../../domain/integration/event-states.ts';
import { flowActions, type FlowDefinition } from '../../../domain/integration/flow.ts';
import { flowSecretPlace } from '../../../domain/integration/sealed-places.ts';
import { integrationCommands as commands } from '../../../queues/integration/commands.ts';
import { flowSteps } from '../../../queues/integration/flows.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  openObject,
  optional,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const stepView = object({
  action: choice(...flowActions),
  when: optional(openObject()),
  with: optional(openObject()),
});

const triggerView = object({
  type: choice('webhook'),
  connector: choice(...connectors),
  has_webhook_secret: flag(),
});

const flowView = object({
  id: uuid(),
  name: freeText(),
  status: choice(...flowStatuses),
  version: integer({ min: 0, max: 1_000_000 }),
  trigger: triggerView,
  conditions: nullable(openObject()),
  steps: listOf(stepView),
  created_at: instant(),
  updated_at: instant(),
});

const versionView = object({
  version: integer({ min: 1, max: 1_000_000 }),
  has_webhook_secret: flag(),
  conditions: nullable(openObject()),
  steps: listOf(stepView),
  published_by: freeText(),
  published_at: instant(),
});

function show({ definition, has_secret: hasSecret, connector, ...flow }: FlowRow) {
  return present(flowView, {
    ...flow,
    trigger: { type: 'webhook', connector, has_webhook_secret: hasSecret },
    ...shownDefinition(definition),
  });
}

function showVersion({ definition, has_secret: hasSecret, ...version }: FlowVersionRow) {
  return present(versionView, {
    ...version,
    has_webhook_secret: hasSecret,
    ...shownDefinition(definition),
  });
}

function shownDefinition({
  conditions,
  steps,
}: FlowDefinition): Pick<Infer<typeof flowView>, 'conditions' | 'steps'> {
  const shown = steps.map(({ action, when, with: given }) => ({
    action,
    ...(when ? { when } : {}),
    ...(given ? { with: given } : {}),
  }));
  return { conditions: conditions ?? null, steps: shown };
}

const flow = oneOf('flow', findFlow, show);

const secret = () =>
  described(
    text(500),
    'The secret the storefront signs with. Recommended for every flow; stored encrypted, never returned.',
  );

const createBody = object({
  name: text(200),
  trigger: object({
    type: choice('webhook'),
    connector: choice(...connectors),
    webhook_secret: optional(nullable(secret())),
  }),
  conditions: optional(nullable(described(openObject(), 'JSONLogic over the payload.'))),
  steps: flowSteps(),
});

const changeBody = object({
  name: optional(text(200)),
  webhook_secret: optional(nullable(secret())),
  conditions: optional(nullable(openObject())),
  steps: optional(flowSteps()),
});

function sealedSecret(
  call: Call,
  flowId: string,
  given: string | null | undefined,
): { webhook_secret_sealed?: string | null } {
  if (given === undefined) return {};
  const sealed = given === null ? null : call.seal(given, flowSecretPlace(call.organizationId, flowId));
  return { webhook_secret_sealed: sealed };
}

const path = '/api/integration/flows';
const manage = 'integration.manage' as const;
const answer = { respondWith: flow, returns: flowView };
const pathToInput = { id: 'flow_id' };

export const flowEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Flows',
    permission: 'integration.view',
    query: pagedQuery({ status: choice(...flowStatuses), connector: choice(...connectors) }),
    returns: flowView,
    run: pageOf(listFlows, show),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Draft a flow',
    permission: manage,
    command: commands.createFlow,
    body: createBody,
    input: (call, { trigger: { connector, webhook_secret: given }, ...fields }) => {
      const id = newId();
      return { ...fields, ...sealedSecret(call, id, given), connector, flow_id: id };
    },
    ...answer,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One flow, with its current draft',
    permission: 'integration.view',
    returns: flowView,
    run: byId(flow),
  }),
  query({
    path: `${path}/{id}/versions`,
    summary: 'Published versions of a flow, newest first',
    permission: 'integration.view',
    returns: object({ versions: listOf(versionView) }),
    run: async (call) => {
      await flow(call, { id: call.params['id']! });
      const versions = await flowVersions(call.tx, call.organizationId, call.params['id']!);
      return { versions: versions.map(showVersion) };
    },
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary:
      'Change the draft of a flow; the published version keeps running until the next one is published',
    permission: manage,
    command: commands.updateFlow,
    body: changeBody,
    input: (call, { webhook_secret: given, ...fields }) => {
      const id = call.params['id']!;
      return { ...fields, ...sealedSecret(call, id, given), flow_id: id };
    },
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/publish`,
    summary: 'Publish the draft as the next version',
    permission: manage,
    command: commands.publishFlow,
    pathToInput,
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/archive`,
    summary: 'End a flow',
    permission: manage,
    command: commands.archiveFlow,
    pathToInput,
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/dry-run`,
    summary: 'What the draft of a flow would do with a stored event',
    permission: manage,
    command: commands.dryRunFlow,
    pathToInput,
    returns: commands.dryRunFlow.result,
  }),
];
