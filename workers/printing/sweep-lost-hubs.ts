/** Every minute: submits the failing of jobs whose hub has gone silent, as one audited command per organization. */
import { organizationsWithLostJobs } from '../../db/printing/print-jobs.read.ts';
import { hubLostMinutes, printingMinutesMax } from '../../domain/printing/print-job-states.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: the command's own update is conditional. */
export async function sweepLostHubs(parts: Scheduling): Promise<void> {
  const organizations = await organizationsWithLostJobs(parts.database, {
    minutes: hubLostMinutes,
    printing_minutes: printingMinutesMax,
  });
  const due = organizations.map((organization_id) => ({ organization_id, input: {} }));
  await submitDue(parts, 'lost hubs', printJobCommands.failLostJobs, due);
}
