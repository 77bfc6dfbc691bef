/** The QR code with which a banking app fills in a SEPA payment: EPC069-12, version 2. */
import { decimal, type Decimal } from '../decimal.ts';
import { isSepaTransfer } from './bank-and-tax-ids.ts';

export interface SepaPayment {
  seller_name: string;
  iban: string | null;
  bic: string | null;
  currency: string;
  amount: Decimal;
  reference: string | null;
}

const least = decimal('0.01');
const most = decimal('999999999.99');

/** What the code says; undefined when the payment is no SEPA transfer: without an IBAN within SEPA, not in euros, or of nothing. */
export function epcCode({
  seller_name: name,
  iban,
  bic,
  currency,
  amount,
  reference,
}: SepaPayment): string | undefined {
  if (!isSepaTransfer(iban, currency) || amount.lt(least) || amount.gt(most)) return undefined;
  // Service tag, version, UTF-8, SEPA credit transfer; then who is paid. The purpose and a structured reference are empty.
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    ofLength(name, 70),
    iban,
    `EUR${amount.toFixed(2)}`,
    '',
    '',
  ];
  return [...lines, ofLength(reference ?? '', 140)].join('\n').trimEnd();
}

const ofLength = (text: string, most: number): string =>
  Array.from(text.replaceAll(/\s+/g, ' ')).slice(0, most).join('').trim();
