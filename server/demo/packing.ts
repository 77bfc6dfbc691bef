/** A shipment is packed by a plan: a case goes as it is, the rest into the smallest carton that takes it. */
import type { PlatformClient } from '../../client/src/client.ts';
import type { DemoOrganization } from './data.ts';
import { StartError } from '../start-error.ts';
import { path } from './journey/journey.ts';
import { chapter, say, table } from './say.ts';

export async function packByPlan(api: PlatformClient, demo: DemoOrganization, tag: string): Promise<void> {
  chapter('Packed by a plan');
  const type = (code: string, length: number, width: number, height: number) =>
    api.post('/api/wms/carton-types', {
      body: {
        code: `${code}-${tag}`,
        inner_length_cm: length,
        inner_width_cm: width,
        inner_height_cm: height,
        tare_kg: 0.3,
        max_weight_kg: 20,
      },
    });
  const types = [await type('S', 30, 20, 15), await type('M', 40, 30, 30), await type('L', 60, 40, 40)];
  const each = { length_cm: 12, width_cm: 9, height_cm: 10, weight_kg: 0.4, must_stand: true, max_stack: 3 };
  const inCase = { length_cm: 38, width_cm: 29, height_cm: 21, weight_kg: 5.2, is_shippable: true };
  const item = await api.post('/api/wms/items', {
    body: {
      sku: `MUG-${tag}`,
      name: 'Mug, by the case',
      packagings: [
        { level: 'each', ...each },
        { level: 'case', uom: 'CS', factor: 12, ...inCase },
      ],
    },
  });
  await api.post('/api/wms/inventory/adjust', {
    body: {
      warehouse_id: demo.warehouse_id,
      location_id: demo.locations['B-01-01']!,
      item_id: item.id,
      qty_delta: 40,
      reason_code: 'found',
    },
  });
  const shipment = await api.post('/api/wms/shipments', {
    body: {
      warehouse_id: demo.warehouse_id,
      lines: [{ item_id: item.id, qty: 29 }],
      ship_to: { name: 'Ada' },
    },
  });
  const plan = await api.post('/api/wms/cartonize', {
    body: { shipment_id: shipment.id, carton_type_ids: types.map(({ id }) => id) },
  });
  table(
    plan.cartons.map(({ carton, carton_type: code, weight_kg, fill, lines }) => ({
      carton,
      type: code ?? 'its own case',
      mugs: lines.reduce((sum, { qty }) => sum + qty, 0),
      kg: weight_kg,
      'full %': Math.round(fill * 100),
    })),
  );
  await api.patch('/api/wms/shipments/{id}', { ...path(shipment.id), body: { action: 'pick' } });
  for (const { carton } of plan.cartons)
    await api.post('/api/wms/shipments/{id}/cartons', {
      ...path(shipment.id),
      body: { planned_carton: carton },
    });
  const packed = await api.patch('/api/wms/shipments/{id}', {
    ...path(shipment.id),
    body: { action: 'pack' },
  });
  say(
    `${shipment.shipment_no}: ${packed.status} in ${plan.cartons.length} cartons, at least ${plan.at_least}`,
  );
  if (packed.status !== 'packed') throw new StartError('The plan was not enough to pack the shipment.');
}
