/** Revokes an access token. Revoking again answers the same. */
import { notFound } from '../../domain/refusals.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';

export const revokeToken: Handler<typeof tenancyCommands.revokeToken> = async (
  { tx, organizationId, emit },
  { token_id: id },
) => {
  const token = await tx('access_tokens')
    .where({ organization_id: organizationId, id })
    .forUpdate()
    .first('revoked_at');
  if (!token) throw notFound('access token');
  if (!token.revoked_at) {
    await execute(
      tx,
      sql`update access_tokens set revoked_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
    );
    emit({ type: 'token.revoked', subject_type: 'token', subject_id: id });
  }
  return { id };
};
