/** Serial numbers: one for each unit of an item that is tracked by them. */
import { toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { invalid, Refusal } from '../refusals.ts';

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
 * Refuses 400 VALIDATION_FAILED, code not_tracked, when serials are named of an item that is not tracked by them: no unit of it
 * ever leaves the registry, so none enters it.
 */
export function assertTracked(
  item: { serial_tracked: boolean },
  serials: readonly string[],
  path = 'serial_nos',
): void {
  if (item.serial_tracked || serials.length === 0) return;
  throw invalid(path, 'not_tracked', `${path}: this item is not tracked by serial number`);
}

/** As `assertSerials`, and refuses 400 when serials are named of an item that is not tracked by them. */
export function assertSerialsOf(
  item: { serial_tracked: boolean },
  serials: readonly string[],
  units: Decimal,
  path = 'serial_nos',
): void {
  assertTracked(item, serials, path);
  assertSerials(item, serials, units, { path });
}
