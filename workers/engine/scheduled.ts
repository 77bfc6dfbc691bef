/** What a schedule asks for: commands like any other, by an actor without a token that works for every merchant. */
import type { Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { tellingRefusals } from '../../db/sql-errors.ts';
import { withoutAway } from '../../domain/tenancy/organization-away.ts';
import { newId } from '../../domain/new-id.ts';
import type { Actor } from '../../queues/engine/accepted-command.ts';
import type { AnyCommand, InputOf } from '../../queues/engine/define-command.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { dispatchesOf } from './follow-ups.ts';

export function scheduleActor(task: string): Actor {
  return {
    token_id: null,
    member_id: null,
    name: `schedule: ${task}`,
    permissions: [],
    merchant_id: null,
    ip: null,
    request_id: 'schedule',
  };
}

export interface Scheduling {
  database: Database;
  producer: Pick<Producer, 'dispatch'>;
}

export interface Due<C> {
  organization_id: string;
  input: InputOf<C>;
}

/** Has a command carried out for each that is due, under the name of the `task`. */
export async function submitDue<C extends AnyCommand>(
  { database, producer }: Scheduling,
  task: string,
  { name, runs: queue }: C,
  due: readonly Due<C>[],
): Promise<void> {
  if (due.length === 0) return;
  const actor = scheduleActor(task);
  const commands = due.map((one) => ({ id: newId(), ...one, name, queue, actor }));
  // Who is away is asked where they are now.
  const accept = async (here: readonly (typeof commands)[number][]): Promise<void> => {
    await tellingRefusals(acceptCommands(database, here, true));
    await producer.dispatch(dispatchesOf(here));
  };
  await withoutAway(
    commands,
    (one) => one.organization_id,
    () => {},
    accept,
  );
}
