/** v1: what became of a request that was answered with 202. */
import { findCommand } from '../../db/tenancy/commands.read.ts';
import { notFound } from '../../domain/refusals.ts';
import {
  anything,
  choice,
  described,
  instant,
  nullable,
  object,
  optional,
  uuid,
} from '../../queues/schema.ts';
import { query } from '../http/endpoint.ts';
import { operationError } from '../http/errors.ts';
import { moment } from './moment.ts';

export const operationEndpoint = query({
  path: '/v1/operations/{id}',
  summary: 'The state of an accepted operation',
  permission: {
    open: true,
    reason: 'an operation id is known only to its organization, and row security hides the rest',
  },
  returns: object({
    operation_id: uuid(),
    state: choice('accepted', 'done', 'refused', 'failed'),
    created_at: instant(),
    finished_at: nullable(instant()),
    result: optional(described(anything(), 'Once done: the id of what was made or changed, among others.')),
    error: optional(described(anything(), 'Once refused or failed: code, message and details.')),
  }),
  run: async ({ tx, params }) => {
    const found = await findCommand(tx, params['id']!);
    if (!found) throw notFound('operation');
    const error = operationError(found);
    return {
      operation_id: found.id,
      state: found.state,
      created_at: found.created_at.toISOString(),
      finished_at: moment(found.finished_at),
      ...(found.state === 'done' ? { result: found.outcome?.['result'] } : {}),
      ...(error ? { error } : {}),
    };
  },
});
