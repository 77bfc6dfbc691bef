/** The handler of every command, by the command's name. An incomplete map for a noun does not compile. */
import type { AnyCommand } from '../queues/engine/define-command.ts';
import { commandsByNoun } from '../queues/commands.ts';
import type { AnyHandler, HandlersOf } from './engine/handler.ts';
import { tenancyHandlers } from './tenancy/handlers.ts';
import { catalogHandlers } from './catalog/handlers.ts';
import { inventoryHandlers } from './inventory/handlers.ts';
import { countingHandlers } from './counting/handlers.ts';
import { importsHandlers } from './imports/handlers.ts';
import { receivingHandlers } from './receiving/handlers.ts';
import { pickingHandlers } from './picking/handlers.ts';
import { shippingHandlers } from './shipping/handlers.ts';
import { movesHandlers } from './moves/handlers.ts';
import { parcelsHandlers } from './parcels/handlers.ts';
import { tasksHandlers } from './tasks/handlers.ts';
import { ordersHandlers } from './orders/handlers.ts';
import { printingHandlers } from './printing/handlers.ts';
import { journalHandlers } from './journal/handlers.ts';
import { documentsHandlers } from './documents/handlers.ts';
import { ratesHandlers } from './rates/handlers.ts';
import { billingHandlers } from './billing/handlers.ts';
import { monthEndHandlers } from './month-end/handlers.ts';
import { yardHandlers } from './yard/handlers.ts';
import { transportHandlers } from './transport/handlers.ts';
import { drayageHandlers } from './drayage/handlers.ts';
import { purchaseHandlers } from './purchase/handlers.ts';
import { qualityHandlers } from './quality/handlers.ts';
import { returnsHandlers } from './returns/handlers.ts';
import { vendorReturnsHandlers } from './vendor-returns/handlers.ts';
import { transfersHandlers } from './transfers/handlers.ts';
import { integrationHandlers } from './integration/handlers.ts';
import { channelsHandlers } from './channels/handlers.ts';
import { webhooksHandlers } from './webhooks/handlers.ts';

const handlersByNoun: {
  [N in keyof typeof commandsByNoun]: HandlersOf<(typeof commandsByNoun)[N]>;
} = {
  tenancy: tenancyHandlers,
  catalog: catalogHandlers,
  inventory: inventoryHandlers,
  counting: countingHandlers,
  imports: importsHandlers,
  receiving: receivingHandlers,
  picking: pickingHandlers,
  shipping: shippingHandlers,
  moves: movesHandlers,
  parcels: parcelsHandlers,
  tasks: tasksHandlers,
  orders: ordersHandlers,
  printing: printingHandlers,
  journal: journalHandlers,
  documents: documentsHandlers,
  rates: ratesHandlers,
  billing: billingHandlers,
  'month-end': monthEndHandlers,
  yard: yardHandlers,
  transport: transportHandlers,
  integration: integrationHandlers,
  purchase: purchaseHandlers,
  returns: returnsHandlers,
  transfers: transfersHandlers,
  'vendor-returns': vendorReturnsHandlers,
  quality: qualityHandlers,
  drayage: drayageHandlers,
  webhooks: webhooksHandlers,
  channels: channelsHandlers,
};

export const handlersByName: ReadonlyMap<string, AnyHandler> = new Map(
  Object.entries(commandsByNoun).flatMap(([noun, commands]) =>
    Object.entries(commands as Record<string, AnyCommand>).map(([key, command]) => {
      const handlers = handlersByNoun[noun as keyof typeof handlersByNoun] as Record<string, any>;
      return [command.name, runOf(command, handlers[key])] as const;
    }),
  ),
);

function runOf(command: AnyCommand, handler: any): AnyHandler {
  if (command.together) return { many: handler };
  return typeof handler === 'function' ? { one: handler } : { asks: handler };
}
