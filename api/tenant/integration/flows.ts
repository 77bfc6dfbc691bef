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
import type { FlowDefinition } from '../../../domain/integration/flow.ts';
import { flowSecretPlace } from '../../../domain/integration/sealed-places.ts';
import { integrationCommands as commands } from '../../../queues/integration/commands.ts';
import { flowStep, flowSteps } from '../../../queues/integration/flows.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const stepView = flowStep();

const triggerView = s.object({
  type: s.choice('webhook'),
  connector: s.choice(...connectors),
  has_webhook_secret: s.flag(),
});

const flowView = s.object({
  id: s.uuid(),
  name: s.freeText(),
  status: s.choice(...flowStatuses),
  version: s.integer({ min: 0, max: 1_000_000 }),
  trigger: triggerView,
  conditions: s.nullable(s.openObject()),
  steps: s.listOf(stepView),
  created_at: s.instant(),
  updated_at: s.instant(),
});

const versionView = s.object({
  version: s.integer({ min: 1, max: 1_000_000 }),
  has_webhook_secret: s.flag(),
  conditions: s.nullable(s.openObject()),
  steps: s.listOf(stepView),
  published_by: s.freeText(),
  published_at: s.instant(),
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
}: FlowDefinition): Pick<s.Infer<typeof flowView>, 'conditions' | 'steps'> {
  const shown = steps.map(({ action, when, with: given }) => ({
    action,
    ...(when ? { when } : {}),
    ...(given ? { with: given } : {}),
  }));
  return { conditions: conditions ?? null, steps: shown };
}

const flow = oneOf('flow', findFlow, show);

const secret = () =>
  s.described(
    s.text(500),
    'The secret the storefront signs with. Recommended for every flow; stored encrypted, never returned.',
  );

const createBody = s.object({
  name: nameText(200),
  trigger: s.object({
    type: s.choice('webhook'),
    connector: s.choice(...connectors),
    webhook_secret: s.optional(s.nullable(secret())),
  }),
  conditions: s.optional(s.nullable(s.described(s.openObject(), 'JSONLogic over the payload.'))),
  steps: flowSteps(),
});

const changeBody = s.object({
  name: s.optional(nameText(200)),
  webhook_secret: s.optional(s.nullable(secret())),
  conditions: s.optional(s.nullable(s.openObject())),
  steps: s.optional(flowSteps()),
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
    query: pagedQuery({ status: s.choice(...flowStatuses), connector: s.choice(...connectors) }),
    returns: flowView,
    run: pageOf(listFlows, show),
  }),
  create({
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
    returns: s.object({ versions: s.listOf(versionView) }),
    run: async (call) => {
      await flow(call, { id: call.params['id']! });
      const versions = await flowVersions(call.tx, call.params['id']!);
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
    path: `${path}/{id}/publish`,
    summary: 'Publish the draft as the next version',
    permission: manage,
    command: commands.publishFlow,
    pathToInput,
    ...answer,
  }),
  command({
    path: `${path}/{id}/archive`,
    summary: 'End a flow',
    permission: manage,
    command: commands.archiveFlow,
    pathToInput,
    ...answer,
  }),
  command({
    path: `${path}/{id}/dry-run`,
    summary: 'What the draft of a flow would do with a stored event',
    permission: manage,
    command: commands.dryRunFlow,
    pathToInput,
    returns: commands.dryRunFlow.result,
  }),
];
