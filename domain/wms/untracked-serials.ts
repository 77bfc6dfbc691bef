/** Serial numbers of an item that is not tracked by them: no unit of it ever leaves the registry, so none enters it. */
import { invalid } from '../refusals.ts';

/** Refuses 400 VALIDATION_FAILED, code not_tracked, when serials are named of an item that is not tracked by them. */
export function assertTracked(
  item: { serial_tracked: boolean },
  serials: readonly string[],
  path = 'serial_nos',
): void {
  if (item.serial_tracked || serials.length === 0) return;
  throw invalid(path, 'not_tracked', `${path}: this item is not tracked by serial number`);
}
