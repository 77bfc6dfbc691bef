/**
 * Creates an access token. Nobody grants permissions they do not hold, or for longer than they hold them: a token can
 * never widen or outlive itself. What a person makes works only while they are an active member; what a token makes is
 * revoked with it.
 */
import { makingAccess } from '../../db/tenancy/makers.ts';
import { storeToken } from '../../db/tenancy/tokens.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { assertHeld, assertOutlived } from '../../domain/tenancy/delegation.ts';
import { expandPermissions } from '../../domain/permissions.ts';
import type { Permission } from '../../domain/permissions.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../engine/handler.ts';

export const createToken: Handler<typeof tenancyCommands.createToken> = async (
  { tx, actor, emit, acceptedAt },
  input,
) => {
  const { roles, permissions: named, token_hash: hash, id, ...rest } = input;
  const permissions = expandPermissions(roles, named as Permission[]);
  assertHeld(actor, permissions, 'A token cannot grant what its maker lacks');
  const { expires_at: makerEnds, makers } = await makingAccess(tx, actor);
  if (rest.expires_at && new Date(rest.expires_at) <= acceptedAt) {
    throw invalid('expires_at', 'past', 'expires_at must be in the future');
  }
  assertOutlived(makerEnds, rest.expires_at ? new Date(rest.expires_at) : null, 'A token');
  if (actor.merchant_id && rest.merchant_id !== actor.merchant_id) {
    throw new Refusal('FORBIDDEN', "A merchant's token can only make tokens of the same merchant.");
  }
  if (rest.member_id) await assertReference(tx, 'members', rest.member_id, 'member_id');
  await storeToken(tx, {
    ...rest,
    ...makers,
    id,
    permissions,
    token_hash: Buffer.from(hash, 'hex'),
  });
  emit({ type: 'token.created', subject_type: 'token', subject_id: id });
  return { id };
};
