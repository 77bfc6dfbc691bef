/** The outcome of a request that was answered with 202. */
import { findCommand } from '../../db/engine/commands.read.ts';
import { operationView } from '../../queues/tenancy/commands.ts';
import { query, type QueryEndpoint } from '../http/endpoint.ts';
import { existing } from '../http/reads.ts';
import { operationError } from '../http/errors.ts';
import type { MayReadResult } from '../http/operation-access.ts';

export const operationEndpoint = (mayReadResult: MayReadResult): QueryEndpoint =>
  query({
    path: '/api/operations/{id}',
    summary: 'The state and outcome of an accepted operation',
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
      return {
        id: found.id,
        name: found.name,
        state: found.state,
        created_at: found.created_at.toISOString(),
        finished_at: found.finished_at?.toISOString() ?? null,
        ...(isShown && found.state === 'done' ? { result: found.outcome?.['result'] } : {}),
        ...(error ? { error: { state: found.state, ...error } } : {}),
      };
    },
  });
