/** Random sequences of actions against a small model of commitments, allocations and shipments. */
import fc from 'fast-check';
import type { Platform } from '../helpers/join-platform.ts';
import { act, newItem, newOrder, putStock } from './orders-rig.ts';
import { createModel, type ModelAction } from './order-model.ts';

const stock = 10;

const action = fc.constantFrom<ModelAction>(
  'submit',
  'approve',
  'allocate',
  'release',
  'push-to-wms',
  'partial_fulfill',
  'fulfill',
  'deliver',
  'cancel',
  'cancel-request',
  'shipment:pick',
  'shipment:pack',
  'shipment:ship',
  'shipment:deliver',
  'shipment:cancel',
);
// Forward steps are taken more often than by chance, so that sequences get far.
const forward = fc.constantFrom<ModelAction>(
  'submit',
  'approve',
  'push-to-wms',
  'shipment:pick',
  'shipment:ship',
);
const step = fc.record({
  order: fc.nat(1),
  action: fc.oneof({ weight: 2, arbitrary: action }, { weight: 1, arbitrary: forward }),
});

async function perform(platform: Platform, order: any, name: ModelAction): Promise<number> {
  const { client, standard } = platform;
  if (name.startsWith('shipment:')) {
    const shipments = (await client.get(`/api/oms/orders/${order.id}`)).body.data.wms_shipments;
    const last = shipments.at(-1);
    if (!last) return 0;
    return (await client.patch(`/api/wms/shipments/${last.id}`, { action: name.slice(9) })).status;
  }
  const more =
    name === 'allocate'
      ? { warehouse_id: standard.warehouseId }
      : name === 'release'
        ? { ship_mode: 'parcel' }
        : name === 'partial_fulfill'
          ? { lines: [{ line_id: order.lines[0].id, qty: 1 }] }
          : {};
  return (await act(client, order.id, name, more)).status;
}

/**
 * Runs this many random sequences and throws at the first, reduced to its minimum, that ends differently from the
 * model.
 */
export async function performSequences(platform: Platform, sequences: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 24 }),
      fc.tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 8 })),
      async (steps, quantities) => {
        const item = await newItem(platform, platform.standard);
        await putStock(platform, platform.standard, [{ item, qty: stock }]);
        const orders = [];
        for (const qty of quantities) orders.push(await newOrder(platform.client, [{ item, qty }]));
        const model = createModel(stock, quantities);
        for (const { order: which, action: name } of steps) {
          const expected = model.perform(which, name);
          const status = await perform(platform, orders[which], name);
          if (status !== expected)
            throw new Error(`order ${which} ${name}: ${status} instead of ${expected}`);
          const shown = (await platform.client.get(`/api/oms/orders/${orders[which].id}`)).body.data;
          const seen = { status: shown.status, ...shown.lines[0] };
          for (const [field, value] of Object.entries(model.show(which))) {
            if (seen[field] !== value)
              throw new Error(
                `order ${which} after ${name}: ${field} is ${seen[field]} instead of ${String(value)}`,
              );
          }
        }
        const [available] = (await platform.client.get(`/api/oms/availability?product_id=${item}`)).body.data;
        if (available.available_qty !== model.available())
          throw new Error(`available ${available.available_qty}`);
      },
    ),
    { numRuns: sequences, includeErrorInReport: true },
  );
}
