/** Every quarter of an hour: expires the returns whose last day is past and of which nothing came. */
import { readTenant } from '../../db/database.ts';
import { organizationsWithOverdueReturns, overdueReturns } from '../../db/returns/overdue-returns.read.ts';
import { returnCommands } from '../../queues/returns/returns.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: an expired return is not expired again. */
export async function expireReturns(parts: Scheduling): Promise<void> {
  for (const organization_id of await organizationsWithOverdueReturns(parts.database)) {
    const overdue = await readTenant(parts.database, { organizationId: organization_id }, overdueReturns);
    const due = overdue.map(({ id }) => ({ organization_id, input: { return_id: id } }));
    await submitDue(parts, 'expired returns', returnCommands.expireReturn, due);
  }
}
