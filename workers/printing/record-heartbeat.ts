/** A hub's heartbeat. A printer that did not answer keeps its last_seen_at, so it is offline in two minutes. */
import { recordSightings } from '../../db/printing/devices.write.ts';
import { touchHub } from '../../db/printing/hubs.write.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { deviceCommands } from '../../queues/printing/devices.ts';
import type { Handler } from '../handler.ts';

export const recordHeartbeat: Handler<typeof deviceCommands.recordHeartbeat> = async (
  { tx, organizationId },
  input,
) => {
  const [isLive, seen] = await Promise.all([
    touchHub(tx, organizationId, input.hub_id),
    recordSightings(tx, organizationId, input.hub_id, input.devices),
  ]);
  // The word of the revocation may have been lost on its way to the node that holds the link: here it ends.
  if (!isLive) throw new Refusal('HUB_REVOKED', 'This hub is revoked.');
  return { seen };
};
