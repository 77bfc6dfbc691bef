/** Revokes an access token. Revoking it again gives the same answer. */
import { endToken, lockToken } from '../../db/tenancy/tokens.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../handler.ts';

export const revokeToken: Handler<typeof tenancyCommands.revokeToken> = async (
  { tx, organizationId, emit },
  { token_id: id },
) => {
  const token = await lockToken(tx, organizationId, id);
  if (!token) throw notFound('access token');
  if (!token.revoked_at) {
    await endToken(tx, organizationId, id);
    emit({ type: 'token.revoked', subject_type: 'token', subject_id: id });
  }
  return { id };
};
