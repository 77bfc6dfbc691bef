/** Steps that go all the way in one request: orders that ship with their release, receipts that are in when they are made. */
import { sum } from './book.ts';
import { lotFor, newSerials } from './floor-steps.ts';
import { isOpen, pushedOf } from './order-steps.ts';
import { assertSame } from './same.ts';
import { isOk, type Step } from './turn.ts';
import type { OrderLine } from './seen.ts';

const unconfirmed = ['draft', 'pending_review'];
const open = [...unconfirmed, 'confirmed', 'allocated', 'released', 'partially_fulfilled'];

/** All that the order held and what the release takes for it has left, and nothing of it waits in the warehouse. */
const shipAtOnce: Step = async (turn) => {
  const { dice, seen } = turn;
  const one = dice.pick(seen.orders.filter(({ status }) => dice.chance(0.05) || open.includes(status)));
  if (!one) return undefined;
  // Only v1 takes an order there from its draft.
  const path =
    unconfirmed.includes(one.status) || dice.chance(0.3)
      ? `/v1/oms/orders/${one.id}/release`
      : `/api/oms/orders/${one.id}/push-to-wms`;
  const answer = await turn.ask('post', path, { ship: true });
  if (!isOk(answer)) return undefined;
  const before = seen.lines.filter(({ order_id: id }) => id === one.id);
  const held = seen.allocations.filter(({ status }) => status === 'open' || status === 'picked');
  const wanted = (line: OrderLine): number =>
    unconfirmed.includes(one.status) ? line.qty : pushedOf(line, before);
  return {
    may: ['made', 'shipped'],
    holds: ({ made, shipped }, after) => {
      for (const line of before) {
        const ofLine = (all: typeof made): number =>
          sum(all.filter(({ order_line_id: id }) => id === line.id));
        // What was released before is shipped, and takes nothing more.
        const isReleased = one.status === 'released' || made.length === 0;
        assertSame('a line that ships at once takes', ofLine(made), isReleased ? 0 : wanted(line));
        assertSame('a line that ships at once ships', ofLine(shipped), ofLine(held) + ofLine(made));
      }
      const waiting = after.shipments.filter((some) => some.order_id === one.id && isOpen(some));
      assertSame('shipments that stayed behind', waiting.length, 0);
      assertSame('other goods that left', sum(shipped), sum(before.map(({ id }) => shippedOf(shipped, id))));
    },
  };
};

const shippedOf = (shipped: readonly { order_line_id: string | null; qty: number }[], line: string) => ({
  qty: sum(shipped.filter(({ order_line_id: id }) => id === line)),
});

/** A receipt that is counted in as announced when it is made. */
const receiveAtOnce: Step = async (turn) => {
  const { site, dice, seen } = turn;
  const plates = seen.plates.filter(
    (one) => ['planned', 'active'].includes(one.state) && one.warehouse_id === site.main,
  );
  const source = dice.chance(0.2) ? 'return' : 'manual';
  const lines = Array.from({ length: dice.upTo(3) }, () => {
    const item = dice.pick(site.items)!;
    const qty = dice.upTo(8);
    const plate = dice.chance(0.4) ? dice.pick(plates) : undefined;
    const location = plate?.location_id ?? (dice.chance(0.3) ? undefined : dice.pick(site.shelves)!);
    return { item, qty, plate, location, lot: lotFor(turn, item), serials: newSerials(turn, item, qty) };
  });
  const answer = await turn.ask('post', '/api/wms/inbound-receipts', {
    warehouse_id: site.main,
    source_type: source,
    receive: true,
    lines: lines.map(({ item, qty, plate, location, lot, serials }) => ({
      item_id: item,
      expected_qty: qty,
      ...(location ? { location_id: location } : {}),
      ...(plate ? { pallet_lpn: plate.lpn } : {}),
      ...lot,
      ...serials,
    })),
  });
  if (!isOk(answer)) return undefined;
  const status = source === 'return' ? 'hold' : 'available';
  return {
    moved: (book) => {
      for (const { item, qty, plate, location, lot, serials } of lines) {
        const at = location ?? site.staging.get(site.main)!;
        const { lot_no = '' } = lot;
        book.put({ item_id: item, location_id: at, status, lot_no, lpn_id: plate?.id ?? null }, qty);
        book.serials.push(...(serials.serial_nos ?? []));
        if (plate) book.arrive(plate.id, at);
      }
    },
    holds: (_, { received }) => {
      for (const [index, { qty }] of lines.entries()) {
        const { id } = answer.body.data.lines[index];
        assertSame('received at once', received.find((line) => line.id === id)?.received_qty, qty);
      }
    },
  };
};

export const atOnceSteps: Record<string, [weight: number, step: Step]> = {
  shipAtOnce: [4, shipAtOnce],
  receiveAtOnce: [3, receiveAtOnce],
};
