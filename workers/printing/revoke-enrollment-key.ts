/** Revokes an enrolment key. Revoking again answers the same; the hubs enrolled with it stay. */
import { execute, row } from '../../db/database.ts';
import { notFound } from '../../domain/refusals.ts';
import type { hubCommands } from '../../queues/printing/hubs.ts';
import type { Handler } from '../handler.ts';
import { sql } from '../../db/sql-text.ts';

export const revokeEnrollmentKey: Handler<typeof hubCommands.revokeEnrollmentKey> = async (
  work,
  { key_id: id },
) => {
  const { tx, organizationId, emit } = work;
  const key = await row<{ revoked_at: Date | null }>(
    tx,
    sql`select revoked_at from hub_enrollment_keys where organization_id = ${organizationId} and id = ${id} for no key update`,
  );
  if (!key) throw notFound('enrolment key');
  if (!key.revoked_at) {
    await execute(
      tx,
      sql`update hub_enrollment_keys set revoked_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
    );
    emit({ type: 'hub_enrollment_key.revoked', subject_type: 'hub_enrollment_key', subject_id: id });
  }
  return { id };
};
