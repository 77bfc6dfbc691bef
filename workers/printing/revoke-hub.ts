/**
 * Revokes a hub at once: its claims are refused from this commit on, and its link is closed on whichever node holds it.
 * Labels waiting for one of its printers as the default go to the default there is now.
 */
import { lockDefaults } from '../../db/printing/devices.write.ts';
import { endHub, lockHub, removeDevices } from '../../db/printing/hubs.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { hubCommands } from '../../queues/printing/hubs.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';

export const revokeHub: Handler<typeof hubCommands.revokeHub> = async (work, { hub_id: id }) => {
  const { tx, organizationId, emit, enqueue, signal } = work;
  await lockDefaults(tx, organizationId);
  const hub = await lockHub(tx, organizationId, id);
  if (!hub) throw notFound('hub');
  if (!hub.revoked_at) {
    await endHub(tx, organizationId, id);
    await removeDevices(tx, organizationId, id);
    emit({ type: 'hub.revoked', subject_type: 'hub', subject_id: id });
    enqueue(printJobCommands.dispatchWaiting, {});
  }
  signal({ kind: 'hub', hub_id: id, note: { kind: 'revoked' } });
  return { id };
};
