/** Putaway: rules, plans, and places suggested for what a receipt brought. */
import { suggestPutaway } from '../../../db/moves/putaway/suggest-putaway.read.ts';
import { findReceipt } from '../../../db/receiving/receipts.read.ts';
import { putawayCommands as commands, putawayRuleRecord } from '../../../queues/moves/putaway.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { choice, listOf, nullable, object, text, uuid } from '../../../queues/schema.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { recordEndpoints } from '../record-endpoints.ts';

const putawayView = object({
  receipt_id: uuid(),
  rows: listOf(
    object({
      item_id: uuid(),
      sku: text(),
      item_name: text(),
      from_location_id: uuid(),
      from_location: text(),
      status: text(),
      lot_no: nullable(text()),
      pallet_lpn: nullable(text()),
      qty: stockQty(),
      suggestions: listOf(
        object({
          location_id: uuid(),
          location: text(),
          zone: nullable(text()),
          reason: choice('same_item_and_lot', 'same_item', 'free_capacity'),
          free_capacity: nullable(stockQty()),
        }),
      ),
    }),
  ),
});

async function putaway({ tx, params }: Call) {
  const id = params['id']!;
  existing('inbound receipt', await findReceipt(tx, id));
  const rows = await suggestPutaway(tx, id);
  return present(putawayView, {
    receipt_id: id,
    rows: rows.map((row) => ({
      ...row,
      from_location_id: row.location_id,
      lot_no: row.lot_no || null,
      suggestions: row.suggestions.map(({ zone, ...place }) => ({ ...place, zone: zone || null })),
    })),
  });
}

export const putawayEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    putawayRuleRecord,
    { create: commands.createPutawayRule, update: commands.updatePutawayRule },
    { view: 'wms.putaway.view', manage: 'wms.moves.plan' },
  ),
  command({
    path: '/api/wms/putaway/plan',
    summary: 'Plan where goods are put away',
    description:
      'Each move says by which rule and step it goes there, and which places were passed over and why. What planned moves take already is not planned again. With `putaway: task` each scan at a dock plans its goods by itself.',
    permission: 'wms.moves.plan',
    command: commands.planPutaway,
    returns: commands.planPutaway.result,
  }),
  query({
    path: '/api/wms/inbound-receipts/{id}/putaway',
    summary: 'Where to put goods that are still at the dock or in staging',
    description:
      'By the putaway rules; without one, locations with the same item and lot come first, then those with the same item, then free capacity by zone. What planned moves bring counts as there. Empty with `putaway: off`.',
    permission: ['wms.inbound.view', 'wms.putaway.view'],
    returns: putawayView,
    run: (call) => putaway(call),
  }),
];
