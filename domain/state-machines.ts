/**
 * Every state machine, by the kind of record it belongs to. One test walks each action of each machine in each state,
 * so a new machine has to be listed here.
 */
import { billingRunStates } from './billing/billing-run-states.ts';
import { countStates } from './counting/count-states.ts';
import { billStates, invoiceStates } from './documents/document-states.ts';
import { connectionStates, eventStates, flowStates, runStates } from './integration/event-states.ts';
import { importStates } from './imports/import-states.ts';
import { lpnStates } from './inventory/lpn-states.ts';
import { plannedMoveStates } from './moves/planned-move-states.ts';
import { labelStates } from './parcels/label-states.ts';
import { orderMirror, orderStates } from './orders/order-states.ts';
import { pickJobStates } from './picking/pick-job-states.ts';
import { pickTaskStates } from './picking/pick-task-states.ts';
import { waveStates } from './picking/wave-states.ts';
import { printJobStates } from './printing/print-job-states.ts';
import { drayageOrderStates } from './drayage/drayage-states.ts';
import { asnStates } from './purchase/asn-states.ts';
import { purchaseOrderStates } from './purchase/order-states.ts';
import { rateSheetStates } from './rates/rate-sheet-states.ts';
import { receiptStates } from './receiving/receipt-states.ts';
import { receivingTaskStates } from './receiving/receiving-task-states.ts';
import { returnStates } from './returns/return-states.ts';
import { loadStates } from './shipping/load-states.ts';
import { putBackTaskStates } from './shipping/put-back-task-states.ts';
import { shipmentStates } from './shipping/shipment-states.ts';
import { transferStates } from './transfers/transfer-states.ts';
import { tenderStates, transportStates } from './transport/transport-states.ts';
import { deliveryStates, endpointStates } from './webhooks/states.ts';
import { appointmentStates } from './yard/appointment-states.ts';
import { moveStates } from './yard/move-states.ts';

export const stateMachines = {
  inbound_receipt: receiptStates,
  receiving_task: receivingTaskStates,
  lpn: lpnStates,
  count_task: countStates,
  import: importStates,
  wave: waveStates,
  pick_job: pickJobStates,
  pick_task: pickTaskStates,
  wms_shipment: shipmentStates,
  load: loadStates,
  put_back_task: putBackTaskStates,
  planned_move: plannedMoveStates,
  sales_order: orderStates,
  sales_order_mirror: orderMirror,
  print_job: printJobStates,
  invoice: invoiceStates,
  bill: billStates,
  rate_sheet: rateSheetStates,
  billing_run: billingRunStates,
  dock_appointment: appointmentStates,
  yard_move: moveStates,
  label: labelStates,
  transport_order: transportStates,
  tender: tenderStates,
  purchase_order: purchaseOrderStates,
  asn: asnStates,
  return: returnStates,
  transfer: transferStates,
  drayage_order: drayageOrderStates,
  channel_connection: connectionStates,
  flow: flowStates,
  flow_run: runStates,
  inbound_event: eventStates,
  webhook_endpoint: endpointStates,
  webhook_delivery: deliveryStates,
} as const;

export type MachineName = keyof typeof stateMachines;
