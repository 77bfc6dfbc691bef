/** The model: two orders of one line each over one stock of one item, in plain integers. */
import type { OrderStatus } from '../../domain/orders/order-states.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';

export type ModelAction =
  | 'submit'
  | 'approve'
  | 'allocate'
  | 'release'
  | 'push-to-wms'
  | 'partial_fulfill'
  | 'fulfill'
  | 'deliver'
  | 'cancel'
  | 'cancel-request'
  | 'shipment:pick'
  | 'shipment:pack'
  | 'shipment:ship'
  | 'shipment:deliver'
  | 'shipment:cancel';

interface Shipment {
  status: ShipmentStatus;
  held: number;
  isPicked: boolean;
  /** Part of it was fulfilled, and has left. */
  hasLeft: boolean;
}

interface Order {
  status: OrderStatus;
  qty: number;
  reserved: number;
  fulfilled: number;
  backordered: number;
  cancelled: number;
  shipments: Shipment[];
}

const ok = 200;
const illegal = 400;
const conflict = 409;

export function createModel(stock: number, quantities: readonly number[]) {
  let available = stock;
  const orders: Order[] = quantities.map((qty) => ({
    status: 'draft',
    qty,
    reserved: 0,
    fulfilled: 0,
    backordered: 0,
    cancelled: 0,
    shipments: [],
  }));
  const promised = (): number => orders.reduce((sum, order) => sum + order.reserved, 0);
  const open = (order: Order): number => order.qty - order.fulfilled - order.cancelled;
  const live = (order: Order): Shipment[] => order.shipments.filter(({ status }) => status !== 'cancelled');
  const held = (order: Order): number => live(order).reduce((sum, shipment) => sum + shipment.held, 0);

  const isIn = (order: Order, ...states: OrderStatus[]): boolean => states.includes(order.status);

  /** What an action needs from stock, and whether it is there. */
  const demandOf = (order: Order): number => {
    if (order.reserved > 0) return order.reserved;
    return order.status === 'partially_fulfilled' ? order.backordered : open(order);
  };
  const covers = (order: Order): boolean => order.reserved > 0 || available - promised() >= demandOf(order);

  const release = (order: Order, to: OrderStatus): number => {
    const demand = demandOf(order);
    if (order.reserved === 0) order.backordered = 0;
    order.reserved = 0;
    available -= demand;
    order.shipments.push({ status: 'commit', held: demand, isPicked: false, hasLeft: false });
    order.status = to;
    return ok;
  };

  const settle = (order: Order, back?: { atOnce: number }): void => {
    if (order.status === 'fulfilled') {
      if (live(order).length > 0 && live(order).every(({ status }) => status === 'delivered'))
        order.status = 'delivered';
      return;
    }
    if (!isIn(order, 'released', 'partially_fulfilled')) return;
    if (order.fulfilled > 0) order.status = open(order) > 0 ? 'partially_fulfilled' : 'fulfilled';
    else if (live(order).length === 0) {
      order.status = 'confirmed';
      order.backordered -= back!.atOnce;
      order.reserved = back!.atOnce;
    }
  };

  const ship = (order: Order, shipment: Shipment): void => {
    order.fulfilled += shipment.held;
    shipment.held = 0;
    shipment.status = 'shipped';
  };

  const onShipment = (order: Order, action: string): number => {
    const shipment = order.shipments.at(-1);
    if (!shipment) return 0;
    const { status } = shipment;
    const before = ['commit', 'picking', 'picked', 'packed'];
    const repeat = {
      pick: 'picked',
      pack: 'packed',
      ship: 'shipped',
      deliver: 'delivered',
      cancel: 'cancelled',
    }[action];
    if (status === repeat) return ok;
    if (action === 'pick' && (status === 'commit' || status === 'picking')) {
      shipment.status = 'picked';
      shipment.isPicked = true;
    } else if (action === 'pack' && status === 'picked') shipment.status = 'packed';
    else if (action === 'ship' && before.includes(status)) {
      ship(order, shipment);
      settle(order);
    } else if (action === 'deliver' && status === 'shipped') {
      shipment.status = 'delivered';
      settle(order);
    } else if (action === 'cancel' && before.includes(status)) {
      const atOnce = shipment.isPicked ? 0 : shipment.held;
      available += atOnce;
      order.backordered += shipment.held;
      shipment.held = 0;
      // What has left is delivered and billed: the shipment is reduced to it.
      shipment.status = shipment.hasLeft ? 'shipped' : 'cancelled';
      settle(order, { atOnce });
    } else return illegal;
    return ok;
  };

  const onOrder = (order: Order, action: ModelAction): number => {
    switch (action) {
      case 'submit':
        if (!isIn(order, 'draft')) return illegal;
        order.status = 'pending_review';
        return ok;
      case 'approve':
        if (!isIn(order, 'pending_review')) return illegal;
        if (available - promised() < order.qty) return conflict;
        order.reserved = order.qty;
        order.status = 'confirmed';
        return ok;
      case 'allocate':
        if (!isIn(order, 'confirmed')) return illegal;
        if (!covers(order)) return conflict;
        if (order.reserved === 0) {
          order.reserved = demandOf(order);
          order.backordered = 0;
        }
        order.status = 'allocated';
        return ok;
      case 'release':
        return isIn(order, 'allocated') ? release(order, 'released') : illegal;
      case 'push-to-wms':
        if (!isIn(order, 'confirmed', 'allocated', 'partially_fulfilled')) return illegal;
        if (demandOf(order) === 0) return illegal;
        if (!covers(order)) return conflict;
        return release(order, order.status === 'partially_fulfilled' ? order.status : 'released');
      case 'partial_fulfill': {
        if (!isIn(order, 'released', 'partially_fulfilled')) return illegal;
        if (open(order) <= 1) return illegal;
        if (held(order) < 1) return conflict;
        const holders = live(order).filter((shipment) => shipment.held > 0);
        const from = holders.find(({ isPicked }) => isPicked) ?? holders[0]!;
        from.held -= 1;
        from.hasLeft = true;
        order.fulfilled += 1;
        order.status = 'partially_fulfilled';
        if (from.held === 0) from.status = 'shipped';
        return ok;
      }
      case 'fulfill':
        if (!isIn(order, 'released', 'partially_fulfilled')) return illegal;
        for (const shipment of live(order))
          if (shipment.status !== 'shipped' && shipment.status !== 'delivered') ship(order, shipment);
        order.cancelled += open(order);
        order.backordered = 0;
        order.status = 'fulfilled';
        return ok;
      case 'deliver':
        if (!isIn(order, 'fulfilled')) return illegal;
        for (const shipment of live(order)) shipment.status = 'delivered';
        order.status = 'delivered';
        return ok;
      case 'cancel':
        if (!isIn(order, 'draft', 'pending_review', 'confirmed', 'allocated')) return illegal;
        order.reserved = 0;
        order.backordered = 0;
        order.cancelled = order.qty;
        order.status = 'cancelled';
        return ok;
      case 'cancel-request':
        if (!isIn(order, 'released')) return illegal;
        for (const shipment of live(order)) {
          if (!shipment.isPicked) available += shipment.held;
          shipment.held = 0;
          shipment.status = 'cancelled';
        }
        order.cancelled = order.qty;
        order.backordered = 0;
        order.status = 'cancelled';
        return ok;
      default:
        return onShipment(order, action.slice(9));
    }
  };

  return {
    /** The HTTP status the action must be answered with; 0 if there is nothing to act on. */
    perform: (which: number, action: ModelAction): number => onOrder(orders[which]!, action),
    available: () => available,
    show(which: number) {
      const order = orders[which]!;
      return {
        status: order.status,
        reserved_qty: order.reserved,
        allocated_qty: held(order),
        fulfilled_qty: order.fulfilled,
        backordered_qty: order.backordered,
        cancelled_qty: order.cancelled,
      };
    },
  };
}
