/**
 * Validation version 2 of lots, expiry and serials, driven by the item's flags. Each rule has its own refusal code; the
 * first broken one is reported.
 */
import { zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import { lotExpiryConflict } from '../inventory/lots.ts';
import { isExpired, remainingLifeDays } from '../inventory/expiry.ts';
import { assertSerials, assertTracked } from '../inventory/serials.ts';

export interface ItemFlags {
  lot_tracked: boolean;
  expiry_tracked: boolean;
  serial_tracked: boolean;
  min_remaining_life_days: number | null;
}

export interface BatchInput {
  lot_no: string | null;
  manufacture_date: string | null;
  expiry_date: string | null;
  serial_nos: readonly string[];
}

/** The lot as recorded, if it is. */
export interface KnownLot {
  manufacture_date: string | null;
  expiry_date: string | null;
}

export interface CheckedBatch {
  /** '' means no lot. */
  lotNo: string;
  /** What the lots table has to be updated with; null when it already knows everything. */
  learned: { manufacture_date: string | null; expiry_date: string | null } | null;
}

/**
 * Checks the lot, expiry and serials given with one count. `good` and `damaged` are in base units; `today` is the date
 * in the warehouse's time zone. Goods that are only rejected never enter stock and need no lot, expiry or serial;
 * goods that arrive damaged, or come back, may be expired: nobody sells them as they are. `path` precedes a field named in a refusal.
 */
export function checkBatch(
  item: ItemFlags,
  batch: BatchInput,
  known: KnownLot | null,
  quantities: { good: Decimal; damaged: Decimal },
  today: string,
  path = '',
): CheckedBatch {
  const { good, damaged } = quantities;
  const entersStock = good.plus(damaged).gt(zero);
  const expiry = batch.expiry_date ?? known?.expiry_date ?? null;
  if (entersStock && item.lot_tracked && !batch.lot_no) {
    throw new Refusal('LOT_REQUIRED', 'This item is lot-tracked: lot_no is required.');
  }
  if (entersStock && item.expiry_tracked && !expiry) {
    throw new Refusal('EXPIRY_REQUIRED', 'This item is expiry-tracked: expiry_date is required.');
  }
  assertTracked(item, batch.serial_nos, `${path}serial_nos`);
  assertSerials(item, batch.serial_nos, good.plus(damaged));
  const manufactured = batch.manufacture_date ?? known?.manufacture_date ?? null;
  assertDates(item, manufactured, expiry, good, today);
  for (const path of ['expiry_date', 'manufacture_date'] as const) {
    const [recorded, given] = [known?.[path], batch[path]];
    if (batch.lot_no && recorded && given && recorded !== given)
      throw lotExpiryConflict(batch.lot_no, recorded, given, path);
  }
  return { lotNo: lotOf(item, batch, expiry), learned: learnedOf(batch, known, item, expiry) };
}

function assertDates(
  item: ItemFlags,
  manufactured: string | null,
  expiry: string | null,
  good: Decimal,
  today: string,
): void {
  if (!expiry) return;
  if (manufactured && expiry < manufactured) {
    throw new Refusal('EXPIRY_BEFORE_MANUFACTURE', 'expiry_date is before manufacture_date.', {
      manufacture_date: manufactured,
      expiry_date: expiry,
    });
  }
  if (good.eq(zero)) return;
  if (isExpired(expiry, today)) {
    throw new Refusal('EXPIRED', 'The goods are past their expiry date.', { expiry_date: expiry, today });
  }
  const required = item.min_remaining_life_days;
  const daysLeft = remainingLifeDays(expiry, today);
  if (required !== null && daysLeft < required) {
    throw new Refusal('REMAINING_LIFE_TOO_SHORT', 'The goods have fewer days left than this item requires.', {
      expiry_date: expiry,
      remaining_days: daysLeft,
      required_days: required,
    });
  }
}

// The specification does not say: an expiry date belongs to a lot, so goods tracked by expiry alone are kept apart by a
// lot named after the date.
function lotOf(item: ItemFlags, batch: BatchInput, expiry: string | null): string {
  if (batch.lot_no) return batch.lot_no;
  return item.expiry_tracked && expiry ? `EXP-${expiry}` : '';
}

function learnedOf(
  batch: BatchInput,
  known: KnownLot | null,
  item: ItemFlags,
  expiry: string | null,
): CheckedBatch['learned'] {
  if (!lotOf(item, batch, expiry)) return null;
  const isNews =
    known === null ||
    (batch.expiry_date !== null && known.expiry_date === null) ||
    (batch.manufacture_date !== null && known.manufacture_date === null);
  return isNews ? { manufacture_date: batch.manufacture_date, expiry_date: batch.expiry_date } : null;
}
