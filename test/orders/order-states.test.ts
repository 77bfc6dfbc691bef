import test from 'ava';
import {
  orderStates,
  orderStatuses,
  type OrderAction,
  type OrderStatus,
} from '../../domain/orders/order-states.ts';
import {
  shipmentStates,
  shipmentStatuses,
  type ShipmentAction,
  type ShipmentStatus,
} from '../../domain/shipping/shipment-states.ts';
import { allowedActions, nextState } from '../../domain/state-machine.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Answer } from '../helpers/client.ts';
import { act, assertInvariants, drive, newItem, newOrder, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let item: string;

test.before(async () => {
  platform = await joinPlatform();
  item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 100_000 }]);
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await platform.stop();
});

const actions: readonly OrderAction[] = [
  'edit',
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
];

function bodyOf(action: OrderAction, order: any): object {
  if (action === 'allocate') return { warehouse_id: platform.standard.warehouseId };
  if (action === 'release') return { ship_mode: 'parcel' };
  if (action === 'partial_fulfill') return { lines: [{ line_id: order.lines[0].id, qty: 1 }] };
  return {};
}

async function orderIn(status: OrderStatus): Promise<any> {
  const order = await newOrder(platform.client, [{ item, qty: 4 }]);
  const allocate: [string, object] = ['allocate', bodyOf('allocate', order)];
  const part: [string, object] = ['partial_fulfill', bodyOf('partial_fulfill', order)];
  const ways: Record<OrderStatus, (string | [string, object])[]> = {
    draft: [],
    pending_review: ['submit'],
    confirmed: ['submit', 'approve'],
    allocated: ['submit', 'approve', allocate],
    released: ['submit', 'approve', 'push-to-wms'],
    partially_fulfilled: ['submit', 'approve', 'push-to-wms', part],
    fulfilled: ['submit', 'approve', 'push-to-wms', 'fulfill'],
    delivered: ['submit', 'approve', 'push-to-wms', 'fulfill', 'deliver'],
    cancelled: ['cancel'],
  };
  await drive(platform.client, order.id, ...ways[status]);
  return order;
}

const tryAction = (action: OrderAction, order: any): Promise<Answer> =>
  action === 'edit'
    ? platform.client.patch(`/api/oms/orders/${order.id}`, { fields: { note: 'changed' } })
    : act(platform.client, order.id, action, bodyOf(action, order));

for (const status of orderStatuses) {
  test(`an order that is ${status} allows what the table says and nothing else`, async (t) => {
    const allowed = allowedActions(orderStates, status);
    const order = await orderIn(status);
    for (const action of actions.filter((name) => !allowed.includes(name))) {
      const answer = await tryAction(action, order);
      t.is(answer.status, 400, action);
      t.is(answer.body.error.code, 'ILLEGAL_TRANSITION', action);
      t.deepEqual(answer.body.error.details, { from: status, action, allowed });
    }
    t.is((await platform.client.get(`/api/oms/orders/${order.id}`)).body.data.status, status);
    for (const action of allowed) {
      // A partially fulfilled order with nothing backordered has nothing to push.
      if (status === 'partially_fulfilled' && action === 'push-to-wms') continue;
      const answer = await tryAction(action, await orderIn(status));
      t.is(answer.status, 200, `${action}: ${answer.text}`);
      t.is(answer.body.data.status, nextState(orderStates, status, action), action);
    }
  });
}

const shipmentSteps = shipmentStates.transitions.filter(
  ([action]) => !shipmentStates.internal.includes(action),
);
const shipmentActions = [...new Set(shipmentSteps.map(([action]) => action))];
const targetOf = (action: ShipmentAction) => shipmentSteps.find(([name]) => name === action)![2];

/** The shortest way to a state by actions a caller can request; undefined if a shipment gets there only by itself. */
function wayTo(status: ShipmentStatus): ShipmentAction[] | undefined {
  const ways = new Map<ShipmentStatus, ShipmentAction[]>(shipmentStates.initial.map((state) => [state, []]));
  for (const [state, way] of ways) {
    for (const [action, from, to] of shipmentSteps) {
      if (from.includes(state) && !ways.has(to)) ways.set(to, [...way, action]);
    }
  }
  return ways.get(status);
}

async function shipmentIn(status: ShipmentStatus): Promise<string> {
  const { wms_shipments: made } = await drive(
    platform.client,
    (await newOrder(platform.client, [{ item, qty: 2 }])).id,
    'submit',
    'approve',
    'push-to-wms',
  );
  const path = `/api/wms/shipments/${made[0].id}`;
  const way = wayTo(status);
  for (const action of way ?? []) await platform.client.patch(path, { action });
  if (!way)
    await platform.owner.query('update wms_shipments set status = $2 where id = $1', [made[0].id, status]);
  return path;
}

for (const status of shipmentStatuses) {
  test(`a shipment that is ${status} allows what the table says, and a repeat of what was done`, async (t) => {
    for (const action of shipmentActions) {
      const path = await shipmentIn(status);
      const answer = await platform.client.patch(path, { action });
      const isRepeat = targetOf(action) === status;
      if (isRepeat || allowedActions(shipmentStates, status).includes(action)) {
        t.is(answer.status, 200, `${action}: ${answer.text}`);
        t.is(answer.body.data.status, targetOf(action));
      } else {
        t.is(answer.status, 400, action);
        t.like(answer.body.error.details, { from: status, action });
      }
    }
  });
}
