/** The handler of every command, by the command's name. Each area's map is complete or it does not compile. */
import type { AnyCommand } from '../queues/define-command.ts';
import { commandsByArea } from '../queues/commands.ts';
import { accountingHandlers } from './accounting/handlers.ts';
import type { Handler } from './handler.ts';
import { integrationHandlers } from './integration/handlers.ts';
import { omsHandlers } from './oms/handlers.ts';
import { printingHandlers } from './printing/handlers.ts';
import { tenancyHandlers } from './tenancy/handlers.ts';
import { wmsHandlers } from './wms/handlers.ts';

const handlersByArea: {
  [A in keyof typeof commandsByArea]: Record<keyof (typeof commandsByArea)[A], Handler<any>>;
} = {
  tenancy: tenancyHandlers,
  wms: wmsHandlers,
  oms: omsHandlers,
  printing: printingHandlers,
  accounting: accountingHandlers,
  integration: integrationHandlers,
};

export const handlersByName: ReadonlyMap<string, Handler<any>> = new Map(
  Object.entries(commandsByArea).flatMap(([area, commands]) =>
    Object.entries(commands as Record<string, AnyCommand>).map(([key, command]) => {
      const handlers = handlersByArea[area as keyof typeof handlersByArea] as Record<string, Handler<any>>;
      return [command.name, handlers[key]!] as const;
    }),
  ),
);
