/** What the gateway needs from the database, bound to it. */
import type { Database } from '../../db/database.ts';
import { isCommandKept, readKeyUse, readOutcomes } from '../../db/engine/commands.read.ts';
import { acceptCommands, claimKey } from '../../db/engine/commands.write.ts';
import { tellingRefusals } from '../../db/sql-errors.ts';
import type { CommandStore } from '../../queues/engine/gateway.ts';
import type { Outcome } from '../../queues/engine/waiting-room.ts';

export function commandStore(database: Database): CommandStore {
  return {
    accept: (commands, isDurable) => tellingRefusals(acceptCommands(database, commands, isDurable)),
    outcomes: async (keys) =>
      new Map((await readOutcomes(database, keys)).map(({ id, outcome }) => [id, outcome as Outcome])),
    isKept: (organizationId, id) => isCommandKept(database, organizationId, id),
    earlierUse: (organizationId, claim) => readKeyUse(database, organizationId, claim),
    claimKey: (organizationId, claim) => tellingRefusals(claimKey(database, organizationId, claim)),
  };
}
