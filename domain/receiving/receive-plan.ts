/** Plans one count of one receipt line: what enters stock, and the new state of line and receipt. Pure. */
import { decimal, zero, type Decimal } from '../decimal.ts';
import { invalid, Refusal, unknownReference } from '../refusal.ts';
import { heldShare, type InspectionTerms } from '../quality/inspection-plans.ts';
import { goodStatus, isCapped, isForSale, type ReceiptOrigin } from './arrival.ts';
import {
  addIncrement,
  assertTolerated,
  shareOf,
  type Increment,
  type LineCounts,
  type LineShare,
} from './receipt-line.ts';
import { takeInTransit, type TakenGoods, type TransitGoods } from './in-transit.ts';
import { checkBatch, type CheckedBatch, type ItemFlags, type KnownLot } from './receipt-validation.ts';

/** What is known, under lock, about the line being counted. */
export interface ReceiveFacts {
  item_id: string;
  origin: ReceiptOrigin;
  /** What is in transit to the line; for goods from outside there is no such thing. */
  inTransit?: readonly TransitGoods[];
  /** Good units come back to be sold: nobody inspects them. */
  isPassed: boolean;
  /** The plan by which some of the good units are looked at first. */
  inspection: InspectionTerms | null;
  /** With a plan: how many of the line's units that are here came on hold, in base units. */
  held: Decimal;
  /** And how many were taken back, of those on hold and of the others. */
  takenBack: { held: Decimal; passed: Decimal };
  line: LineCounts;
  /** Base units per unit of the line. */
  factor: Decimal;
  item: ItemFlags & { qc_hold: boolean };
  knownLot: KnownLot | null;
  tolerancePercent: Decimal;
  /** The location the goods go to: the requested one, or the cross-dock; null when it is not in the warehouse. */
  locationId: string | null;
  countTaskId: string | null;
  /** The date in the warehouse's time zone. */
  today: string;
}

/** The input of one call. Quantities are increments, in the line's unit. */
export interface ScanInput {
  received_qty: number;
  damaged_qty: number;
  rejected_qty: number;
  location_id: string | null;
  is_cross_dock: boolean;
  condition: 'good' | 'damaged';
  lot_no: string | null;
  manufacture_date: string | null;
  expiry_date: string | null;
  serial_nos: readonly string[];
  pallet_lpn: string | null;
  /** How high the pallet stands with the goods; absent or null: not said. */
  pallet_height_cm?: number | null;
  allow_over_receive: boolean;
}

export interface CountPlan {
  locationId: string;
  batch: CheckedBatch;
  /** What enters stock, in base units. */
  stock: { status: 'available' | 'hold' | 'damaged'; qty: Decimal }[];
  /** Of the good units, what waits on hold for an inspection; null when nobody looks at any. */
  inspected: { terms: InspectionTerms; qty: Decimal; held: Decimal } | null;
  /** What of it comes out of transit. */
  taken: readonly TakenGoods[];
  after: LineCounts;
  before: LineShare;
  share: LineShare;
}

