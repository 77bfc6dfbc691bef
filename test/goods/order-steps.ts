/** Steps that send goods out: orders, shipments, waves, picks, loads. */
import { sum } from './book.ts';
import { leftWith, scanned } from './serials.ts';
import { recalledIn, type Allocation, type OrderLine } from './seen.ts';
import { assertSame } from './same.ts';
import { isOk, type Outcome, type Step, type Turn } from './turn.ts';

export const isOpen = ({ status }: { status: string }): boolean =>
  ['commit', 'picking', 'picked', 'packed'].includes(status);

/** What an item can still be promised, as the platform shows it. */
function promisable({ seen, site }: Turn, item: string): number {
  const locked = new Set(seen.locked.map(({ location_id: at }) => at));
  const recalled = recalledIn(seen);
  const free = seen.stock.filter(
    (one) =>
      one.item_id === item &&
      one.status === 'available' &&
      !site.passing.has(one.location_id) &&
      !locked.has(one.location_id) &&
      !recalled.has(one.lot_no),
  );
  const promised = seen.lines
    .filter((line) => line.item_id === item)
    .map(({ reserved }) => ({ qty: reserved }));
  return Math.max(0, sum(free) - sum(promised) - site.safetyStock);
}

const byItem = (lines: readonly { item_id: string; qty: number }[]): [string, number][] => [
  ...lines.reduce(
    (all, { item_id: id, qty }) => all.set(id, (all.get(id) ?? 0) + qty),
    new Map<string, number>(),
  ),
];

const order: Step = async (turn) => {
  const { site, dice } = turn;
  // Mostly what there is: an order that is refused leads nowhere.
  const there = site.items.filter((item) => promisable(turn, item) > 0);
  const lines = Array.from({ length: dice.upTo(2) }, () => {
    const item = (dice.chance(0.9) ? dice.pick(there) : undefined) ?? dice.pick(site.items)!;
    const most = Math.max(1, promisable(turn, item));
    return { item_id: item, qty: dice.upTo(dice.chance(0.1) ? most + 3 : Math.min(most, 6)) };
  });
  const made = await turn.ask('post', '/api/oms/orders', {
    customer_id: site.customer,
    lines: lines.map(({ item_id, qty }) => ({ product_id: item_id, qty, price: 1 })),
  });
  const { id } = made.body.data;
  await turn.ask('patch', `/api/oms/orders/${id}`, { action: 'submit' });
  const approved = await turn.ask('patch', `/api/oms/orders/${id}`, { action: 'approve' });
  const isCovered = byItem(lines).every(([item, qty]) => qty <= promisable(turn, item));
  return {
    holds: () => assertSame('an order is approved if all of it can be promised', isOk(approved), isCovered),
  };
};

/** Goods taken for order lines are what the lines were given. */
function given(made: readonly Allocation[], seen: { shipmentLines: { id: string; qty: number }[] }): void {
  for (const { shipment_line_id: id } of made) {
    const ofLine = sum(made.filter((one) => one.shipment_line_id === id));
    assertSame('a new shipment line holds', ofLine, seen.shipmentLines.find((line) => line.id === id)?.qty);
  }
}

/** What a push takes for a line: what is promised to its order, else what it waits for. */
export function pushedOf(line: OrderLine, ofOrder: readonly OrderLine[]): number {
  if (ofOrder.some(({ reserved }) => reserved > 0)) return line.reserved;
  if (line.order_status === 'partially_fulfilled') return line.backordered_qty;
  return line.qty - line.fulfilled_qty - line.cancelled_qty;
}

const push: Step = async (turn) => {
  const one = turn.dice.pick(
    turn.seen.orders.filter(({ status }) =>
      ['confirmed', 'allocated', 'partially_fulfilled'].includes(status),
    ),
  );
  if (!one) return undefined;
  const answer = await turn.ask('post', `/api/oms/orders/${one.id}/push-to-wms`, {});
  if (!isOk(answer)) return undefined;
  const before = turn.seen.lines.filter(({ order_id: id }) => id === one.id);
  return {
    may: ['made'],
    holds: ({ made }, seen) => {
      given(made, seen);
      for (const line of before) {
        const got = sum(made.filter(({ order_line_id: id }) => id === line.id));
        assertSame('a pushed line holds', got, pushedOf(line, before));
      }
    },
  };
};

