/** GS1 numbers: company prefix, our serial number and a check digit. */
import { Refusal } from '../refusal.ts';

/**
 * The GS1 check digit of a number without one: weights 3 and 1 from the right, then the distance to the next multiple
 * of ten.
 */
export function checkDigit(body: string): string {
  let total = 0;
  for (let place = 0; place < body.length; place += 1) {
    const digit = Number(body[body.length - 1 - place]);
    total += digit * (place % 2 === 0 ? 3 : 1);
  }
  return String((10 - (total % 10)) % 10);
}

/** Whether a number ends with its correct check digit. */
export function hasCheckDigit(number: string): boolean {
  return /^\d{2,}$/.test(number) && checkDigit(number.slice(0, -1)) === number.at(-1);
}

/**
 * A serial shipping container code of 18 digits: extension digit, company prefix (7 to 10 digits), serial, check digit.
 * When the serials of a prefix are used up they carry over into the extension digit. Refuses 409 NUMBERS_EXHAUSTED once
 * that passes 9.
 */
export function ssccOf(companyPrefix: string, serial: number): string {
  const width = 16 - companyPrefix.length;
  const extension = Math.floor(serial / 10 ** width);
  if (extension > 9) throw exhausted(companyPrefix);
  const rest = String(serial % 10 ** width).padStart(width, '0');
  const body = `${extension}${companyPrefix}${rest}`;
  return body + checkDigit(body);
}

/**
 * A bill of lading number as a 17-digit GS1 GSIN: company prefix, serial, check digit. Refuses 409 NUMBERS_EXHAUSTED.
 */
export function billOfLadingNumber(companyPrefix: string, serial: number): string {
  const width = 16 - companyPrefix.length;
  if (serial >= 10 ** width) throw exhausted(companyPrefix);
  const body = companyPrefix + String(serial).padStart(width, '0');
  return body + checkDigit(body);
}

function exhausted(companyPrefix: string): Refusal {
  return new Refusal('NUMBERS_EXHAUSTED', 'Every number of this GS1 company prefix is used.', {
    gs1_company_prefix: companyPrefix,
  });
}
