/** v1: the outcome of a request that was answered with 202. */
import { findCommand } from '../../db/engine/commands.read.ts';
import * as s from '../../queues/schema.ts';
import { query, type QueryEndpoint } from '../http/endpoint.ts';
import { existing } from '../http/reads.ts';
import { operationError } from '../http/errors.ts';
import type { MayReadResult } from '../http/operation-access.ts';
import { present } from '../http/present.ts';

const operationView = s.object({
  operation_id: s.uuid(),
  state: s.choice('accepted', 'done', 'refused', 'failed'),
  created_at: s.instant(),
  finished_at: s.nullable(s.instant()),
  result: s.optional(s.anything(), 'If done: the id of what was created or changed, among other fields.'),
  error: s.optional(s.anything(), 'If refused or failed: code, message and details.'),
});

export const operationEndpoint = (mayReadResult: MayReadResult): QueryEndpoint =>
  query({
    path: '/v1/operations/{id}',
    summary: 'The state of an accepted operation',
    description:
      'Its result or error is shown to the token that requested it and to tokens that may request the same; others see its state.',
    permission: {
      open: true,
      reason:
        'only its organization knows an operation id, row level security hides the rest, and its result needs a permission of its kind',
    },
    returns: operationView,
    run: async ({ tx, params, principal }) => {
      const found = existing('operation', await findCommand(tx, params['id']!));
      const isShown = mayReadResult(principal, found);
      const error = isShown ? operationError(found) : undefined;
      return present(operationView, {
        operation_id: found.id,
        state: found.state,
        created_at: found.created_at,
        finished_at: found.finished_at,
        ...(isShown && found.state === 'done' ? { result: found.outcome?.['result'] } : {}),
        ...(error ? { error } : {}),
      });
    },
  });
