/** Steps of goods that customers send back: asked for, counted on hold, inspected, what becomes of them, and their credit. */
import { lotFor } from './floor-steps.ts';
import type { OpenReturn } from './open-return.ts';
import type { OrderLine, Seen, Stock } from './seen.ts';
import { came, numbers, someOf } from './serials.ts';
import { assertSame } from './same.ts';
import { isOk, type Outcome, type Step, type Turn } from './turn.ts';

const returns = '/api/oms/returns';

/** Serials that left with an order; nobody may have named them. */
function soldOn({ seen }: Turn, orderId: string): string[] {
  const shipments = seen.shipments.filter(({ order_id: of }) => of === orderId).map(({ id }) => id);
  return numbers(seen.goneSerials.filter(({ shipment_id: id }) => shipments.includes(id ?? '')));
}

/** What somebody scans of what comes back: mostly what left, and now and then what should be on a shelf. */
function scans(turn: Turn, { item_id, order_id }: { item_id: string; order_id: string }, qty: number) {
  const { dice, seen, site } = turn;
  if (item_id !== site.serial || qty === 0) return {};
  const known = dice.chance(0.8) ? soldOn(turn, order_id) : numbers(seen.serials);
  return { serial_nos: someOf(turn, known, qty) };
}

/** More may be asked for than is left to come back: that is refused, and changes nothing. */
const askBack: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const leftOf = (line: OrderLine): number =>
    seen.returns
      .filter(
        ({ order_line_id: id, status }) => id === line.id && !['cancelled', 'rejected'].includes(status),
      )
      .reduce((left, { qty }) => left - qty, line.fulfilled_qty);
  const isTooMany = dice.chance(0.1);
  const sent = seen.lines.filter((line) => line.fulfilled_qty > 0 && (isTooMany || leftOf(line) > 0));
  const tracked = sent.filter(({ item_id: item }) => item === site.serial);
  const line = dice.pick(tracked.length > 0 && dice.chance(0.4) ? tracked : sent);
  if (!line) return undefined;
  const qty = isTooMany ? line.fulfilled_qty + 1 : dice.upTo(leftOf(line));
  const made = await turn.ask('post', returns, {
    order_id: line.order_id,
    kind: dice.pick(['customer', 'undeliverable'] as const),
    lines: [
      {
        order_line_id: line.id,
        qty,
        reason_code: 'too_small',
        ...(dice.chance(0.4) ? scans(turn, line, qty) : {}),
      },
    ],
  });
  if (!isOk(made)) return undefined;
  const action = dice.chance(0.9) ? 'authorize' : 'cancel';
  return isOk(await turn.ask('patch', `${returns}/${made.body.data.id}`, { action })) ? {} : undefined;
};

const isExpected = ({ status }: OpenReturn): boolean => ['authorized', 'receiving'].includes(status);

/** Counts some of what is expected, or ends the counting. */
const countBack: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const found = dice.pick(seen.returns.filter(isExpected));
  if (!found) return undefined;
  const receipt = `/api/wms/inbound-receipts/${found.receipt_id}`;
  if (found.received_qty > 0 && dice.chance(0.4))
    return isOk(await turn.ask('post', `${receipt}/complete-receive`)) ? {} : undefined;
  const good = dice.upTo(found.qty);
  const damaged = dice.chance(0.2) ? 1 : 0;
  const location = found.warehouse_id === site.main ? dice.pick(site.shelves)! : site.second.shelf;
  const lot = lotFor(turn, found.item_id);
  const serials = scans(turn, found, good + damaged);
  const answer = await turn.ask('post', `${receipt}/receive-line`, {
    receipt_line_id: found.receipt_line_id,
    received_qty: good,
    damaged_qty: damaged,
    location_id: location,
    ...lot,
    ...serials,
  });
  if (!isOk(answer)) return undefined;
  const at = { item_id: found.item_id, location_id: location, lot_no: lot.lot_no ?? '', lpn_id: null };
  return {
    moved: (book) => {
      book.put({ ...at, status: 'hold' }, good);
      if (damaged > 0) book.put({ ...at, status: 'damaged' }, damaged);
    },
    holds: came(serials.serial_nos ?? [], seen.goneSerials),
  };
};

/** Units of the return's item as somebody would find them: on hold or damaged, at any place of its warehouse. */
const standingAs = ({ seen, site }: Turn, found: OpenReturn): Stock[] =>
  seen.stock.filter(
    ({ item_id: item, status, location_id: at }) =>
      item === found.item_id &&
      (status === 'hold' || status === 'damaged') &&
      site.warehouseOf.get(at) === found.warehouse_id,
  );

const isOpen = ({ status }: OpenReturn): boolean => ['receiving', 'inspecting'].includes(status);

const inspect: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const found = dice.pick(seen.returns.filter((one) => isOpen(one) && one.received_qty > one.inspected_qty));
  if (!found) return undefined;
  const qty = dice.upTo(found.received_qty - found.inspected_qty);
  const here = seen.serials.filter(
    (one) => one.receipt_id === found.receipt_id && !found.inspected_serials.includes(one.serial_no),
  );
  const tracked = found.item_id === site.serial ? { serial_nos: someOf(turn, numbers(here), qty) } : {};
  const answer = await turn.ask('post', `${returns}/${found.id}/inspect`, {
    return_line_id: found.line_id,
    qty,
    grade: dice.pick(['A', 'B', 'C', 'D'] as const),
    ...tracked,
  });
  return isOk(answer) ? {} : undefined;
};

