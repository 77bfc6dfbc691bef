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
import {
  choice,
  date,
  decimalNumber,
  described,
  freeText,
  instant,
  integer,
  list as listField,
  listOf,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { searchText, v1Query } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';

const path = '/v1/purchase/asns';
const permission = 'purchase.manage';

const fields = {
  id: uuid(),
  asn_no: freeText(),
  status: choice(...asnStatuses),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  po_id: nullable(uuid()),
  po_no: nullable(freeText()),
  vendor_id: nullable(uuid()),
  vendor: nullable(freeText()),
  receipt_id: described(nullable(uuid()), 'The receipt its goods are counted on, once it has arrived.'),
  eta: nullable(instant()),
  container_no: nullable(freeText()),
  seal_no: nullable(freeText()),
  carrier: nullable(freeText()),
  tracking_no: nullable(freeText()),
  bol_no: nullable(freeText()),
  vendor_ref: nullable(freeText()),
  note: freeText(),
  created_at: instant(),
  updated_at: instant(),
  departed_at: nullable(instant()),
  arrived_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

const lineView = object({
  id: uuid(),
  sku: freeText(),
  item_id: uuid(),
  qty: qty(),
  uom: freeText(),
  lot_no: nullable(freeText()),
  expiry_date: nullable(date()),
});

const rowView = object(fields);
const asnView = object({
  ...fields,
  lines: listOf(lineView),
  cartons: listOf(
    object({
      sscc: freeText(),
      carton_no: integer({ min: 1, max: 1_000_000 }),
      weight_kg: nullable(decimalNumber({ places: 6, below: 1e12 })),
      lines: listOf(lineView),
    }),
  ),
  eta_changes: described(
    listOf(
      object({
        eta: nullable(instant()),
        previous_eta: nullable(instant()),
        reason: freeText(),
        note: freeText(),
        changed_by: freeText(),
        changed_at: instant(),
      }),
    ),
    'Every expected arrival ever given, in the order they were given.',
  ),
});

const showRow = (row: AsnRow) => present(rowView, row);

async function detail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('ASN', await findAsn(tx, organizationId, id));
  const ofCarton = groupBy(found.lines, ({ carton_id: carton }) => carton);
  return present(asnView, {
    ...found,
    lines: ofCarton.get(null) ?? [],
    cartons: found.cartons.map((carton) => ({ ...carton, lines: ofCarton.get(carton.id) ?? [] })),
  });
}

const skuLine = () => object({ sku: sku(), ...noticeGoods });

const createBody = object({
  po_id: optional(
    described(uuid(), 'Given alone, the notice copies what has not been received or announced of the order.'),
  ),
  merchant_id: optional(idOrCode("The order's by default; required in the 3PL edition without an order.")),
  warehouse_id: optional(idOrCode("By default the order's, else the first warehouse by priority.")),
  vendor_id: optional(idOrCode("The order's by default.")),
  ...noticeFields,
  lines: optional(described(listField(skuLine(), { min: 1, max: 1_000 }), 'Goods that are not in a carton.')),
  cartons: optional(
    listField(
      object({
        sscc: ssccField(),
        weight_kg: cartonWeight(),
        lines: listField(skuLine(), { min: 1, max: 50 }),
      }),
      { min: 1, max: 2_000 },
    ),
  ),
});

async function createInput(call: Call, body: Infer<typeof createBody>) {
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
        status: choice(...asnStatuses),
        merchant_id: idOrCode(),
        warehouse_id: idOrCode(),
        po_id: uuid(),
        container_no: text(20),
        q: searchText(100),
      },
      Object.keys(asnSorts),
    ),
    returns: rowView,
    run: (call) =>
      listed(
        call,
        (tx, organizationId, { container_no: no, ...filters }, page) => {
          const wanted = no === undefined ? filters : { ...filters, container_no: normalContainerNo(no) };
          return listAsns(tx, organizationId, wanted, page);
        },
        showRow,
      ),
  }),
  command({
    method: 'POST',
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
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One ASN with its cartons and every expected arrival (an addition)',
    permission: 'purchase.view',
    returns: asnView,
    run: byId(detail),
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/eta`,
    summary: 'Set the expected arrival; earlier ones are kept (an addition)',
    command: commands.setAsnEta,
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/depart`,
    summary: 'Mark an ASN as on its way (an addition)',
    command: commands.departAsn,
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/arrive`,
    summary: 'Mark an ASN as arrived, with the receipt its goods are counted on (an addition)',
    description:
      "Uses an open receipt of the order that expects its goods, or creates one from the notice's lines. Repeating it changes nothing.",
    command: commands.arriveAsn,
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/cancel`,
    summary: 'Cancel an ASN that has not arrived (an addition)',
    command: commands.cancelAsn,
    ...answer,
  }),
];
