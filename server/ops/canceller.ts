import type { CommandAction } from '../../api/ops/stuck.ts';
import type { Database } from '../../db/database.ts';
import { putAsideFailedCommands } from '../../db/engine/command-reruns.write.ts';
import type { Announcer } from '../../queues/engine/outcomes.ts';
import { recordFailure, type RunnerDeps } from '../../workers/engine/run-command.ts';

/**
 * Gives up on an open command: its caller is told that it failed, and the command's give-up action cleans up. If a
 * worker is running it right now, the lock on its row decides: whoever is first wins.
 */
export function canceller(runner: RunnerDeps, announcer: Announcer): CommandAction {
  return async ({ organization_id: organizationId, command_id: commandId }, operator) => {
    const outcome = await recordFailure(runner, organizationId, commandId, 'Cancelled by an operator.');
    if (!outcome) return false;
    announcer.announce({ command_id: commandId, state: outcome.state, outcome });
    await putAsideFailedCommands(runner.database, organizationId, [commandId], operator);
    return true;
  };
}

/** Puts a failed command aside: it is no longer shown as stuck or counted. */
export function putAside(database: Database): CommandAction {
  return async ({ organization_id: organizationId, command_id: commandId }, operator) =>
    (await putAsideFailedCommands(database, organizationId, [commandId], operator)) > 0;
}
