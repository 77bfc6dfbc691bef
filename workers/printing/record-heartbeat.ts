/** A hub's heartbeat. A printer that did not answer keeps its last_seen_at, so it is offline in two minutes. */
import { recordSightings } from '../../db/printing/devices.write.ts';
import { touchHub } from '../../db/printing/hubs.write.ts';
import type { deviceCommands } from '../../queues/printing/devices.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof deviceCommands.recordHeartbeat> = async ({ tx, organizationId }, input) => {
  await touchHub(tx, organizationId, input.hub_id);
  return { seen: await recordSightings(tx, organizationId, input.hub_id, input.devices) };
};
