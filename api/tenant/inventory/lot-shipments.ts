/** All shipments that have some of a lot: with whom a recall has to speak. */
import { listLotShipments, lotShipmentStates } from '../../../db/inventory/lots/lot-shipments.read.ts';
import { invalid } from '../../../domain/refusal.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { shownPage } from '../../http/reads.ts';

const lotShipmentView = s.object({
  shipment_id: s.uuid(),
  shipment_no: s.text(),
  kind: s.described(s.text(), 'order, direct, transfer or vendor_return.'),
  status: s.text(),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.text()),
  customer_id: s.nullable(s.uuid()),
  customer_name: s.nullable(s.text(), 'Who ordered it.'),
  ship_to: s.nullable(s.text(), 'The name it went to.'),
  tracking_no: s.nullable(s.text()),
  shipped_at: s.nullable(s.instant()),
  qty: s.described(stockQty(), 'What it has of the lot.'),
});

const show = shownAs(lotShipmentView);

export const lotShipmentsEndpoint: Endpoint = list({
  path: '/api/wms/lots/shipments',
  summary: 'All shipments that have some of a lot, the newest first',
  description: '`item_id` and `lot_no` are required. Whether the lot is on hold makes no difference.',
  permission: 'wms.outbound.view',
  query: pagedQuery({
    item_id: s.uuid(),
    lot_no: identifier(100),
    state: s.described(
      s.choice(...lotShipmentStates),
      'shipped (without it): those it left with, a transfer is none of them. allocated: those that have it in the building.',
    ),
  }),
  returns: lotShipmentView,
  run: async ({ tx, query: { item_id, lot_no, state, page, page_size } }) => {
    if (!item_id) throw invalid('item_id', 'required', 'item_id is required');
    if (!lot_no) throw invalid('lot_no', 'required', 'lot_no is required');
    return shownPage(await listLotShipments(tx, { item_id, lot_no, state }, { page, page_size }), show);
  },
});
