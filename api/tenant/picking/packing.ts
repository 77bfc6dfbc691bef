/** Packing: the cartons of a shipment. */
import { readCartons, type Carton } from '../../../db/shipping/cartons.read.ts';
import { findShipment } from '../../../db/shipping/shipments.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import {
  decimalNumber,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  qty,
  uuid,
} from '../../../queues/schema.ts';
import { packingCommands } from '../../../queues/picking/packing.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const measure = () => nullable(decimalNumber({ places: 6, below: 1e9 }));

const cartonView = object({
  id: uuid(),
  shipment_id: uuid(),
  carton_no: integer({ min: 1, max: 1e9 }),
  sscc: freeText(18),
  weight_kg: measure(),
  length_cm: measure(),
  width_cm: measure(),
  height_cm: measure(),
  packed_by: freeText(),
  created_at: instant(),
  voided_at: nullable(instant()),
  lines: listOf(
    object({
      line_no: integer({ min: 1, max: 1e9 }),
      item_id: uuid(),
      sku: freeText(),
      item_name: freeText(),
      lot_no: nullable(freeText()),
      qty: qty(),
    }),
  ),
});

const showCarton = (carton: Carton) =>
  present(cartonView, {
    ...carton,
    lines: carton.lines.map((line) => ({ ...line, lot_no: line.lot_no || null })),
  });

async function cartonDetail({ tx, organizationId }: Call, { id }: { id: string }) {
  const [found] = await readCartons(tx, organizationId, { id });
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
    returns: listOf(cartonView),
    run: async ({ tx, organizationId, params }) => {
      const id = params['id']!;
      existing('shipment', await findShipment(tx, organizationId, id));
      return (await readCartons(tx, organizationId, { shipment_id: id })).map(showCarton);
    },
  }),
  command({
    method: 'POST',
    path: '/api/wms/shipments/{id}/cartons',
    summary: 'Pack picked units into a carton, which gets its SSCC',
    permission,
    command: packingCommands.packCarton,
    pathToInput: { id: 'shipment_id' },
    respondWith: cartonDetail,
    returns: cartonView,
    status: 201,
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
