/** Packing: the cartons of a shipment. */
import { findPackPlan, packedOfPlan } from '../../../db/picking/pack-plans.read.ts';
import { readCartons, type Carton } from '../../../db/shipping/cartons.read.ts';
import { findShipment } from '../../../db/shipping/shipments.read.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import { labelStatuses, type LabelState } from '../../../domain/parcels/label-states.ts';
import { notFound } from '../../../domain/refusal.ts';
import * as s from '../../../queues/schema.ts';
import { packingCommands, planCarton, planRest } from '../../../queues/picking/packing.ts';
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
  carton_type_id: s.nullable(s.uuid()),
  planned_carton: s.nullable(
    s.integer({ min: 1, max: 1e9 }),
    'Its number in the pack plan, when it was packed by that.',
  ),
  packed_by: s.freeText(),
  created_at: s.instant(),
  voided_at: s.nullable(s.instant()),
  label_id: s.nullable(s.uuid(), 'Its newest label, whatever became of that.'),
  label_state: s.nullable(s.choice(...labelStatuses)),
  tracking_no: s.nullable(s.freeText()),
  tracking_state: s.nullable(s.choice(...trackingKinds)),
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
    // What cartons are read with knows no states of labels.
    label_state: carton.label_state as LabelState | null,
    lines: carton.lines.map((line) => ({ ...line, lot_no: line.lot_no || null })),
  });

async function cartonDetail({ tx }: Call, { id }: { id: string }) {
  const [found] = await readCartons(tx, { id });
  if (!found) throw notFound('carton');
  return showCarton(found);
}

const planView = s.object({
  shipment_id: s.uuid(),
  made_by: s.text(),
  made_at: s.instant(),
  next_carton: s.nullable(
    s.integer({ min: 1, max: 1e9 }),
    'The first carton of the plan that is not packed; null when all are.',
  ),
  cartons: s.listOf(
    s.object({ ...planCarton, carton_id: s.nullable(s.uuid(), 'The carton that was packed by it.') }),
  ),
  ...planRest,
});

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
  command({
    path: '/api/wms/cartonize',
    summary: 'Plan the cartons of a shipment, or of goods that are named',
    description:
      'Of what it holds and has not packed, or of lines. Every unit has its place in a carton or a reason why not: inside, nothing in one place with another, each standing on the floor or on seven tenths of its base, within weights and what may stand upon what. Whole inners and cases that are is_shippable are cartons by themselves; the rest goes into the cheapest cartons found. The plan of a shipment is kept with it and takes the place of an earlier one.',
    permission,
    command: packingCommands.planCartons,
    returns: packingCommands.planCartons.result,
  }),
  query({
    path: '/api/wms/shipments/{id}/pack-plan',
    summary: 'The pack plan of a shipment, with what is packed by it',
    permission: view,
    returns: planView,
    run: async ({ tx, params }) => {
      const id = params['id']!;
      existing('shipment', await findShipment(tx, id));
      const { plan, ...made } = existing('pack plan', await findPackPlan(tx, id));
      const packed = await packedOfPlan(tx, id);
      const cartons = plan.cartons.map((one) => ({ ...one, carton_id: packed.get(one.carton) ?? null }));
      const next = cartons.find(({ carton_id: done }) => done === null);
      return present(planView, {
        ...plan,
        ...made,
        shipment_id: id,
        cartons,
        next_carton: next?.carton ?? null,
      });
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
