/** Every minute: submits the failing of jobs whose hub has gone silent, as one audited command per organization. */
import type { Database } from '../../db/database.ts';
import { organizationsWithLostJobs } from '../../db/printing/print-jobs.read.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { newId } from '../../domain/new-id.ts';
import { hubLostMinutes, printingMinutesMax } from '../../domain/printing/print-job-states.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';

const actor = {
  token_id: null,
  member_id: null,
  name: 'schedule: lost hubs',
  permissions: [],
  merchant_id: null,
  ip: null,
  request_id: 'schedule',
};

/** Safe in several processes at once: the command's own update is conditional. */
export async function sweepLostHubs({
  database,
  producer,
}: {
  database: Database;
  producer: Producer;
}): Promise<void> {
  const organizations = await organizationsWithLostJobs(database, {
    minutes: hubLostMinutes,
    printing_minutes: printingMinutesMax,
  });
  if (organizations.length === 0) return;
  const { name } = printJobCommands.failLostJobs;
  const commands = organizations.map((organization_id) => ({
    id: newId(),
    organization_id,
    name,
    queue: 'print-dispatch',
    input: {},
    actor,
  }));
  await acceptCommands(database, commands, true);
  await producer.dispatch(dispatchesOf(commands));
}
