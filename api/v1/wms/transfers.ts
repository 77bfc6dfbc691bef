/** v1: transfers between warehouses, by SKU. */
import { locationNamed } from '../../../db/named.read.ts';
import {
  findTransfer,
  listTransfers,
  transferSorts,
  type TransferDetail,
  type TransferRow,
} from '../../../db/transfers/transfers.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { missingOutcomes, transferStatuses } from '../../../domain/transfers/transfer-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { receiptCommands } from '../../../queues/receiving/receipts.ts';
import * as s from '../../../queues/schema.ts';
import { transferCommands as commands } from '../../../queues/transfers/transfers.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { present } from '../../http/present.ts';
import { v1Query } from '../../http/query-fields.ts';
import { existing, oneOf } from '../../http/reads.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';
import { receiveBody, receiveInput } from './receive.ts';
import { serialsBody, serialsOfSkus } from './shipments.ts';

const path = '/v1/wms/transfers';

const fields = {
  id: s.uuid(),
  transfer_no: s.freeText(),
  status: s.choice(...transferStatuses),
  merchant_id: s.uuid(),
  from_warehouse_id: s.uuid(),
  from_warehouse_code: s.freeText(),
  to_warehouse_id: s.uuid(),
  to_warehouse_code: s.freeText(),
  shipment_id: s.nullable(s.uuid()),
  shipment_no: s.nullable(s.freeText()),
  receipt_id: s.nullable(s.uuid()),
  receipt_no: s.nullable(s.freeText()),
  ship_mode: s.choice(...shipModes),
  carrier_code: s.nullable(s.freeText()),
  expected_date: s.nullable(s.date()),
  note: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  in_transit_at: s.nullable(s.instant()),
  received_at: s.nullable(s.instant()),
  closed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

const rowView = s.object(fields);
const transferView = s.object({
  ...fields,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      sku: s.freeText(),
      item_id: s.uuid(),
      qty: stockQty(),
      qty_shipped: stockQty(),
      qty_received: stockQty(),
      qty_in_transit: stockQty(),
    }),
  ),
});

const showRow = (row: TransferRow) => present(rowView, row);

const showTransfer = ({ lines, ...row }: TransferDetail) =>
  present(transferView, {
    ...row,
    lines: lines.map((line) => ({
      ...line,
      qty: toJsonNumber(line.qty),
      qty_shipped: toJsonNumber(line.shipped_qty),
      qty_received: toJsonNumber(line.received_qty),
      qty_in_transit: toJsonNumber(line.in_transit_qty),
    })),
  });

const detail = oneOf('transfer', findTransfer, showTransfer);

const createBody = s.object({
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  from_warehouse_id: idOrCode(),
  to_warehouse_id: idOrCode(),
  ship_mode: s.optional(s.choice(...shipModes), 'Default ltl.'),
  carrier_code: s.optional(s.code()),
  expected_date: s.optional(s.date()),
  note: s.optional(s.freeText(2_000)),
  lines: s.list(s.object({ sku: sku(), qty: s.qty({ positive: true }) }), { min: 1, max: 500 }),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { lines, ...given } = await withIds(call, body);
  const skus = lines.map((line) => line.sku);
  const { merchantId, items } = await goodsOf(call, given.merchant_id, skus);
  return {
    ...given,
    merchant_id: merchantId,
    release: true,
    lines: lines.map((line, index) => ({ item_id: items[index]!, qty: line.qty })),
  };
}

const shipBody = s.object({
  tracking_no: s.optional(s.text(100)),
  carrier_code: s.optional(s.code()),
  serials: serialsBody,
});

async function shipInput(call: Call, { serials, ...facts }: s.Infer<typeof shipBody>) {
  const id = call.params['id']!;
  const { lines } = await detail(call, { id });
  return {
    ...facts,
    transfer_id: id,
    ...(serials && { serials: serialsOfSkus(serials, lines, 'transfer') }),
  };
}

/** The count on the transfer's receipt. Refuses 409 TRANSFER_NOT_UNDERWAY as long as it has none. */
async function countInput(call: Call, body: s.Infer<typeof receiveBody>) {
  const found = existing('transfer', await findTransfer(call.tx, call.params['id']!));
  const { id, status, transfer_no: no, receipt_id: receiptId } = found;
  if (receiptId === null) {
    const why = `${no} is ${status}: its goods are counted between its shipping and its closing.`;
    throw new Refusal('TRANSFER_NOT_UNDERWAY', why, { transfer_id: id, status });
  }
  return receiveInput(call, body, receiptId);
}

const closeBody = s.object({
  missing: s.optional(s.choice(...missingOutcomes), 'Required while something is in transit.'),
  reason_code: s.optional(s.code(), "With missing: one of the organization's reason codes."),
  note: s.optional(s.freeText(500)),
  location_id: s.optional(idOrCode('back: where the goods are at the source; default its staging location.')),
});

async function closeInput(call: Call, { location_id: place, ...given }: s.Infer<typeof closeBody>) {
  const found = existing('transfer', await findTransfer(call.tx, call.params['id']!));
  const at = place && (await locationNamed(call.tx, found.from_warehouse_id, place, 'location_id'));
  return { ...given, transfer_id: found.id, ...(at ? { location_id: at } : {}) };
}

const permission = 'wms.transfers.manage';
const answer = { respondWith: detail, returns: transferView } as const;

export const transferEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Transfers between warehouses, newest first',
    permission: 'wms.transfer.view',
    query: v1Query(
      {
        status: s.choice(...transferStatuses),
        merchant_id: idOrCode(),
        from_warehouse_id: idOrCode(),
        to_warehouse_id: idOrCode(),
      },
      Object.keys(transferSorts),
    ),
    returns: rowView,
    run: (call) => listed(call, (tx, filters, page) => listTransfers(tx, { ...filters, ...page }), showRow),
  }),
  create({
    path,
    summary: 'Create a transfer by SKU: its stock is held at the source and announced at the destination',
    permission,
    command: commands.createTransfer,
    body: createBody,
    input: createInput,
    ...answer,
  }),
  command({
    path: `${path}/{id}/ship`,
    summary: 'Ship: the goods are in transit to the destination',
    description: 'Skipped steps are confirmed in order. Repeating it changes nothing.',
    permission,
    command: commands.shipTransfer,
    body: shipBody,
    input: shipInput,
    ...answer,
  }),
  command({
    path: `${path}/{id}/receive`,
    summary: 'Receive goods by SKU out of what is in transit, all or none',
    description: 'As on its receipt; more than is in transit is 409 NOT_IN_TRANSIT.',
    permission: 'wms.inbound.receive',
    command: receiptCommands.receiveAll,
    body: receiveBody,
    input: countInput,
    respondWith: (call) => detail(call, { id: call.params['id']! }),
    returns: transferView,
  }),
  command({
    path: `${path}/{id}/close`,
    summary: 'Close a transfer that has left, with what becomes of what never arrived',
    description: 'Its receipt ends. Repeating it changes nothing.',
    permission,
    command: commands.closeTransfer,
    body: closeBody,
    input: closeInput,
    ...answer,
  }),
];
