/** A lot's recorded dates are corrected by a person, never overwritten by a receipt that says otherwise. */
import { Refusal } from '../refusal.ts';

/** 409 LOT_EXPIRY_CONFLICT with both dates. */
export function lotExpiryConflict(
  lotNo: string,
  recorded: string,
  given: string,
  path: 'expiry_date' | 'manufacture_date' = 'expiry_date',
): Refusal {
  const date = path === 'expiry_date' ? 'expiry date' : 'date of manufacture';
  return new Refusal(
    'LOT_EXPIRY_CONFLICT',
    `The lot ${lotNo} is on record with another ${date}; correct the lot if the record is wrong.`,
    { path, lot_no: lotNo, recorded, given },
  );
}
