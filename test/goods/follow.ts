/**
 * Follows the documents of one step into the book. Which stock an order got is the platform's choice, so the book takes
 * it from the allocations, and checks what every choice has to keep to; where the goods are afterwards follows from that.
 */
import { type Book, isHeld, keyOf, sum } from './book.ts';
import { recalledIn, type Allocation, type Seen, type Stock, type Transfer } from './seen.ts';
import type { Site } from './site.ts';

/** What may become of allocations in a step. */
export type Change = 'made' | 'picked' | 'shipped' | 'released';

export interface Followed {
  made: Allocation[];
  picked: Allocation[];
  shipped: Allocation[];
  /** What was put down in staging, or taken to be, and has to be put back. */
  away: Allocation[];
  /** What was taken and is free again where it was, as nobody found it. */
  missed: Allocation[];
}

const asStock = (held: Allocation, status: string): Stock => ({ ...held, status });

/** The earlier state of an allocation: its own, or that of the one it was split off. Undefined for a new one. */
function beforeOf(
  book: Book,
  now: ReadonlyMap<string, Allocation>,
  one: Allocation,
  leavesAtOnce: boolean,
): Allocation | undefined {
  const own = book.allocations.get(one.id);
  if (own) return own;
  if (isHeld(one)) return undefined;
  const whole = [...book.allocations.values()].find((held) => {
    const rest = now.get(held.id);
    return (
      isHeld(held) &&
      held.shipment_line_id === one.shipment_line_id &&
      keyOf(asStock(held, '')) === keyOf(asStock(one, '')) &&
      rest !== undefined &&
      held.qty - rest.qty === one.qty
    );
  });
  if (!whole && leavesAtOnce && one.status === 'shipped') return undefined;
  if (!whole) throw new Error(`an allocation of ${one.qty} came into being as ${one.status}`);
  return { ...whole, qty: one.qty };
}

/** `crossed`: goods that crossed the dock go first, whatever expires. */
export function follow(
  book: Book,
  site: Site,
  seen: Seen,
  { may = [], crossed = false }: { may?: readonly Change[]; crossed?: boolean },
): Followed {
  const now = new Map(seen.allocations.map((one) => [one.id, one]));
  const done: Followed = { made: [], picked: [], shipped: [], away: [], missed: [] };
  const allow = (change: Change): void => {
    if (!may.includes(change)) throw new Error(`stock of an order was ${change}, which nobody asked for`);
  };
  for (const id of book.allocations.keys()) if (!now.has(id)) throw new Error(`allocation ${id} is gone`);
  const leavesAtOnce = may.includes('made') && may.includes('shipped');
  const changes = seen.allocations.map((one) => ({ one, before: beforeOf(book, now, one, leavesAtOnce) }));
  const isPickedNow = ({ one, before }: (typeof changes)[number]): boolean =>
    before?.status === 'open' &&
    (one.status === 'picked' ||
      (one.status === 'released' && before.is_taken && one.from_location_id !== null));
  const whole = book.whole(
    changes.filter(isPickedNow).map(({ one, before }) => ({ lpn_id: before!.lpn_id, qty: one.qty })),
  );
  // A transfer that ships straight from the shelf takes along what it empties; else what it takes of a plate is loose.
  const sent = changes.filter(({ one, before }) => one.status === 'shipped' && before && isHeld(before));
  const along = book.whole(
    sent.filter(({ one }) => transferOf(seen, one)).map(({ one }) => ({ lpn_id: one.lpn_id, qty: one.qty })),
  );
  const locked = new Set(seen.locked.map(({ location_id: at }) => at));
  const recalled = recalledIn(seen);

  // What leaves its place does so before others get it: a short pick is promised elsewhere in the same step.
  for (const { one, before } of changes.sort((a, b) => Number(!a.before) - Number(!b.before))) {
    if (!before) {
      allow('made');
      assertMayTake(site, one, { locked, recalled });
      book.put(asStock(one, one.stock_status), -one.qty);
      if (one.status === 'shipped') done.shipped.push(one);
      else book.put(asStock(one, 'allocated'), one.qty);
      done.made.push(one);
      continue;
    }
    if (one.status === before.status) {
      if (isHeld(one) && keyOf(asStock(one, '')) !== keyOf(asStock(before, '')))
        throw new Error(
          `an allocation is at ${keyOf(asStock(one, ''))}, not at ${keyOf(asStock(before, ''))}`,
        );
      continue;
    }
    if (!isHeld(before)) throw new Error(`an allocation that was ${before.status} is ${one.status}`);
    allow(one.status as Change);
    const left = { ...before, qty: one.qty };
    book.put(asStock(left, 'allocated'), -one.qty);
    const isPutDown = isPickedNow({ one, before });
    if (isPutDown) {
      const staging = site.staging.get(site.warehouseOf.get(before.location_id)!)!;
      const lpn = before.lpn_id && whole.includes(before.lpn_id) ? before.lpn_id : null;
      if (one.location_id !== staging || one.lpn_id !== lpn)
        throw new Error(`picked to ${keyOf(asStock(one, ''))} instead of ${staging} on ${lpn ?? 'no plate'}`);
    }
    if (one.status === 'picked') {
      book.put(asStock(one, 'allocated'), one.qty);
      done.picked.push(one);
    } else if (one.status === 'shipped') done.shipped.push(one);
    else {
      const from = isPutDown ? one : left;
      const isAway = (isPutDown || before.status === 'picked') && from.from_location_id !== from.location_id;
      book.put(asStock(from, isAway ? 'hold' : before.stock_status), one.qty);
      if (isAway) done.away.push(from);
      else if (before.is_taken) done.missed.push(left);
    }
  }
  const [root] = whole;
  if (root) book.place(whole, site.staging.get(site.warehouseOf.get(book.plates.get(root)!.location_id!)!)!);
  sendOn(book, site, seen, { shipped: done.shipped, along });
  book.allocations = now;
  const chosen = done.made.filter(({ stock_status: status }) => status === 'available');
  if (!crossed) assertEarliest(book, site, seen, chosen);
  shipUnnamed(book, site, seen, done.shipped);
  return done;
}

