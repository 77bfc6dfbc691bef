/** v1: advance shipping notices. */
import { asnSorts, findAsn, listAsns, type AsnRow } from '../../../db/purchase/asns.read.ts';
import { normalContainerNo } from '../../../domain/catalog/container-no.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { asnStatuses } from '../../../domain/purchase/asn-states.ts';
import {
  asnCommands as commands,
  cartonWeight,
  noticeFields,
  noticeGoods,
  ssccField,
} from '../../../queues/purchase/asns.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { searchText, v1Query } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';

const path = '/v1/purchase/asns';
const permission = 'purchase.manage';

const fields = {
  id: s.uuid(),
  asn_no: s.freeText(),
  status: s.choice(...asnStatuses),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  po_id: s.nullable(s.uuid()),
  po_no: s.nullable(s.freeText()),
  vendor_id: s.nullable(s.uuid()),
  vendor: s.nullable(s.freeText()),
  receipt_id: s.nullable(s.uuid(), 'The receipt its goods are counted on, once it has arrived.'),
  eta: s.nullable(s.instant()),
  container_no: s.nullable(s.freeText()),
  seal_no: s.nullable(s.freeText()),
  carrier: s.nullable(s.freeText()),
  tracking_no: s.nullable(s.freeText()),
  bol_no: s.nullable(s.freeText()),
  vendor_ref: s.nullable(s.freeText()),
  note: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  departed_at: s.nullable(s.instant()),
  arrived_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

const lineView = s.object({
  id: s.uuid(),
  sku: s.freeText(),
  item_id: s.uuid(),
  qty: s.qty(),
  uom: s.freeText(),
  lot_no: s.nullable(s.freeText()),
  expiry_date: s.nullable(s.date()),
});

const rowView = s.object(fields);
const asnView = s.object({
  ...fields,
  lines: s.listOf(lineView),
  cartons: s.listOf(
    s.object({
      sscc: s.freeText(),
      carton_no: s.integer({ min: 1, max: 1_000_000 }),
      weight_kg: s.nullable(s.decimalNumber({ places: 6, below: 1e12 })),
      lines: s.listOf(lineView),
    }),
  ),
  eta_changes: s.described(
    s.listOf(
      s.object({
        eta: s.nullable(s.instant()),
        previous_eta: s.nullable(s.instant()),
        reason: s.freeText(),
        note: s.freeText(),
        changed_by: s.freeText(),
        changed_at: s.instant(),
      }),
    ),
    'Every expected arrival ever given, in the order they were given.',
  ),
});

const showRow = (row: AsnRow) => present(rowView, row);

async function detail({ tx }: Call, { id }: { id: string }) {
  const found = existing('ASN', await findAsn(tx, id));
  const ofCarton = groupBy(found.lines, ({ carton_id: carton }) => carton);
  return present(asnView, {
    ...found,
    lines: ofCarton.get(null) ?? [],
    cartons: found.cartons.map((carton) => ({ ...carton, lines: ofCarton.get(carton.id) ?? [] })),
  });
}

const skuLine = () => s.object({ sku: sku(), ...noticeGoods });

const createBody = s.object({
  po_id: s.optional(
    s.uuid(),
    'Given alone, the notice copies what has not been received or announced of the order.',
  ),
  merchant_id: s.optional(idOrCode("The order's by default; required in the 3PL edition without an order.")),
  warehouse_id: s.optional(idOrCode("By default the order's, else the first warehouse by priority.")),
  vendor_id: s.optional(idOrCode("The order's by default.")),
  ...noticeFields,
  lines: s.optional(s.list(skuLine(), { min: 1, max: 1_000 }), 'Goods that are not in a carton.'),
  cartons: s.optional(
    s.list(
      s.object({
        sscc: ssccField(),
        weight_kg: cartonWeight(),
        lines: s.list(skuLine(), { min: 1, max: 50 }),
      }),
      { min: 1, max: 2_000 },
    ),
  ),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { lines = [], cartons = [], ...given } = await withIds(call, body);
  const named = [
    ...lines.map((line, index) => ({ line, path: `lines.${index}.sku` })),
    ...cartons.flatMap((carton, box) =>
      carton.lines.map((line, index) => ({ line, path: `cartons.${box}.lines.${index}.sku` })),
    ),
  ];
  if (named.length === 0) return given;
  const skus = named.map(({ line }) => line.sku);
  const goods = await goodsOf(call, given.merchant_id, skus, (index) => named[index]!.path);
  const withItem = named.map(({ line: { sku: _sku, ...line } }, index) => ({
    ...line,
    item_id: goods.items[index]!,
  }));
  let next = lines.length;
  return {
    ...given,
    merchant_id: goods.merchantId,
    ...(lines.length > 0 ? { lines: withItem.slice(0, lines.length) } : {}),
    ...(cartons.length > 0
      ? {
          cartons: cartons.map((carton) => ({
            ...carton,
            lines: withItem.slice(next, (next += carton.lines.length)),
          })),
        }
      : {}),
  };
}

const answer = { permission, pathToInput: { id: 'asn_id' }, respondWith: detail, returns: asnView } as const;

export const asnEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'ASNs, newest first',
    permission: 'purchase.view',
    query: v1Query(
      {
        status: s.choice(...asnStatuses),
        merchant_id: idOrCode(),
        warehouse_id: idOrCode(),
        po_id: s.uuid(),
        container_no: s.text(20),
        q: searchText(100),
      },
      Object.keys(asnSorts),
    ),
    returns: rowView,
    run: (call) =>
      listed(
        call,
        (tx, { container_no: no, ...filters }, page) => {
          const wanted = no === undefined ? filters : { ...filters, container_no: normalContainerNo(no) };
          return listAsns(tx, wanted, page);
        },
        showRow,
      ),
  }),
  create({
    path,
    summary: 'Create an ASN',
    description:
      'One of po_id, lines and cartons is required. A carton already announced: 409 SSCC_IN_USE; an order with nothing left: 409 NOTHING_TO_ANNOUNCE.',
    permission,
    command: commands.createAsn,
    body: createBody,
    input: createInput,
    respondWith: detail,
    returns: asnView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One ASN with its cartons and every expected arrival (an addition)',
    permission: 'purchase.view',
    returns: asnView,
    run: byId(detail),
  }),
  command({
    path: `${path}/{id}/eta`,
    summary: 'Set the expected arrival; earlier ones are kept (an addition)',
    command: commands.setAsnEta,
    ...answer,
  }),
  command({
    path: `${path}/{id}/depart`,
    summary: 'Mark an ASN as on its way (an addition)',
    command: commands.departAsn,
    ...answer,
  }),
  command({
    path: `${path}/{id}/arrive`,
    summary: 'Mark an ASN as arrived, with the receipt its goods are counted on (an addition)',
    description:
      "Uses an open receipt of the order that expects its goods, or creates one from the notice's lines. Repeating it changes nothing.",
    command: commands.arriveAsn,
    ...answer,
  }),
  command({
    path: `${path}/{id}/cancel`,
    summary: 'Cancel an ASN that has not arrived (an addition)',
    command: commands.cancelAsn,
    ...answer,
  }),
];
