/** GS1 numbers: a company prefix, a serial of ours and a check digit. */
import { Refusal } from '../refusals.ts';

/** The GS1 check digit of a number without it: weights 3 and 1 from the right, up to the next ten. */
export function checkDigit(body: string): string {
  let total = 0;
  for (let place = 0; place < body.length; place += 1) {
    const digit = Number(body[body.length - 1 - place]);
    total += digit * (place % 2 === 0 ? 3 : 1);
  }
  return String((10 - (total % 10)) % 10);
}

/** Whether a number ends with the check digit of the rest. */
export function hasCheckDigit(number: string): boolean {
  return /^\d{2,}$/.test(number) && checkDigit(number.slice(0, -1)) === number.at(-1);
}

/**
 * A serial shipping container code, 18 digits: extension digit, company prefix (7 to 10 digits), serial, check digit.
 * Serials past the prefix's room go on in the extension digit. Refuses 409 NUMBERS_EXHAUSTED after its ninth.
 */
export function ssccOf(companyPrefix: string, serial: number): string {
  const width = 16 - companyPrefix.length;
  const extension = Math.floor(serial / 10 ** width);
  if (extension > 9) throw exhausted(companyPrefix);
  const rest = String(serial % 10 ** width).padStart(width, '0');
  const body = `${extension}${companyPrefix}${rest}`;
  return body + checkDigit(body);
}

/** A bill of lading number as GS1 GSIN, 17 digits: company prefix, serial, check digit. Refuses 409 NUMBERS_EXHAUSTED. */
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
