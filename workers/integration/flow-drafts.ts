/** Drafts of flows: editing, publishing, archiving. */
import {
  insertFlow,
  lockFlow,
  publishDraft,
  saveDraft,
  setStatus,
} from '../../db/integration/flows.write.ts';
import { flowStates } from '../../domain/integration/event-states.ts';
import { permissionsOfSteps, type FlowDefinition } from '../../domain/integration/flow.ts';
import { nextState } from '../../domain/state-machine.ts';
import { assertHeld } from '../../domain/tenancy/delegation.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';
import { assertForm, publishable } from './check-flow.ts';

type Commands = typeof integrationCommands;

export const createFlow: Handler<Commands['createFlow']> = async ({ tx }, input) => {
  const { flow_id: id, name, connector, steps, conditions, webhook_secret_sealed: sealed = null } = input;
  const definition: FlowDefinition = { steps, ...(conditions ? { conditions } : {}) };
  assertForm(definition);
  await insertFlow(tx, { id, name, connector, definition, webhook_secret_sealed: sealed });
  return { id };
};

export const updateFlow: Handler<Commands['updateFlow']> = async ({ tx }, input) => {
  const flow = await lockFlow(tx, input.flow_id);
  nextState(flowStates, flow.status, 'edit');
  const { steps = flow.definition.steps, conditions = flow.definition.conditions } = input;
  const { webhook_secret_sealed: sealed = flow.webhook_secret_sealed, name = flow.name } = input;
  const definition: FlowDefinition = { steps, ...(conditions ? { conditions } : {}) };
  assertForm(definition);
  await saveDraft(tx, { ...flow, name, definition, webhook_secret_sealed: sealed });
  return { id: flow.id };
};

export const publishFlow: Handler<Commands['publishFlow']> = async ({ tx, actor }, { flow_id: id }) => {
  const flow = await lockFlow(tx, id);
  assertHeld(actor, permissionsOfSteps(flow.definition.steps), 'A flow cannot do what its publisher may not');
  const status = nextState(flowStates, flow.status, 'publish');
  const definition = await publishable(tx, flow.connector, flow.definition);
  await publishDraft(tx, { ...flow, definition, status }, actor.name);
  return { id };
};

export const archiveFlow: Handler<Commands['archiveFlow']> = async ({ tx }, { flow_id: id }) => {
  const flow = await lockFlow(tx, id);
  // Archiving it again gives the same answer.
  if (flow.status === 'archived') return { id };
  await setStatus(tx, id, nextState(flowStates, flow.status, 'archive'));
  return { id };
};
