/**
 * Which commands share a job: those of one organization, one name, and one merchant's token (or none), as many as a job
 * may carry.
 */
import { newId } from '../../domain/new-id.ts';
import { lanePolicy } from './policies.ts';

interface Placed {
  organization_id: string;
  name: string;
  /**
   * The merchant of the submitting token: row security applies per transaction, so commands of different merchants
   * never share one.
   */
  merchant_id: string | null;
}

/** Which commands go together, by name. */
export type GoesTogether = (name: string) => boolean;

/** Assigns jobs: each command shares one with earlier commands where it may, and otherwise starts a new one. */
export function formJobs<C extends Placed>(
  commands: readonly C[],
  goesTogether: GoesTogether,
): (C & { job_id: string })[] {
  const filling = new Map<string, { job_id: string; commands: number }>();
  return commands.map((command) => {
    const key = laneOf(command);
    const known = goesTogether(command.name) ? filling.get(key) : undefined;
    const job =
      known && known.commands < lanePolicy.commandsPerJobMax ? known : { job_id: newId(), commands: 0 };
    job.commands += 1;
    filling.set(key, job);
    return { ...command, job_id: job.job_id };
  });
}

/** The lane of a command: those that may share a transaction. */
export function laneOf({ organization_id, name, merchant_id }: Placed): string {
  return `${organization_id}/${name}/${merchant_id ?? ''}`;
}
