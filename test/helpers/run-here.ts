/** Runs a command as a schedule asks for it and a worker runs it, over connections of this process. */
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { newId } from '../../domain/new-id.ts';
import { commandsByName } from '../../queues/commands.ts';
import { runJob } from '../../workers/engine/run-job.ts';
import { scheduleActor } from '../../workers/engine/scheduled.ts';
import { handlersByName } from '../../workers/handlers.ts';
import type { Platform } from './join-platform.ts';

export async function runHere(
  { database, standard, owner }: Pick<Platform, 'database' | 'standard' | 'owner'>,
  name: string,
  input: object,
  {
    aheadMinutes = 0,
  }: { /** By how much the clock that dates what is accepted is fast. */ aheadMinutes?: number } = {},
): Promise<{ state: string; result: any; outcome: any }> {
  const { runs: queue } = commandsByName.get(name)!;
  const command = {
    id: newId(),
    organization_id: standard.id,
    name,
    queue,
    input,
    actor: scheduleActor('a test'),
  };
  await acceptCommands(database, [command], true);
  if (aheadMinutes > 0)
    await owner.query(`update commands set created_at = now() + make_interval(mins => $2) where id = $1`, [
      command.id,
      aheadMinutes,
    ]);
  const parts = { database, commands: commandsByName, handlers: handlersByName, committed: () => {} };
  await runJob(parts, standard.id, [command.id], () => {});
  const { rows } = await owner.query(
    `select state, outcome, outcome->'result' as result from commands where id = $1`,
    [command.id],
  );
  return rows[0];
}
