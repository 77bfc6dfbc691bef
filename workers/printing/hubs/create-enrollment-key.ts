/**
 * Creates a key that can only enroll hubs, until it expires or is revoked. It never outlives the token it is made with,
 * and enrolls nothing once one of its makers has left.
 */
import { insertEnrollmentKey } from '../../../db/printing/hubs.write.ts';
import { makingAccess } from '../../../db/tenancy/makers.ts';
import { invalid } from '../../../domain/refusal.ts';
import { assertOutlived } from '../../../domain/tenancy/delegation.ts';
import type { hubCommands } from '../../../queues/printing/hubs.ts';
import type { Handler } from '../../engine/handler.ts';

// Long enough to walk from desk to desk, short enough to be of little use to whoever finds it later.
const keyLifeMs = 7 * 24 * 3600 * 1000;

export const createEnrollmentKey: Handler<typeof hubCommands.createEnrollmentKey> = async (work, input) => {
  const { tx, actor, acceptedAt, emit } = work;
  const { id, key_hash: hash, expires_at: given, ...words } = input;
  const { expires_at: makerEnds, makers } = await makingAccess(tx, actor);
  const usual = Math.min(acceptedAt.getTime() + keyLifeMs, makerEnds?.getTime() ?? Infinity);
  const expiresAt = given === undefined ? new Date(usual) : new Date(given);
  if (expiresAt <= acceptedAt) throw invalid('expires_at', 'past', 'expires_at must lie in the future');
  assertOutlived(makerEnds, expiresAt, 'An enrollment key');
  await insertEnrollmentKey(tx, {
    ...words,
    ...makers,
    id,
    expires_at: expiresAt,
    key_hash: Buffer.from(hash, 'hex'),
  });
  emit({ type: 'hub_enrollment_key.created', subject_type: 'hub_enrollment_key', subject_id: id });
  return { id };
};
