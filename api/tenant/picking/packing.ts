/** Packing: the cartons of a shipment. */
import { readCartons, type Carton } from '../../../db/shipping/cartons.read.ts';
import { findShipment } from '../../../db/shipping/shipments.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import * as s from '../../../queues/schema.ts';
import { packingCommands } from '../../../queues/picking/packing.ts';
import { command, create, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const measure = () => s.nullable(s.decimalNumber({ places: 6, below: 1e9 }));

const cartonView = s.object({
  id: s.uuid(),
  shipment_id: s.uuid(),
  carton_no: s.integer({ min: 1, max: 1e9 }),
  sscc: s.freeText(18),
  weight_kg: measure(),
  length_cm: measure(),
  width_cm: measure(),
  height_cm: measure(),
  packed_by: s.freeText(),
  created_at: s.instant(),
  voided_at: s.nullable(s.instant()),
  lines: s.listOf(
    s.object({
      line_no: s.integer({ min: 1, max: 1e9 }),
      item_id: s.uuid(),
      sku: s.freeText(),
      item_name: s.freeText(),
      lot_no: s.nullable(s.freeText()),
      qty: s.qty(),
    }),
  ),
});

const showCarton = (carton: Carton) =>
  present(cartonView, {
    ...carton,
    lines: carton.lines.map((line) => ({ ...line, lot_no: line.lot_no || null })),
  });

async function cartonDetail({ tx }: Call, { id }: { id: string }) {
  const [found] = await readCartons(tx, { id });
  if (!found) throw notFound('carton');
  return showCarton(found);
}

const view = ['wms.packing.view', 'wms.outbound.view'] as const;
const permission = 'wms.packing.work';

export const packingEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/wms/shipments/{id}/cartons',
    summary: 'The cartons of a shipment, unpacked ones included',
    permission: view,
    returns: s.listOf(cartonView),
    run: async ({ tx, params }) => {
      const id = params['id']!;
      existing('shipment', await findShipment(tx, id));
      return (await readCartons(tx, { shipment_id: id })).map(showCarton);
    },
  }),
  create({
    path: '/api/wms/shipments/{id}/cartons',
    summary: 'Pack picked units into a carton, which gets its SSCC',
    permission,
    command: packingCommands.packCarton,
    pathToInput: { id: 'shipment_id' },
    respondWith: cartonDetail,
    returns: cartonView,
  }),
  query({
    path: '/api/wms/cartons/{id}',
    summary: 'One carton with its contents',
    permission: view,
    returns: cartonView,
    run: byId(cartonDetail),
  }),
  command({
    method: 'DELETE',
    path: '/api/wms/cartons/{id}',
    summary: 'Unpack a carton; its SSCC is not reused',
    permission,
    command: packingCommands.unpackCarton,
    pathToInput: { id: 'carton_id' },
    respondWith: cartonDetail,
    returns: cartonView,
  }),
];