/** Decides about inspected units, or a part of them, where some of the item stand. */
const decide: Step = async (turn) => {
  const { dice, site } = turn;
  const found = dice.pick(turn.seen.returns.filter((one) => isOpen(one) && one.open_inspections.length > 0));
  const inspected = dice.pick(found?.open_inspections ?? []);
  const stock = found && dice.pick(standingAs(turn, found));
  if (!found || !stock || !inspected) return undefined;
  const qty = dice.upTo(inspected.qty);
  const serials = someOf(turn, inspected.serials, qty);
  const kind = dice.pick([
    'restock',
    'restock',
    'downgrade',
    'scrap',
    'vendor',
    'quarantine',
    'refurbish',
    'customer',
  ])!;
  const { item_id, location_id, lot_no, status } = stock;
  const seconds = site.plain.find((id) => id !== item_id)!;
  const answer = await turn.ask('post', `${returns}/${found.id}/dispose`, {
    inspection_id: inspected.id,
    kind,
    qty,
    location_id,
    stock_status: status,
    ...(lot_no ? { lot_no } : {}),
    ...(serials.length > 0 ? { serial_nos: serials } : {}),
    ...(kind === 'downgrade' ? { to_item_id: seconds } : {}),
    ...(kind === 'vendor' && dice.chance(0.6) ? { vendor_id: site.vendor } : {}),
    reason_code: 'return',
  });
  if (!isOk(answer)) return undefined;
  const add = (item: string, delta: number): unknown =>
    turn.adjusted.set(item, (turn.adjusted.get(item) ?? 0) + delta);
  if (kind === 'scrap' || kind === 'downgrade') add(item_id, -qty);
  if (kind === 'downgrade') add(seconds, qty);
  // A shipment holds them where they stand.
  if (kind === 'customer') return { may: ['made'] };
  return became(kind, { item_id, location_id, lot_no, status }, { qty, serials, seconds });
};

function became(
  kind: string,
  row: Omit<Stock, 'qty' | 'lpn_id'>,
  { qty, serials, seconds }: { qty: number; serials: readonly string[]; seconds: string },
): Outcome {
  if (!['restock', 'downgrade', 'scrap'].includes(kind)) return {};
  return {
    moved: (book) => {
      for (const taken of book.take(row, qty)) {
        if (kind === 'restock') book.put({ ...taken, status: 'available' }, taken.qty);
        if (kind === 'downgrade')
          book.put({ ...taken, item_id: seconds, lot_no: '', status: 'available' }, taken.qty);
      }
      if (kind !== 'restock') book.serials = book.serials.filter((serial) => !serials.includes(serial));
    },
  };
}

const invoices = '/api/accounting/invoices';

/** Bills an order that has left, or gives back what its returns are worth. No goods move. */
const settle: Step = async (turn) => {
  const { dice, seen } = turn;
  const found = dice.pick(seen.returns.filter(({ received_qty: qty }) => qty > 0));
  if (found && dice.chance(0.6)) {
    const note = await turn.ask('post', `${returns}/${found.id}/credit`, {});
    return isOk(note) ? {} : undefined;
  }
  const order = dice.pick(seen.orders.filter(({ status }) => ['fulfilled', 'delivered'].includes(status)));
  if (!order) return undefined;
  const drafted = await turn.ask('post', invoices, { sales_order_id: order.id });
  if (!isOk(drafted)) return undefined;
  const id: string = drafted.body.data.id;
  return isOk(await turn.ask('patch', `${invoices}/${id}`, { action: 'issue' })) ? {} : undefined;
};

export const rmaSteps: Record<string, [weight: number, step: Step]> = {
  askBack: [8, askBack],
  countBack: [12, countBack],
  inspect: [9, inspect],
  decide: [10, decide],
  settle: [5, settle],
};

/** What must hold of returns after any history. */
export function assertReturns({ returns: all, lines }: Seen, trackedItem: string): void {
  for (const { id, fulfilled_qty: sent } of lines) {
    const back = all.filter(({ order_line_id: of }) => of === id);
    const came = back.reduce((total, { received_qty: qty }) => total + qty, 0);
    if (came > sent) throw new Error(`${came} came back of an order line of which ${sent} left`);
  }
  for (const one of all) {
    const { status, received_qty: came, inspected_qty: inspected, disposed_qty: disposed } = one;
    if (disposed > inspected || inspected > came)
      throw new Error(`${disposed} disposed of, ${inspected} inspected, ${came} received`);
    if (status === 'disposed' && disposed !== came)
      throw new Error(`disposed with ${disposed} of ${came} received`);
    if (one.credited_qty > came) throw new Error(`${one.credited_qty} credited of ${came} that came back`);
    if (one.item_id !== trackedItem) continue;
    const serials = one.inspected_serials;
    assertSame('serials inspected, each once', new Set(serials).size, inspected);
    const left = one.open_inspections.flatMap((part) => part.serials);
    assertSame('serials of which nothing became yet', left.length, inspected - disposed);
  }
}
