/** Every quarter of an hour: tells of lots that expire, and puts those that have expired on hold. */
import type { Logger } from 'pino';
import { readTenant } from '../../db/database.ts';
import { lotsToExpire } from '../../db/inventory/lots/expiring-lots.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { lotHoldCommands } from '../../queues/inventory/lot-holds.ts';
import { eachOrganization } from '../engine/each-organization.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: what was told of a lot is not told again. */
export async function scheduleExpiry(parts: Scheduling & { log: Pick<Logger, 'warn'> }): Promise<void> {
  const { database, log } = parts;
  const failed = 'the lots of an organization that expire could not be followed and will be';
  await eachOrganization(await organizationIds(database), { log, failed }, async (organizationId) => {
    const lots = await readTenant(database, { organizationId }, lotsToExpire);
    const due = lots.map((input) => ({ organization_id: organizationId, input }));
    await submitDue(parts, 'expiring lots', lotHoldCommands.followExpiry, due);
  });
}