/** Plans a count. `path` prefixes the fields named in refusals (`lines.3.` in a list). */
export function planReceive(facts: ReceiveFacts, input: ScanInput, path = ''): CountPlan {
  if (input.pallet_lpn === null && (input.pallet_height_cm ?? null) !== null) {
    const field = `${path}pallet_height_cm`;
    throw invalid(field, 'not_allowed', `${field} is only taken with pallet_lpn`);
  }
  const locationId = locationOf(facts, input, path);
  const increment = incrementOf(input);
  const good = baseUnits(increment.good, facts.factor, `${path}received_qty`);
  const damaged = baseUnits(increment.damaged, facts.factor, `${path}damaged_qty`);
  baseUnits(increment.rejected, facts.factor, `${path}rejected_qty`);
  const sellable = facts.isPassed || isForSale(facts.origin) ? good : zero;
  const kept = good.plus(damaged).minus(sellable);
  const checked = { good: sellable, damaged: kept };
  const batch = checkBatch(facts.item, input, facts.knownLot, checked, facts.today, path);
  const after = addIncrement(facts.line, increment);
  const arrival = { item_id: facts.item_id, lot_no: batch.lotNo, pallet_lpn: input.pallet_lpn };
  const units = good.plus(damaged);
  const rejected = after.rejected.times(facts.factor);
  const taken = facts.inTransit ? takeInTransit(facts.inTransit, { ...arrival, qty: units, rejected }) : [];
  const capped = isCapped(facts.origin);
  if (capped || !input.allow_over_receive)
    assertTolerated(facts.line, after, capped ? zero : facts.tolerancePercent);
  const { goods, inspected } = goodUnits(facts, good);
  const stock = [...goods, { status: 'damaged' as const, qty: damaged }].filter(({ qty }) => qty.gt(zero));
  if (stock.length > 0) assertUnlocked(locationId, facts.countTaskId);
  return {
    locationId,
    batch,
    stock,
    inspected,
    taken,
    after,
    before: shareOf(facts.line, facts.factor),
    share: shareOf(after, facts.factor),
  };
}

/** As what good units enter stock. Goods that wait for somebody anyway are all held by the inspection. */
function goodUnits(
  facts: ReceiveFacts,
  good: Decimal,
): { goods: CountPlan['stock']; inspected: CountPlan['inspected'] } {
  const status = facts.isPassed ? 'available' : goodStatus(facts.origin, facts.item);
  const { inspection: terms } = facts;
  if (!terms) return { goods: [{ status, qty: good }], inspected: null };
  const came = facts.line.received.times(facts.factor);
  const { held: heldNow, takenBack } = facts;
  const held = status === 'hold' ? good : heldShare(terms, { came, held: heldNow, takenBack }, good);
  return {
    goods: [
      { status: 'available', qty: good.minus(held) },
      { status: 'hold', qty: held },
    ],
    inspected: held.gt(zero) ? { terms, qty: good, held } : null,
  };
}

/** With `condition: damaged` all of received_qty is damaged; damaged_qty and rejected_qty come on top. */
function incrementOf(input: ScanInput): Increment {
  const received = decimal(input.received_qty);
  const damaged = decimal(input.damaged_qty);
  const rejected = decimal(input.rejected_qty);
  return input.condition === 'damaged'
    ? { good: zero, damaged: received.plus(damaged), rejected }
    : { good: received, damaged, rejected };
}

// The most one movement may carry, as in queues/schema.ts#qty.
const baseUnitsBelow = decimal('1000000000');

/** A quantity in the item's base unit. Refuses 400 with the field when it is finer or larger than stock can hold. */
export function baseUnits(qty: Decimal, factor: Decimal, path: string): Decimal {
  const base = qty.times(factor);
  if (!base.round(6).eq(base)) {
    throw invalid(path, 'precision', `${path} has more than six decimals in the item's base unit`);
  }
  if (base.gte(baseUnitsBelow)) {
    throw invalid(path, 'too_large', `${path} must be less than 1,000,000,000 in the item's base unit`);
  }
  return base;
}

function locationOf(facts: ReceiveFacts, input: ScanInput, path: string): string {
  if (facts.locationId) return facts.locationId;
  if (input.location_id)
    throw unknownReference(`${path}location_id`, "active location of the receipt's warehouse");
  if (input.is_cross_dock) {
    throw invalid(
      `${path}location_id`,
      'required',
      'the warehouse has no cross-dock location, so location_id is required',
    );
  }
  throw invalid(
    `${path}location_id`,
    'required',
    `${path}location_id is required unless is_cross_dock is true`,
  );
}

function assertUnlocked(locationId: string, countTaskId: string | null): void {
  if (!countTaskId) return;
  throw new Refusal(
    'LOCATION_LOCKED',
    'A count task holds this location until it is completed or cancelled.',
    {
      location_id: locationId,
      count_task_id: countTaskId,
    },
  );
}
