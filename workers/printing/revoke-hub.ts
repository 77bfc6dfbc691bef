/** Revokes a hub at once: its claims are refused from this commit on, and its link is closed wherever it is. */
import { execute, row } from '../../db/database.ts';
import { lockDefaults } from '../../db/printing/devices.write.ts';
import { removeDevices } from '../../db/printing/hubs.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { hubCommands } from '../../queues/printing/hubs.ts';
import type { Handler } from '../handler.ts';
import { sql } from '../../db/sql-text.ts';

export const revokeHub: Handler<typeof hubCommands.revokeHub> = async (work, { hub_id: id }) => {
  const { tx, organizationId, emit, signal } = work;
  await lockDefaults(tx, organizationId);
  const hub = await row<{ revoked_at: Date | null }>(
    tx,
    sql`select revoked_at from hubs where organization_id = ${organizationId} and id = ${id} for no key update`,
  );
  if (!hub) throw notFound('hub');
  if (!hub.revoked_at) {
    await execute(
      tx,
      sql`update hubs set revoked_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
    );
    await removeDevices(tx, organizationId, id);
    emit({ type: 'hub.revoked', subject_type: 'hub', subject_id: id });
  }
  signal({ kind: 'hub', hub_id: id, note: { kind: 'revoked' } });
  return { id };
};
