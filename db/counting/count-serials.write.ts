/** The serials behind a count's difference: found units are added, missing ones are named and removed. */
import { decimal, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusals.ts';
import { assertSerials } from '../../domain/inventory/serials.ts';
import type { TenantTransaction } from '../database.ts';
import type { CountLineRow } from './counts.write.ts';
import { receiveSerials, liveSerials, removeSerials } from '../inventory/serials.write.ts';

/** The missing serials of a line, named by whoever completes the count. */
export interface MissingSerials {
  line_id: string;
  serial_nos: string[];
}

/**
 * Brings in the counted serials that were not in stock and removes the missing ones; a unit that stands in another's
 * place is both, at no difference. Refuses 400 SERIAL_COUNT_MISMATCH when more units than new serials were found, and
 * 400 SERIAL_REQUIRED when units are missing and nobody says which.
 */
export async function settleSerials(
  tx: TenantTransaction,
  organizationId: string,
  line: CountLineRow,
  delta: Decimal,
  missing: readonly MissingSerials[],
): Promise<void> {
  const { id, item_id: itemId, serial_nos: counted } = line;
  const ofItem = { item_id: itemId, receipt_id: null };
  const live = await liveSerials(tx, organizationId, itemId, counted);
  const found = counted.filter((serial) => !live.has(serial));
  const lacking = decimal(found.length).minus(delta);
  if (lacking.lt(zero)) {
    throw new Refusal(
      'SERIAL_COUNT_MISMATCH',
      'More was counted than the ledger has, but not as many serials are new.',
      { line_id: id, units: toJsonNumber(delta), serials: found.length, serial_nos: found },
    );
  }
  const gone = missing.filter(({ line_id: lineId }) => lineId === id).flatMap((one) => one.serial_nos);
  assertSerials(line, gone, lacking, { path: 'missing_serials', line_id: id, found });
  const seen = gone.filter((serial) => counted.includes(serial));
  if (seen.length > 0) {
    throw new Refusal('SERIAL_COUNT_MISMATCH', 'A serial number is named as gone, but was counted.', {
      path: 'missing_serials',
      line_id: id,
      serial_nos: seen,
    });
  }
  await removeSerials(tx, organizationId, { ...ofItem, serial_nos: gone }, 'missing_serials');
  await receiveSerials(tx, organizationId, { ...ofItem, serial_nos: found });
}
