/** The serials behind a count's differences: found units are added, missing ones are named and removed. */
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { assertSerials } from '../../domain/inventory/serials.ts';
import type { TenantTransaction } from '../database.ts';
import { tradePlaces } from '../inventory/serials/serial-places.write.ts';
import { sql } from '../sql-text.ts';
import type { CountLineRow } from './counts.write.ts';
import {
  leftSerials,
  liveSerials,
  receiveSerials,
  removeSerials,
} from '../inventory/serials/serials.write.ts';

/** The missing serials of a line, named by whoever completes the count. */
export interface MissingSerials {
  line_id: string;
  serial_nos: string[];
}

/** A counted line of an item that is tracked by serial number, and its difference. */
interface CountedSerials {
  line: Pick<CountLineRow, 'id' | 'item_id' | 'serial_nos' | 'serial_tracked' | 'counted_at'>;
  delta: Decimal;
}

/**
 * Brings in the counted serials that were not in stock and removes the missing ones, for all lines of one item together:
 * a unit that is on another shelf of the count than the books say is neither, nor is one that has left since it was
 * counted. One that stands in another's place is both, at no difference. Refuses 400 SERIAL_DUPLICATE when one was counted twice, SERIAL_COUNT_MISMATCH when more units
 * than new serials were found, and SERIAL_REQUIRED when units are missing and nobody says which.
 */
export async function settleSerials(
  tx: TenantTransaction,
  lines: readonly CountedSerials[],
  missing: readonly MissingSerials[],
): Promise<void> {
  const { id, item_id: itemId } = (lines.find(({ delta }) => !delta.eq(zero)) ?? lines[0]!).line;
  const counted = lines.flatMap(({ line }) => line.serial_nos);
  assertCountedOnce(lines, counted);
  const delta = sum(lines.map((one) => one.delta));
  const ofItem = { item_id: itemId, receipt_id: null };
  const live = await liveSerials(tx, itemId, counted);
  const left = await leftSerials(tx, itemId, lines);
  const found = counted.filter((serial) => !live.has(serial) && !left.has(serial));
  const lacking = decimal(found.length).minus(delta);
  if (lacking.lt(zero)) {
    throw new Refusal(
      'SERIAL_COUNT_MISMATCH',
      'More was counted than the ledger has, but not as many serials are new.',
      { line_id: id, units: toJsonNumber(delta), serials: found.length, serial_nos: found },
    );
  }
  const ids = new Set(lines.map(({ line }) => line.id));
  const gone = missing.filter(({ line_id: lineId }) => ids.has(lineId)).flatMap((one) => one.serial_nos);
  assertSerials({ serial_tracked: true }, gone, lacking, { path: 'missing_serials', line_id: id, found });
  const seen = gone.filter((serial) => counted.includes(serial));
  if (seen.length > 0) {
    throw new Refusal('SERIAL_COUNT_MISMATCH', 'A serial number is named as gone, but was counted.', {
      path: 'missing_serials',
      line_id: id,
      serial_nos: seen,
    });
  }
  await removeSerials(tx, { ...ofItem, serial_nos: gone }, 'missing_serials');
  await receiveSerials(tx, { ...ofItem, serial_nos: found });
  // Where nothing differs nothing is posted that would bring them: those found have the places of those gone.
  if (found.length > 0 && lines.every((one) => one.delta.eq(zero)))
    await tradePlaces(
      tx,
      itemId,
      sql`s.state = 'in_stock' and s.location_id is null and s.serial_no = any (${found}::text[])`,
      sql`s.state = 'removed' and s.left_at = now() and s.serial_no = any (${gone}::text[])`,
    );
}

function assertCountedOnce(lines: readonly CountedSerials[], counted: readonly string[]): void {
  const twice = [...new Set(counted.filter((serial, index) => counted.indexOf(serial) !== index))];
  if (twice.length === 0) return;
  const where = lines.filter(({ line }) => line.serial_nos.some((serial) => twice.includes(serial)));
  throw new Refusal('SERIAL_DUPLICATE', 'A serial number was counted in more than one place.', {
    serial_nos: twice,
    line_ids: where.map(({ line }) => line.id),
  });
}
