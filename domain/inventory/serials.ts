/** Serial numbers: one per unit of a serial-tracked item. */
import { toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { invalid, Refusal, type ValidationProblem } from '../refusal.ts';

/** Refuses 400 SERIAL_REQUIRED, SERIAL_DUPLICATE, SERIAL_COUNT_MISMATCH. */
export function assertSerials(
  item: { serial_tracked: boolean },
  serials: readonly string[],
  units: Decimal,
  facts: Record<string, unknown> = {},
): void {
  if (serials.length === 0) {
    if (item.serial_tracked && units.gt(zero)) {
      throw new Refusal('SERIAL_REQUIRED', 'This item is serial-tracked: serial_nos is required.', facts);
    }
    return;
  }
  const twice = [...new Set(serials.filter((serial, index) => serials.indexOf(serial) !== index))];
  if (twice.length > 0) {
    throw new Refusal('SERIAL_DUPLICATE', 'A serial number is named more than once.', {
      ...facts,
      serial_nos: twice,
    });
  }
  if (!units.eq(String(serials.length))) {
    throw new Refusal('SERIAL_COUNT_MISMATCH', 'There must be one serial number for each unit.', {
      ...facts,
      serials: serials.length,
      units: toJsonNumber(units),
    });
  }
}

/**
 * Refuses 400 VALIDATION_FAILED with code not_tracked when serials are given for an item that is not serial-tracked. No
 * unit of it would ever leave the serial registry, so none may enter.
 */
export function assertTracked(
  item: { serial_tracked: boolean },
  serials: readonly string[],
  path = 'serial_nos',
): void {
  if (item.serial_tracked || serials.length === 0) return;
  throw invalid(path, 'not_tracked', `${path}: this item is not tracked by serial number`);
}

/** Whether a quantity is not a number of whole units, which is all that can carry serial numbers. */
export function isFraction(qty: Decimal): boolean {
  return !qty.eq(qty.round(0));
}

/** 400 VALIDATION_FAILED with code whole_units. */
export function wholeUnitsOnly(path: string): ValidationProblem {
  const message = `${path} must be a whole number: the item is tracked by serial number`;
  return { path, code: 'whole_units', message };
}

/** Refuses 400 VALIDATION_FAILED for a part of a unit: half a serial number would stay behind in the registry. */
export function assertUndivided(item: { serial_tracked: boolean }, qty: Decimal, path = 'qty'): void {
  if (!item.serial_tracked || !isFraction(qty)) return;
  const { code, message } = wholeUnitsOnly(path);
  throw invalid(path, code, message);
}

/** Like `assertSerials`, and also refuses 400 when serials are given for an item that is not serial-tracked. */
export function assertSerialsOf(
  item: { serial_tracked: boolean },
  serials: readonly string[],
  units: Decimal,
  path = 'serial_nos',
): void {
  assertTracked(item, serials, path);
  assertSerials(item, serials, units, { path });
}
