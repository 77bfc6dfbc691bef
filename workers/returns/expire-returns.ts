/** Every quarter of an hour: expires the returns whose last day is past and of which nothing came. */
import { readTenant, type Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { organizationsWithOverdueReturns, overdueReturns } from '../../db/returns/overdue-returns.read.ts';
import { newId } from '../../domain/new-id.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { returnCommands } from '../../queues/returns/returns.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/schedule-actor.ts';

/** Safe in several processes at once: an expired return is not expired again. */
export async function expireReturns({
  database,
  producer,
}: {
  database: Database;
  producer: Pick<Producer, 'dispatch'>;
}): Promise<void> {
  const { name, runs: queue } = returnCommands.expireReturn;
  const actor = scheduleActor('expired returns');
  for (const organizationId of await organizationsWithOverdueReturns(database)) {
    const overdue = await readTenant(database, { organizationId }, overdueReturns);
    if (overdue.length === 0) continue;
    const commands = overdue.map(({ id }) => ({
      id: newId(),
      organization_id: organizationId,
      name,
      queue,
      input: { return_id: id },
      actor,
    }));
    await acceptCommands(database, commands, true);
    await producer.dispatch(dispatchesOf(commands));
  }
}
