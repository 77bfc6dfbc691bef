/** Numbers of banks and tax offices, in the form they are kept in: capitals, nothing between them. */
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
// oxlint-disable-next-line import/default -- CommonJS whose names Node cannot see: all of it is the default
import vat from 'jsvat-next';

const compact = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();

/** The IBAN as it is kept; undefined unless length and check digits are those of its country. */
export function ibanOf(text: string): string | undefined {
  const iban = compact(text);
  return isValidIBAN(iban) ? iban : undefined;
}

// In SEPA since October 2025, Serbia since May 2026: the package's list is older.
const newInSepa = new Set(['AL', 'MD', 'ME', 'MK', 'RS']);

/** Whether an amount is paid to the account by SEPA transfer: accounts elsewhere have IBANs as well. */
export function isSepaTransfer(iban: string | null, currency: string): iban is string {
  if (iban === null || currency !== 'EUR') return false;
  const country = iban.slice(0, 2);
  return isSEPACountry(country) || newInSepa.has(country);
}

/** The BIC as it is kept; undefined unless it is a bank's, in an existing country. */
export function bicOf(text: string): string | undefined {
  const bic = compact(text);
  return isValidBIC(bic) ? bic : undefined;
}

// The letters VAT ids of member states begin with: Greece has letters of its own, and Northern Ireland counts as one.
const union = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/**
 * The VAT id as it is kept. One that begins with the letters of a member state of the European Union is undefined
 * when its check digits are wrong; any other is taken as it is written.
 */
export function vatIdOf(text: string): string | undefined {
  const id = compact(text);
  if (!/^[A-Z0-9+*/]{4,20}$/.test(id)) return undefined;
  return !union.has(id.slice(0, 2)) || vat.checkVAT(id, vat.countries).isValid ? id : undefined;
}