const act: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const one = dice.pick(seen.orders.filter(({ status }) => !['cancelled', 'delivered'].includes(status)));
  if (!one) return undefined;
  const held = seen.allocations.filter((piece) => ['open', 'picked'].includes(piece.status));
  const lines = seen.lines.filter(({ order_id: id }) => id === one.id);
  const actions: Record<string, [body: object, outcome: Outcome]> = {
    allocate: [{ warehouse_id: site.main, allow_partial: dice.chance(0.5) }, {}],
    release: [{ ship_mode: 'parcel' }, { may: ['made'], holds: ({ made }, after) => given(made, after) }],
    cancel: [{}, {}],
    deliver: [{}, {}],
    fulfill: [{}, { may: ['shipped'], holds: ({ shipped }) => assertLeft(lines, held, shipped) }],
    partial_fulfill: partOf(turn, lines, held),
  };
  const isLeaving = ['released', 'partially_fulfilled'].includes(one.status);
  const name = isLeaving
    ? dice.pick(['partial_fulfill', 'partial_fulfill', 'partial_fulfill', 'fulfill'])!
    : dice.pick(Object.keys(actions))!;
  const [body, outcome] = actions[name]!;
  if (name === 'cancel' && dice.chance(0.5)) return undefined;
  const answer = await turn.ask('patch', `/api/oms/orders/${one.id}`, { action: name, ...body });
  return isOk(answer) ? outcome : undefined;
};

/** All that an order held has left. */
function assertLeft(
  lines: readonly OrderLine[],
  held: readonly Allocation[],
  shipped: readonly Allocation[],
): void {
  const ids = lines.map(({ id }) => id);
  const qty = sum(held.filter((one) => ids.includes(one.order_line_id ?? '')));
  assertSame('shipped of what was held', sum(shipped), qty);
}

function partOf({ dice }: Turn, lines: readonly OrderLine[], held: readonly Allocation[]): [object, Outcome] {
  const asked = lines.flatMap((line) => {
    const most = sum(held.filter((one) => one.order_line_id === line.id));
    return most > 0 && dice.chance(0.7) ? [{ line_id: line.id, qty: dice.upTo(most) }] : [];
  });
  const holds: Outcome['holds'] = ({ shipped }) => {
    for (const { line_id: id, qty } of asked)
      assertSame('shipped in part', sum(shipped.filter((one) => one.order_line_id === id)), qty);
  };
  return [{ lines: asked }, { may: ['shipped'], holds }];
}

/** What was picked and is not sent has to be put back, each piece by a task of its own. */
const putsBack: Outcome['holds'] = ({ away, missed }, seen) => {
  if (missed.length > 0) throw new Error('goods on a cart are free where they were');
  for (const one of away) {
    const task = seen.putBacks.find(
      (open) =>
        open.status === 'open' &&
        open.shipment_id === one.shipment_id &&
        open.item_id === one.item_id &&
        open.lot_no === one.lot_no &&
        open.lpn_id === one.lpn_id &&
        open.qty === one.qty &&
        open.from_location_id === one.location_id &&
        open.to_location_id === one.from_location_id,
    );
    if (!task) throw new Error(`${one.qty} were picked, are not sent, and nobody puts them back`);
  }
};

const cancelRequest: Step = async (turn) => {
  const one = turn.dice.pick(
    turn.seen.orders.filter(({ status }) => status === 'released' || status === 'partially_fulfilled'),
  );
  if (!one || turn.dice.chance(0.5)) return undefined;
  const answer = await turn.ask('post', `/api/oms/orders/${one.id}/cancel-request`);
  return isOk(answer) ? { may: ['released'], holds: putsBack } : undefined;
};

const direct: Step = async (turn) => {
  const { site, dice } = turn;
  const there = site.items.filter((item) => promisable(turn, item) > 0);
  const lines = [0, 1].map(() => ({
    item_id: dice.pick(there) ?? dice.pick(site.items)!,
    qty: dice.upTo(4),
  }));
  const answer = await turn.ask('post', '/api/wms/shipments', { warehouse_id: site.main, lines });
  if (!isOk(answer)) return undefined;
  return {
    may: ['made'],
    holds: ({ made }, seen) => {
      given(made, seen);
      for (const [item, qty] of byItem(lines))
        assertSame('a shipment holds', sum(made.filter((one) => one.item_id === item)), qty);
    },
  };
};

const shipmentSteps: Record<string, Outcome> = {
  pick: { may: ['picked'] },
  pack: {},
  ship: { may: ['shipped'] },
  deliver: {},
  cancel: { may: ['released'], holds: putsBack },
};

