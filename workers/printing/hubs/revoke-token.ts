/**
 * Revokes an access token with everything made with it, at any remove: tokens, enrollment keys, and the hubs those
 * enrolled, whose links are closed. Whoever held it may have made them. What it set up and goes on is disabled when that is
 * asked for, also later: revoking it again gives the same answer.
 */
import { endLivesOn, endMadeWith, tokenRevoked } from '../../../db/printing/made-with.write.ts';
import { lockToken } from '../../../db/tenancy/tokens.write.ts';
import { notFound } from '../../../domain/refusal.ts';
import type { tenancyCommands } from '../../../queues/tenancy/commands.ts';
import type { Handler } from '../../engine/handler.ts';
import { tellHubsEnded } from './tell-hubs-ended.ts';

export const revokeToken: Handler<typeof tenancyCommands.revokeToken> = async (
  work,
  { token_id: id, end_what_it_made: isAllEnded },
) => {
  const { tx, emit } = work;
  if (!(await lockToken(tx, id))) throw notFound('access token');
  const ended = await endMadeWith(tx, id);
  for (const token of ended.tokens) {
    const data = token === id ? {} : { revoked_with: id };
    emit({ type: 'token.revoked', subject_type: 'token', subject_id: token, data });
  }
  for (const key of ended.enrollment_keys)
    emit({ type: 'hub_enrollment_key.revoked', subject_type: 'hub_enrollment_key', subject_id: key });
  tellHubsEnded(work, ended.hubs);
  for (const endpoint of isAllEnded ? await endLivesOn(tx, id) : [])
    emit({
      type: 'webhook_endpoint.disabled',
      subject_type: 'webhook_endpoint',
      subject_id: endpoint,
      data: { endpoint_id: endpoint, reason: tokenRevoked },
    });
  return { id };
};
