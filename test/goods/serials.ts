/** Serials by name: which leave, which come back, and what that says of those nobody named. */
import { isHeld, sum } from './book.ts';
import type { Seen } from './seen.ts';
import { assertSame } from './same.ts';
import { type Outcome, type Turn } from './turn.ts';

export const numbers = (all: readonly { serial_no: string }[]): string[] =>
  all.map(({ serial_no: serial }) => serial);

/** Some of the serials in stock, from any place on: where each lies is presumed until a scan says so. */
export function someOf({ dice }: Turn, serials: readonly string[], most: number): string[] {
  const from = dice.below(Math.max(1, serials.length));
  return [...serials.slice(from), ...serials.slice(0, from)].slice(0, most);
}

/** What somebody scans as a shipment leaves: some of its units, if it has any with serials. */
export function scanned(turn: Turn, shipmentId: string | null): { serials?: object[]; named: string[] } {
  const { dice, seen, site } = turn;
  const held = seen.allocations.filter(
    (one) => one.shipment_id === shipmentId && one.item_id === site.serial && isHeld(one),
  );
  if (held.length === 0 || dice.chance(0.4)) return { named: [] };
  const named = someOf(turn, numbers(seen.serials), dice.upTo(sum(held)));
  return { named, serials: [{ item_id: site.serial, serial_nos: named }] };
}

/** Named serials left with the shipment, and are not presumed to. */
export function leftWith(shipmentId: string | null, named: readonly string[]): NonNullable<Outcome['holds']> {
  return (_, { goneSerials, transitSerials }) => {
    for (const serial of named) {
      const isGone = [...goneSerials, ...transitSerials].some(
        (one) => one.serial_no === serial && one.shipment_id === shipmentId && !one.is_presumed,
      );
      assertSame(`${serial} left by its name`, isGone, true);
    }
  };
}

/** Named serials came: for each that counted as in stock, one that was presumed to have left is here after all. */
export function came(
  named: readonly string[],
  presumed: readonly { serial_no: string; is_presumed: boolean }[],
): NonNullable<Outcome['holds']> {
  const mayStay = new Set(numbers(presumed.filter((one) => one.is_presumed)));
  return (_, { serials }, book) => {
    const before = new Set(book.serials);
    const fresh = named.filter((serial) => !before.has(serial));
    const stayed = numbers(serials).filter((serial) => !before.has(serial) && !named.includes(serial));
    assertSame('serials that are here instead', stayed.length, named.length - fresh.length);
    const strange = stayed.filter((serial) => !mayStay.has(serial));
    assertSame('serials that left by their names, and are here', strange.join(' '), '');
    book.bring([...fresh, ...stayed]);
  };
}

/** Each serial is live once, and what left with a shipment is what its lines say. */
export function assertSerials(seen: Seen, item: string): void {
  const live = [...numbers(seen.serials), ...numbers(seen.transitSerials)];
  assertSame('serials that are live', new Set(live).size, live.length);
  const onTransfers = new Set(seen.transfers.map(({ shipment_id: id }) => id));
  for (const { id } of seen.shipments.filter((one) => !onTransfers.has(one.id))) {
    const sent = seen.allocations.filter(
      (one) => one.shipment_id === id && one.item_id === item && one.status === 'shipped',
    );
    const left = seen.goneSerials.filter((one) => one.shipment_id === id);
    assertSame('serials that left with a shipment', left.length, sum(sent));
  }
}
