/**
 * Revokes a hub at once: its claims are refused from this commit on, and its link is closed on whichever node holds it.
 * Labels waiting for one of its printers as the default go to the default there is now.
 */
import { lockDefaults } from '../../../db/printing/devices.write.ts';
import { lockHub } from '../../../db/printing/hubs.write.ts';
import { endHubs } from '../../../db/printing/made-with.write.ts';
import { notFound } from '../../../domain/refusal.ts';
import type { hubCommands } from '../../../queues/printing/hubs.ts';
import type { Handler } from '../../engine/handler.ts';
import { tellHubsEnded } from './tell-hubs-ended.ts';

export const revokeHub: Handler<typeof hubCommands.revokeHub> = async (work, { hub_id: id }) => {
  const { tx } = work;
  await lockDefaults(tx);
  const hub = await lockHub(tx, id);
  if (!hub) throw notFound('hub');
  if (hub.revoked_at) return { id };
  await endHubs(tx, [id]);
  tellHubsEnded(work, [id]);
  return { id };
};
