/** Runs the same commands as the API, for what the program itself sets up. */
import type { Database } from '../db/database.ts';
import { newId } from '../domain/new-id.ts';
import { permissions } from '../domain/permissions.ts';
import { commandsByName } from '../queues/commands.ts';
import type { AnyCommand, InputOf, ResultOf } from '../queues/engine/define-command.ts';
import { handlersByName } from '../workers/handlers.ts';
import { inlineRunner } from '../workers/engine/run-inline.ts';

type RunCommand = <C extends AnyCommand>(command: C, input: InputOf<C>) => Promise<ResultOf<C>>;

/** Runs inline commands of an organization as the installation's operator, with every permission; throws if refused. */
export function runAsOperator(database: Database, organizationId: string): RunCommand {
  const runInline = inlineRunner({
    database,
    commands: commandsByName,
    handlers: handlersByName,
    committed: () => {},
  });
  const actor = {
    token_id: null,
    member_id: null,
    name: 'operator',
    permissions: Object.keys(permissions),
    merchant_id: null,
    ip: null,
    request_id: 'operator',
  };
  return async (command, input) => {
    const [end] = await runInline([{ command, input, organizationId, actor, commandId: newId() }]);
    if ('fault' in end!) throw end.fault;
    const { outcome } = end!;
    if (outcome === 'key_taken' || outcome.state !== 'done')
      throw new Error(`${command.name} was refused: ${JSON.stringify(outcome)}`);
    return outcome.result as never;
  };
}
