/** The registry of commands, by noun and by name. Two commands with the same name fail at startup. */
import type { AnyCommand } from './engine/define-command.ts';
import { billingCommands } from './billing/billing.ts';
import { catalogCommands } from './catalog/master-data.ts';
import { channelCommands } from './channels/channels.ts';
import { countPlanCommands } from './counting/count-plans.ts';
import { countCommands } from './counting/counts.ts';
import { billCommands } from './documents/bills.ts';
import { invoiceCommands } from './documents/invoices.ts';
import { paymentCommands } from './documents/payments.ts';
import { taxRateCommands } from './documents/tax-rates.ts';
import { drayageCommands } from './drayage/drayage.ts';
import { importCommands } from './imports/imports.ts';
import { integrationCommands } from './integration/commands.ts';
import { inventoryCommands } from './inventory/inventory.ts';
import { lotHoldCommands } from './inventory/lot-holds.ts';
import { plateCommands } from './inventory/plates.ts';
import { accountCommands } from './journal/accounts.ts';
import { journalCommands } from './journal/journal.ts';
import { plannedMoveCommands } from './moves/moves.ts';
import { putawayCommands } from './moves/putaway.ts';
import { replenishmentCommands } from './moves/replenishment.ts';
import { slottingCommands } from './moves/slotting.ts';
import { carrierRuleCommands } from './parcels/carrier-rules.ts';
import { customsCommands } from './parcels/customs.ts';
import { manifestCommands } from './parcels/manifests.ts';
import { parcelCommands } from './parcels/parcels.ts';
import { rateCommands as parcelRateCommands } from './parcels/rates.ts';
import { monthEndCommands } from './month-end/month-end.ts';
import { omsInventoryCommands } from './orders/inventory.ts';
import { orderCommands } from './orders/orders.ts';
import { partnerCommands } from './orders/partners.ts';
import { packingCommands } from './picking/packing.ts';
import { pickJobCommands } from './picking/pick-jobs.ts';
import { pickingCommands } from './picking/picking.ts';
import { waveTemplateCommands } from './picking/wave-templates.ts';
import { waveCommands } from './picking/waves.ts';
import { printingCommands } from './printing/commands.ts';
import { asnCommands } from './purchase/asns.ts';
import { matchCommands } from './purchase/matches.ts';
import { purchaseOrderCommands } from './purchase/orders.ts';
import { qualityCommands } from './quality/quality.ts';
import { rateCommands } from './rates/rates.ts';
import { receiptCommands } from './receiving/receipts.ts';
import { receivingTaskCommands } from './receiving/receiving-tasks.ts';
import { inspectionPhotoCommands } from './returns/inspection-photos.ts';
import { returnLabelCommands } from './returns/return-labels.ts';
import { returnRuleCommands } from './returns/return-rules.ts';
import { returnCommands } from './returns/returns.ts';
import { vendorReturnCommands } from './vendor-returns/vendor-returns.ts';
import { transferCommands } from './transfers/transfers.ts';
import { loadCommands, paperCommands } from './shipping/loads.ts';
import { shipmentCommands } from './shipping/shipments.ts';
import { webhookCommands } from './webhooks/webhooks.ts';
import { workCommands } from './tasks/work.ts';
import { tenancyCommands } from './tenancy/commands.ts';
import { paperSettingsCommands } from './tenancy/paper-settings.ts';
import { carrierInvoiceCommands } from './transport/carrier-invoices.ts';
import { transportCommands } from './transport/transport.ts';
import { appointmentCommands, gateCommands, moveCommands } from './yard/appointments.ts';
import { recurringSlotCommands, spotCommands } from './yard/spots.ts';

export const commandsByNoun = {
  tenancy: { ...tenancyCommands, ...paperSettingsCommands },
  catalog: catalogCommands,
  inventory: { ...inventoryCommands, ...lotHoldCommands, ...plateCommands },
  counting: { ...countCommands, ...countPlanCommands },
  imports: importCommands,
  receiving: { ...receiptCommands, ...receivingTaskCommands },
  picking: {
    ...waveCommands,
    ...waveTemplateCommands,
    ...pickingCommands,
    ...pickJobCommands,
    ...packingCommands,
  },
  shipping: { ...shipmentCommands, ...loadCommands, ...paperCommands },
  moves: { ...plannedMoveCommands, ...putawayCommands, ...replenishmentCommands, ...slottingCommands },
  parcels: {
    ...parcelCommands,
    ...parcelRateCommands,
    ...carrierRuleCommands,
    ...customsCommands,
    ...manifestCommands,
  },
  tasks: workCommands,
  orders: { ...partnerCommands, ...orderCommands, ...omsInventoryCommands },
  printing: printingCommands,
  journal: { ...accountCommands, ...journalCommands },
  documents: { ...invoiceCommands, ...billCommands, ...paymentCommands, ...taxRateCommands },
  rates: rateCommands,
  billing: billingCommands,
  'month-end': monthEndCommands,
  yard: {
    ...spotCommands,
    ...recurringSlotCommands,
    ...appointmentCommands,
    ...gateCommands,
    ...moveCommands,
  },
  transport: { ...transportCommands, ...carrierInvoiceCommands },
  integration: integrationCommands,
  purchase: { ...purchaseOrderCommands, ...asnCommands, ...matchCommands },
  transfers: transferCommands,
  returns: { ...returnCommands, ...returnLabelCommands, ...returnRuleCommands, ...inspectionPhotoCommands },
  'vendor-returns': vendorReturnCommands,
  quality: qualityCommands,
  drayage: drayageCommands,
  webhooks: webhookCommands,
  channels: channelCommands,
} as const;

export const commandsByName: ReadonlyMap<string, AnyCommand> = index();

/** Whether commands of this name share jobs and transactions. */
export function goesTogether(name: string): boolean {
  return commandsByName.get(name)?.together === true;
}

function index(): Map<string, AnyCommand> {
  const byName = new Map<string, AnyCommand>();
  for (const noun of Object.values(commandsByNoun)) {
    for (const command of Object.values(noun) as AnyCommand[]) {
      if (byName.has(command.name)) throw new Error(`Two commands are named ${command.name}.`);
      byName.set(command.name, command);
    }
  }
  return byName;
}
