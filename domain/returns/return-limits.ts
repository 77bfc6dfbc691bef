/** Nothing more is ever returned than was shipped, and nothing disposed of twice. Pure. */
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { invalid, Refusal } from '../refusal.ts';

/** An order line under its order's lock, or a shipment's line of it: what left, what came back, and what is authorised and still out. */
export interface ReturnableLine {
  order_line_id: string;
  shipped: string;
  returned: string;
  authorised: string;
}

/**
 * Refuses 409 RETURN_EXCEEDS_SHIPPED with the line's quantities when what is asked, with what came back and what is
 * still out, is more than was shipped.
 */
export function assertWithinShipped(
  line: ReturnableLine,
  asked: Decimal,
  of: 'order line' | 'shipment' = 'order line',
): void {
  const wouldBe = sum([decimal(line.returned), decimal(line.authorised), asked]);
  if (wouldBe.lte(decimal(line.shipped))) return;
  throw new Refusal(
    'RETURN_EXCEEDS_SHIPPED',
    `${toJsonNumber(line.shipped)} were shipped on this ${of}, ${toJsonNumber(line.returned)} came back and ${toJsonNumber(line.authorised)} are authorised: ${toJsonNumber(asked)} more cannot be returned.`,
    {
      order_line_id: line.order_line_id,
      shipped: toJsonNumber(line.shipped),
      returned: toJsonNumber(line.returned),
      authorised: toJsonNumber(line.authorised),
      would_be: toJsonNumber(wouldBe),
    },
  );
}

/** A lot that units of an order line are said to be of, and the first of those it left with. */
export interface LotNotShipped {
  order_line_id: string;
  lot_no: string;
  shipped_lots: string[];
}

export function lotNotShipped({ lot_no: lotNo, ...of }: LotNotShipped): Refusal {
  return new Refusal('LOT_NOT_SHIPPED', `The lot ${lotNo} did not leave with this order line.`, {
    ...of,
    lot_no: lotNo,
  });
}

/** Units of a lot that is on hold, or has expired, and what they are not good for because of it. */
export function lotNotSellable(
  lotNo: string,
  { is_held: isHeld, expiry_date: expiry }: { is_held: boolean; expiry_date: string | null },
  so: string,
): Refusal {
  const why = isHeld ? 'is on hold' : 'has expired';
  return new Refusal('LOT_NOT_SELLABLE', `The lot ${lotNo} ${why}: ${so}.`, {
    lot_no: lotNo,
    is_on_hold: isHeld,
    expiry_date: expiry,
  });
}

/** Refuses 409 INSPECTION_EXCEEDS_RECEIVED when more is inspected than was received on the line. */
export function assertWithinReceived(
  line: { id: string; received: string; inspected: string },
  asked: Decimal,
): void {
  const wouldBe = decimal(line.inspected).plus(asked);
  if (wouldBe.lte(decimal(line.received))) return;
  throw new Refusal(
    'INSPECTION_EXCEEDS_RECEIVED',
    `${toJsonNumber(line.received)} were received on this line and ${toJsonNumber(line.inspected)} are inspected already.`,
    {
      return_line_id: line.id,
      received: toJsonNumber(line.received),
      inspected: toJsonNumber(line.inspected),
      would_be: toJsonNumber(wouldBe),
    },
  );
}

/** Refuses 409 INSPECTION_DISPOSED when more of an inspection is disposed of than is left of it. */
export function assertWithinInspected(
  inspection: { id: string; qty: string; disposed: string },
  asked: Decimal,
): void {
  const wouldBe = decimal(inspection.disposed).plus(asked);
  if (wouldBe.lte(decimal(inspection.qty))) return;
  throw new Refusal(
    'INSPECTION_DISPOSED',
    `Of the ${toJsonNumber(inspection.qty)} inspected, ${toJsonNumber(inspection.disposed)} have been disposed of already.`,
    {
      inspection_id: inspection.id,
      inspected: toJsonNumber(inspection.qty),
      disposed: toJsonNumber(inspection.disposed),
      would_be: toJsonNumber(wouldBe),
    },
  );
}

/** Units of a line as they came in, less what has become of them. */
export interface Standing {
  lot_no: string;
  stock_status: StandingStatus;
  qty: string;
}
export type StandingStatus = 'hold' | 'damaged';

/**
 * As what units of a line are disposed of: as named, else on hold while enough came in so, else damaged. Refuses 400 when
 * several lots came in and none is named, 409 DISPOSITION_EXCEEDS_RECEIVED when fewer came in so than are disposed of.
 */
export function standingOf(
  stands: readonly Standing[],
  named: { lot_no: string | null; stock_status: StandingStatus | null },
  asked: Decimal,
): Pick<Standing, 'lot_no' | 'stock_status'> {
  const fits = ({ lot_no: lot, stock_status: status, qty }: Standing): boolean =>
    lot === (named.lot_no ?? lot) && status === (named.stock_status ?? status) && decimal(qty).gte(asked);
  const fitting = stands.filter(fits);
  const onHold = fitting.filter(({ stock_status: status }) => status === 'hold');
  const [first, other] = onHold.length > 0 ? onHold : fitting;
  if (other) throw invalid('lot_no', 'required', 'lot_no is required: several lots came in on this line');
  if (first) return { lot_no: first.lot_no, stock_status: first.stock_status };
  throw new Refusal(
    'DISPOSITION_EXCEEDS_RECEIVED',
    `${asked.toFixed()} of them did not come in on this line like that, or were disposed of already.`,
    { stands: stands.map((one) => ({ ...one, qty: toJsonNumber(one.qty) })), asked: toJsonNumber(asked) },
  );
}

/** Refuses 409 DISPOSITION_EXCEEDS_RECEIVED when more was disposed of as one lot and status than is left to have come in so. */
export function assertDisposedCameIn(stands: readonly Standing[]): void {
  const over = stands.filter(({ qty }) => decimal(qty).lt(zero));
  if (over.length === 0) return;
  const message = 'What was disposed of came in on this line: it cannot be taken back.';
  throw new Refusal('DISPOSITION_EXCEEDS_RECEIVED', message, {
    stands: over.map((one) => ({ ...one, qty: toJsonNumber(one.qty) })),
  });
}

/** Units of a return, on hold or damaged, of which nothing has become yet. */
export interface AwaitingReturn {
  return_id: string;
  return_no: string;
  qty: string;
}

/**
 * Refuses 409 RETURN_UNDISPOSED, naming the returns, when less would stay on hold, or damaged, than they wait for: what a
 * customer sent back leaves by its disposition alone.
 */
export function assertKeptOnHold({
  held,
  awaiting,
}: {
  held: Decimal;
  awaiting: readonly AwaitingReturn[];
}): void {
  const kept = sum(awaiting.map(({ qty }) => decimal(qty)));
  if (held.gte(kept)) return;
  const names = awaiting.map(({ return_no: no }) => no).join(', ');
  throw new Refusal(
    'RETURN_UNDISPOSED',
    `${held.toFixed()} would stay, and ${kept.toFixed()} of ${names} wait for their disposition.`,
    {
      returns: awaiting.map((one) => ({ ...one, qty: toJsonNumber(one.qty) })),
      awaiting: toJsonNumber(kept),
      would_remain: toJsonNumber(held),
    },
  );
}
