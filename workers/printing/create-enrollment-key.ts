/** Creates a key that can only enroll hubs, until it expires, is revoked or its maker leaves. */
import { insertEnrollmentKey } from '../../db/printing/hubs.write.ts';
import { makingAccess } from '../../db/tenancy/makers.ts';
import { invalid } from '../../domain/refusals.ts';
import type { hubCommands } from '../../queues/printing/hubs.ts';
import type { Handler } from '../handler.ts';

export const createEnrollmentKey: Handler<typeof hubCommands.createEnrollmentKey> = async (work, input) => {
  const { tx, organizationId, actor, acceptedAt, emit } = work;
  const { id, key_hash: hash, expires_at: expiresAt, ...words } = input;
  if (new Date(expiresAt) <= acceptedAt)
    throw invalid('expires_at', 'past', 'expires_at must lie in the future');
  const { made_by } = await makingAccess(tx, organizationId, actor);
  await insertEnrollmentKey(tx, organizationId, {
    ...words,
    id,
    made_by,
    expires_at: expiresAt,
    key_hash: Buffer.from(hash, 'hex'),
  });
  emit({ type: 'hub_enrollment_key.created', subject_type: 'hub_enrollment_key', subject_id: id });
  return { id };
};
