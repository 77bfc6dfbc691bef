/** Steps of goods that customers send back: asked for, counted on hold, inspected, and what becomes of them. */
import { lotFor } from './floor-steps.ts';
import type { OpenReturn, Seen, Stock } from './seen.ts';
import { isOk, type Outcome, type Step, type Turn } from './turn.ts';

const returns = '/api/oms/returns';

// Which unit of the item with serials left is presumed until it comes back, so those stay out of this.
const canComeBack = ({ seen, site }: Turn) =>
  seen.lines.filter(({ item_id: item, fulfilled_qty: sent }) => item !== site.serial && sent > 0);

/** More may be asked for than is left to come back: that is refused, and changes nothing. */
const askBack: Step = async (turn) => {
  const { dice } = turn;
  const line = dice.pick(canComeBack(turn));
  if (!line) return undefined;
  const made = await turn.ask('post', returns, {
    order_id: line.order_id,
    kind: dice.pick(['customer', 'undeliverable'] as const),
    lines: [{ order_line_id: line.id, qty: dice.upTo(line.fulfilled_qty + 1), reason_code: 'too_small' }],
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
  const answer = await turn.ask('post', `${receipt}/receive-line`, {
    receipt_line_id: found.receipt_line_id,
    received_qty: good,
    damaged_qty: damaged,
    location_id: location,
    ...lot,
  });
  if (!isOk(answer)) return undefined;
  const at = { item_id: found.item_id, location_id: location, lot_no: lot.lot_no ?? '', lpn_id: null };
  return {
    moved: (book) => {
      book.put({ ...at, status: 'hold' }, good);
      if (damaged > 0) book.put({ ...at, status: 'damaged' }, damaged);
    },
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

/** Inspects some units and decides about them at once. */
const decide: Step = async (turn) => {
  const { dice } = turn;
  const isOpen = (one: OpenReturn): boolean =>
    ['receiving', 'inspecting'].includes(one.status) && one.received_qty > one.inspected_qty;
  const found = dice.pick(turn.seen.returns.filter(isOpen));
  const stock = found && dice.pick(standingAs(turn, found));
  if (!found || !stock) return undefined;
  const qty = dice.upTo(found.received_qty - found.inspected_qty);
  const path = `${returns}/${found.id}`;
  const inspected = await turn.ask('post', `${path}/inspect`, {
    return_line_id: found.line_id,
    qty,
    grade: dice.pick(['A', 'B', 'C', 'D'] as const),
  });
  if (!isOk(inspected)) return undefined;
  const kind = dice.pick(['restock', 'restock', 'scrap', 'vendor', 'quarantine'] as const)!;
  const { item_id, location_id, lot_no, status } = stock;
  const answer = await turn.ask('post', `${path}/dispose`, {
    inspection_id: inspected.body.data.inspections.at(-1).id,
    kind,
    location_id,
    stock_status: status,
    ...(lot_no ? { lot_no } : {}),
    reason_code: 'return',
  });
  if (!isOk(answer)) return {};
  if (kind === 'scrap') turn.adjusted.set(item_id, (turn.adjusted.get(item_id) ?? 0) - qty);
  return became(kind, { item_id, location_id, lot_no, status }, qty);
};

function became(kind: string, row: Omit<Stock, 'qty' | 'lpn_id'>, qty: number): Outcome {
  if (kind !== 'restock' && kind !== 'scrap') return {};
  return {
    moved: (book) => {
      for (const taken of book.take(row, qty))
        if (kind === 'restock') book.put({ ...taken, status: 'available' }, taken.qty);
    },
  };
}

export const rmaSteps: Record<string, [weight: number, step: Step]> = {
  askBack: [8, askBack],
  countBack: [12, countBack],
  decide: [12, decide],
};

/** What must hold of returns after any history. */
export function assertReturns({ returns: all, lines }: Seen): void {
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
  }
}
