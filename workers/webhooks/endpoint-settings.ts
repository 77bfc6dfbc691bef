/** An organization's webhook endpoints: subscribing, changing, rotating secrets. */
import { makingAccess } from '../../db/tenancy/makers.ts';
import {
  assertEndpointRoom,
  insertEndpoint,
  lockEndpoint,
  passOverPast,
  pendingTypes,
  replaceSecret,
  updateEndpoint as write,
} from '../../db/webhooks/endpoints.write.ts';
import { assertMaySee } from '../../domain/event-access.ts';
import { nextState } from '../../domain/state-machine.ts';
import { endpointStates } from '../../domain/webhooks/states.ts';
import type { webhookCommands } from '../../queues/webhooks/webhooks.ts';
import type { Handler } from '../engine/handler.ts';

type Commands = typeof webhookCommands;

const overlapHoursDefault = 24;

export const createEndpoint: Handler<Commands['createEndpoint']> = async (work, input) => {
  assertMaySee(work.actor, input.event_types);
  const { makers } = await makingAccess(work.tx, work.actor);
  await assertEndpointRoom(work.tx);
  await insertEndpoint(work.tx, { ...input, ...makers });
  work.signal({ kind: 'look', reason: 'endpoints' });
  return { id: input.endpoint_id };
};

export const updateEndpoint: Handler<Commands['updateEndpoint']> = async (
  work,
  { endpoint_id: id, status: asked, ...fields },
) => {
  // Before the endpoint: a revocation locks the token first as well.
  const access = fields.url === undefined ? undefined : await makingAccess(work.tx, work.actor);
  const present = await lockEndpoint(work.tx, id);
  if (fields.url !== undefined || fields.event_types !== undefined)
    assertMaySee(work.actor, fields.event_types ?? present.event_types);
  // What waits is sent to the new address as well, also what the endpoint no longer subscribes to.
  if (fields.url !== undefined) assertMaySee(work.actor, await pendingTypes(work.tx, id));
  const action = asked === undefined ? 'edit' : asked === 'active' ? 'enable' : 'disable';
  const next = nextState(endpointStates, present.status, action);
  if (present.status === 'disabled' && next === 'active') {
    await assertEndpointRoom(work.tx);
    await passOverPast(work.tx);
  }
  await write(work.tx, id, { ...fields, status: asked && next, makers: access?.makers });
  work.signal({ kind: 'look', reason: 'endpoints' });
  work.signal({ kind: 'look', reason: 'deliveries' });
  return { id };
};

export const rotateSecret: Handler<Commands['rotateSecret']> = async (
  { tx },
  { endpoint_id: id, secret_sealed: sealed, overlap_hours: hours = overlapHoursDefault },
) => {
  await replaceSecret(tx, id, sealed, hours);
  return { id };
};

export const testEndpoint: Handler<Commands['testEndpoint']> = async (work, { endpoint_id: id }) => {
  const { status } = await lockEndpoint(work.tx, id);
  nextState(endpointStates, status, 'test');
  work.emit({
    type: 'webhook_endpoint.tested',
    subject_type: 'webhook_endpoint',
    subject_id: id,
    data: { endpoint_id: id },
  });
  return { id };
};

export const noteDisabled: Handler<Commands['noteDisabled']> = async (work, { endpoint_id: id, reason }) => {
  await lockEndpoint(work.tx, id);
  work.emit({
    type: 'webhook_endpoint.disabled',
    subject_type: 'webhook_endpoint',
    subject_id: id,
    data: { endpoint_id: id, reason },
  });
  return { id };
};