const shipment: Step = async (turn) => {
  const isOld = turn.dice.chance(0.1);
  const one = turn.dice.pick(turn.seen.shipments.filter((some) => isOld || isOpen(some)));
  if (!one) return undefined;
  const action = turn.dice.pick(['pick', 'pick', ...Object.keys(shipmentSteps)])!;
  const { named, ...serials } = action === 'ship' ? scanned(turn, one.id) : { named: [] };
  const answer = await turn.ask('patch', `/api/wms/shipments/${one.id}`, { action, ...serials });
  if (!isOk(answer)) return undefined;
  return named.length > 0
    ? { ...shipmentSteps[action], holds: leftWith(one.id, named) }
    : shipmentSteps[action];
};

const wave: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const commits = seen.shipments.filter(({ status }) => status === 'commit').map(({ id }) => id);
  if (commits.length > 0 && dice.chance(0.4)) {
    const body = { warehouse_id: site.main, ship_mode: 'parcel', shipment_ids: commits.slice(0, 3) };
    return isOk(await turn.ask('post', '/api/wms/waves', body)) ? {} : undefined;
  }
  const one = dice.pick(seen.waves.filter(({ status }) => ['open', 'released', 'picking'].includes(status)));
  if (!one) return undefined;
  const action = dice.chance(0.8) ? 'release' : 'cancel';
  return isOk(await turn.ask('patch', `/api/wms/waves/${one.id}`, { action })) ? {} : undefined;
};

const pickTask: Step = async (turn) => {
  const { dice, seen } = turn;
  const task = dice.pick(
    seen.tasks.filter(({ status }) => ['open', 'assigned', 'in_progress'].includes(status)),
  );
  if (!task) return undefined;
  const path = `/api/wms/pick-tasks/${task.id}`;
  if (task.status === 'open') await turn.ask('patch', path, { action: 'claim' });
  const action = dice.pick(['start', 'confirm', 'confirm', 'short', 'unclaim'] as const)!;
  const found = dice.below(task.qty);
  const isPut = action === 'confirm' || (action === 'short' && found > 0);
  const position = isPut && task.position !== null ? { position: task.position } : {};
  const more = { short: { picked_qty: found }, unclaim: { put_back: dice.chance(0.5) } };
  const body = { action, ...position, ...more[action as keyof typeof more] };
  const answer = await turn.ask('patch', path, body);
  if (!isOk(answer)) return undefined;
  if (action === 'confirm')
    return {
      may: ['picked'],
      holds: ({ picked }) => {
        assertSame('confirmed', picked.map(({ id }) => id).join(), task.allocation_id);
        assertSame('picked', sum(picked), task.qty);
      },
    };
  if (action !== 'short') return {};
  return {
    // The last piece of a shipment may be gone with it; all else of it stays.
    may: ['made', 'picked', 'released'],
    holds: ({ picked, made }) => {
      assertSame('found and picked', sum(picked), found);
      if (sum(made) > task.qty - found) throw new Error('more was found elsewhere than is missing');
    },
  };
};

const load: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const open = seen.loads.filter(({ status }) => !['shipped', 'cancelled'].includes(status));
  const waiting = seen.shipments.filter(isOpen).map(({ id }) => id);
  if (open.length < 2) {
    if (waiting.length === 0) return undefined;
    const body = { warehouse_id: site.main, shipment_ids: waiting.slice(0, 2) };
    return isOk(await turn.ask('post', '/api/wms/loads', body)) ? {} : undefined;
  }
  const one = dice.pick(open)!;
  const action = dice.pick([
    'add_shipments',
    'remove_shipments',
    'start_loading',
    'finish_loading',
    'unload',
    'ship',
    'ship',
    'cancel',
  ] as const)!;
  const chosen = action.endsWith('shipments') ? { shipment_ids: [dice.pick(waiting)].filter(Boolean) } : {};
  const answer = await turn.ask('patch', `/api/wms/loads/${one.id}`, { action, ...chosen });
  if (!isOk(answer)) return undefined;
  return action === 'ship' ? { may: ['shipped'] } : {};
};

export const orderSteps: Record<string, [weight: number, step: Step]> = {
  order: [7, order],
  push: [7, push],
  act: [5, act],
  cancelRequest: [1, cancelRequest],
  direct: [2, direct],
  shipment: [5, shipment],
  wave: [4, wave],
  pickTask: [10, pickTask],
  load: [3, load],
};
