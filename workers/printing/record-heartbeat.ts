/**
 * A hub's heartbeat, every half minute from every hub. It writes its rows directly and is not a command, because there
 * is nothing to carry out once, to audit or to recover. A printer that did not answer keeps its last_seen_at, and so is
 * offline within two minutes.
 */
import { inTenant, type Database } from '../../db/database.ts';
import { recordSightings } from '../../db/printing/devices.write.ts';
import { touchHub } from '../../db/printing/hubs.write.ts';
import { Refusal } from '../../domain/refusal.ts';

/** Refuses 403 HUB_REVOKED, in which case nothing is written. The hub's row is locked before its printers'. */
export function recordHeartbeat(
  database: Database,
  hub: { id: string; organization_id: string },
  devices: Parameters<typeof recordSightings>[2],
): Promise<void> {
  const { id, organization_id: organizationId } = hub;
  return inTenant(database, { organizationId }, async (tx) => {
    const [isLive] = await Promise.all([touchHub(tx, id), recordSightings(tx, id, devices)]);
    // The revocation notice may never have reached the node that holds the link: this ends it.
    if (!isLive) throw new Refusal('HUB_REVOKED', 'This hub is revoked.');
  });
}
