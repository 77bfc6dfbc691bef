/** Every quarter of an hour: expires the returns whose last day is past and of which nothing came. */
import type { Logger } from 'pino';
import { readTenant } from '../../db/database.ts';
import { organizationsWithOverdueReturns, overdueReturns } from '../../db/returns/overdue-returns.read.ts';
import { returnCommands } from '../../queues/returns/returns.ts';
import { eachOrganization } from '../engine/each-organization.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: an expired return is not expired again. */
export async function expireReturns(parts: Scheduling & { log: Pick<Logger, 'warn'> }): Promise<void> {
  const { database, log } = parts;
  const failed = 'the returns of an organization could not be expired and will be';
  await eachOrganization(
    await organizationsWithOverdueReturns(database),
    { log, failed },
    async (organizationId) => {
      const overdue = await readTenant(database, { organizationId }, overdueReturns);
      const due = overdue.map(({ id }) => ({ organization_id: organizationId, input: { return_id: id } }));
      await submitDue(parts, 'expired returns', returnCommands.expireReturn, due);
    },
  );
}
