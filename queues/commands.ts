/** The registry: every command by its name. Two commands of one name do not start. */
import { accountingCommands } from './accounting/commands.ts';
import type { AnyCommand } from './define-command.ts';
import { integrationCommands } from './integration/commands.ts';
import { omsCommands } from './oms/commands.ts';
import { printingCommands } from './printing/commands.ts';
import { tenancyCommands } from './tenancy/commands.ts';
import { wmsCommands } from './wms/commands.ts';

export const commandsByArea = {
  tenancy: tenancyCommands,
  wms: wmsCommands,
  oms: omsCommands,
  printing: printingCommands,
  accounting: accountingCommands,
  integration: integrationCommands,
} as const;

export const commandsByName: ReadonlyMap<string, AnyCommand> = index();

function index(): Map<string, AnyCommand> {
  const byName = new Map<string, AnyCommand>();
  for (const area of Object.values(commandsByArea)) {
    for (const command of Object.values(area) as AnyCommand[]) {
      if (byName.has(command.name)) throw new Error(`Two commands are named ${command.name}.`);
      byName.set(command.name, command);
    }
  }
  return byName;
}
