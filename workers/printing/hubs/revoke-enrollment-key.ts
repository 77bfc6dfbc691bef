/** Revokes an enrollment key. Revoking it again gives the same answer; the hubs it enrolled stay. */
import { endEnrollmentKey, lockEnrollmentKey } from '../../../db/printing/hubs.write.ts';
import { notFound } from '../../../domain/refusal.ts';
import type { hubCommands } from '../../../queues/printing/hubs.ts';
import type { Handler } from '../../engine/handler.ts';

export const revokeEnrollmentKey: Handler<typeof hubCommands.revokeEnrollmentKey> = async (
  work,
  { key_id: id },
) => {
  const { tx, emit } = work;
  const key = await lockEnrollmentKey(tx, id);
  if (!key) throw notFound('enrollment key');
  if (!key.revoked_at) {
    await endEnrollmentKey(tx, id);
    emit({ type: 'hub_enrollment_key.revoked', subject_type: 'hub_enrollment_key', subject_id: id });
  }
  return { id };
};
