/** v1: inbound receipts, announced and received by SKU. */
import { listReceipts, receiptSorts } from '../../../db/receiving/receipts.read.ts';
import { receiptSources, receiptStatuses } from '../../../domain/receiving/receipt-states.ts';
import { announcedFields, assertLinesFit } from '../../../domain/receiving/receipt-at-once.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { receiptCommands } from '../../../queues/receiving/receipts.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { v1Query } from '../../http/query-fields.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';
import { placesOf, receiveBody, receiveInput } from './receive.ts';
import { receiptDetail, receiptRowView, receiptView, showReceiptRow } from './receipt-view.ts';

const path = '/v1/wms/receipts';

const createBody = s.object({
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  warehouse_id: idOrCode(),
  source_type: s.optional(s.choice(...receiptSources), 'Default manual.'),
  source_id: s.optional(
    s.uuid(),
    'Required if source_type is purchase: the purchase order. With another, an id of your own, kept as it is.',
  ),
  vendor_id: s.optional(idOrCode()),
  container_no: s.optional(s.text(50)),
  seal_no: s.optional(s.text(50)),
  expected_date: s.optional(s.date()),
  title: s.optional(nameText(200)),
  receive: s.optional(
    s.flag(),
    'The goods are here as announced: all lines are counted in as they are and the receipt is completed, all or nothing. Each line has a qty then. Needs wms.inbound.receive as well.',
  ),
  lines: s.list(
    s.object({
      sku: sku(),
      qty: s.optional(
        s.qty({ positive: true }),
        'Expected, in the unit given by uom; omitted for a blind line.',
      ),
      uom: s.optional(s.text(20)),
      lot_no: s.optional(s.code()),
      pallet_id: s.optional(
        s.code(),
        'Only with receive. The pallet the goods are put on: its license plate, created if unknown, or its id.',
      ),
      location_id: s.optional(
        idOrCode("Only with receive. By default the pallet's location, else where goods arrive (staging)."),
      ),
      manufacture_date: s.optional(s.date(), 'Only with receive.'),
      expiry_date: s.optional(s.date(), 'Only with receive.'),
      serial_nos: s.optional(
        s.list(identifier(100), { max: 2_000 }),
        'Only with receive: one per unit, if the item is serial-tracked.',
      ),
    }),
    { min: 1, max: 1_000 },
  ),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { lines, ...given } = await withIds(call, body);
  assertLinesFit(given.receive ?? false, lines, {
    expected: 'qty',
    counted: ['pallet_id', ...announcedFields.counted],
  });
  const places = given.receive ? await placesOf(call, given.warehouse_id, lines) : [];
  const skus = lines.map((line) => line.sku);
  const { merchantId, items } = await goodsOf(call, given.merchant_id, skus);
  return {
    source_type: 'manual' as const,
    ...given,
    merchant_id: merchantId,
    lines: lines.map(
      ({ sku: _sku, qty: expected, pallet_id: _pallet, location_id: _location, ...line }, index) => ({
        item_id: items[index]!,
        ...(expected === undefined ? {} : { expected_qty: expected }),
        ...line,
        ...places[index],
      }),
    ),
  };
}

export const receiptEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Inbound receipts, newest first',
    permission: 'wms.inbound.view',
    query: v1Query(
      { status: s.choice(...receiptStatuses), merchant_id: idOrCode(), warehouse_id: idOrCode() },
      Object.keys(receiptSorts),
    ),
    returns: receiptRowView,
    run: (call) => listed(call, listReceipts, showReceiptRow),
  }),
  create({
    path,
    summary: 'Create an inbound receipt; with receive, count it in and complete it at once',
    permission: 'wms.inbound.create',
    command: receiptCommands.createReceipt,
    body: createBody,
    input: createInput,
    respondWith: receiptDetail,
    returns: receiptView,
  }),
  command({
    path: `${path}/{id}/receive`,
    summary: 'Receive lines by SKU, all or none; build pallets and queue their labels',
    description:
      'A pallet is created if its pallet_id is new, and its label is queued once. A count fills the lines of its SKU in their order.',
    permission: 'wms.inbound.receive',
    command: receiptCommands.receiveAll,
    body: receiveBody,
    input: receiveInput,
    respondWith: (call, { receipt }) => receiptDetail(call, receipt),
    returns: receiptView,
  }),
];