const transferOf = ({ transfers }: Seen, { shipment_id: shipment }: Allocation): Transfer | undefined =>
  transfers.find(({ shipment_id: id }) => id === shipment);

/** What a transfer ships is in transit at its destination, on the license plates that go along. */
function sendOn(
  book: Book,
  site: Site,
  seen: Seen,
  { shipped, along }: { shipped: readonly Allocation[]; along: readonly string[] },
): void {
  for (const one of shipped) {
    const transfer = transferOf(seen, one);
    if (!transfer) continue;
    const location_id = site.transit.get(transfer.to_warehouse_id)!;
    const lpn_id = one.lpn_id && along.includes(one.lpn_id) ? one.lpn_id : null;
    book.put({ ...one, location_id, lpn_id, status: 'in_transit' }, one.qty);
  }
  book.send(along);
}

function assertMayTake(
  site: Site,
  one: Allocation,
  { locked, recalled }: Record<'locked' | 'recalled', ReadonlySet<string>>,
): void {
  if (recalled.has(one.lot_no) && one.stock_status === 'available')
    throw new Error('goods of a lot on hold were allocated');
  if (site.passing.has(one.location_id) && one.stock_status === 'available')
    throw new Error('goods in transit were allocated');
  if (locked.has(one.location_id)) throw new Error('goods at a location under count were allocated');
}

/** FEFO: what was taken expires no later than what was left. */
function assertEarliest(book: Book, site: Site, seen: Seen, made: readonly Allocation[]): void {
  const expiryOf = (lot: string): string =>
    seen.lots.find(({ lot_no: no }) => no === lot)?.expiry_date ?? 'never';
  const locked = new Set(seen.locked.map(({ location_id: at }) => at));
  const recalled = recalledIn(seen);
  for (const one of made) {
    const better = [...book.stock.values()].find(
      (left) =>
        left.item_id === one.item_id &&
        left.status === 'available' &&
        site.warehouseOf.get(left.location_id) === site.warehouseOf.get(one.location_id) &&
        !site.passing.has(left.location_id) &&
        !locked.has(left.location_id) &&
        !recalled.has(left.lot_no) &&
        expiryOf(left.lot_no) < expiryOf(one.lot_no),
    );
    if (better) throw new Error(`lot ${one.lot_no} was taken while ${better.lot_no} expires first`);
  }
}

/** Of serials that nobody names some of their place leave: which, its postings decide (`db/inventory/serials`), how many, we do. */
function shipUnnamed(book: Book, site: Site, seen: Seen, shipped: readonly Allocation[]): void {
  const units = sum(shipped.filter(({ item_id: item }) => item === site.serial));
  if (units === 0) return;
  const there = new Set(seen.serials.map(({ serial_no: serial }) => serial));
  const left = book.serials.filter((serial) => !there.has(serial));
  if (left.length !== units)
    throw new Error(`${units} units left, and as serials ${left.join(' ') || 'none'}`);
  book.serials = book.serials.filter((serial) => there.has(serial));
}
