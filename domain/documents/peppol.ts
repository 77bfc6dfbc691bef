/**
 * What Peppol BIS Billing 3 asks beyond EN 16931: where an invoice is delivered, by which register a company is known, and
 * what the rules of the seller's country want. The numbers in comments are those of its rules.
 */
import { zero } from '../decimal.ts';
import type { EInvoice, EParty } from './e-invoice.ts';

/** A number and the scheme it is of: codes of the lists EAS and ICD. */
export interface Identifier {
  scheme: string;
  id: string;
}

// Schemes of the lists whose numbers are VAT ids, by the letters these begin with.
const vatSchemes: Record<string, string> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  DK: '0184',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FR: '9957',
  GB: '9932',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  SM: '9951',
  TR: '9952',
  VA: '9953',
};

// Numbers of company registers by country, told apart by their form.
const registers: Record<string, readonly { scheme: string; form: RegExp }[]> = {
  BE: [{ scheme: '0208', form: /^[01]\d{9}$/ }],
  DK: [{ scheme: '0184', form: /^(DK)?\d{8}$/ }],
  FR: [
    { scheme: '0002', form: /^\d{9}$/ },
    { scheme: '0009', form: /^\d{14}$/ },
  ],
  IS: [{ scheme: '0196', form: /^\d{10}$/ }],
  NL: [
    { scheme: '0106', form: /^\d{8}$/ },
    { scheme: '0190', form: /^\d{20}$/ },
  ],
  NO: [{ scheme: '0192', form: /^\d{9}$/ }],
  SE: [{ scheme: '0007', form: /^\d{10}$/ }],
};

// Where the register's number is the digits of the VAT id, and where in it.
const inVatId: Record<string, RegExp> = {
  BE: /^BE([01]\d{9})$/,
  DK: /^DK(\d{8})$/,
  NO: /^NO(\d{9})(?:MVA)?$/,
  SE: /^SE(\d{10})\d{2}$/,
};

/** The company's number in its country's register (BT-30, BT-47), as given or as its VAT id contains it. */
export function legalIdOf({ country, registration_no: given, vat_id: vat }: EParty): Partial<Identifier> {
  const no = given?.replaceAll(/[\s.-]/g, '') ?? inVatId[country]?.exec(vat ?? '')?.[1];
  if (no === undefined) return {};
  const register = registers[country]?.find(({ form }) => form.test(no));
  return register ? { scheme: register.scheme, id: no } : { id: given! };
}

/** Where Peppol delivers to (BT-34, BT-49): by VAT id, or by the register's number. */
export function endpointOf(party: EParty): Identifier | undefined {
  const { vat_id: vat } = party;
  const scheme = vat === null ? undefined : vatSchemes[vat.slice(0, 2)];
  if (vat !== null && scheme) return { scheme, id: vat };
  const { scheme: register, id } = legalIdOf(party);
  return register && id !== undefined ? { scheme: register, id } : undefined;
}

/** A credit transfer (UNCL 4461): by SEPA, or another. */
export const transferCode = ({ by_sepa: isSepa }: EInvoice): '58' | '30' => (isSepa ? '58' : '30');

/** How the seller is paid (BT-81): UNCL 4461. A German credit note says that too (DE-R-001): by clearing. */
export function paymentCodeOf(invoice: EInvoice): string | undefined {
  const { kind, iban, seller } = invoice;
  if (kind === 'credit_note') return seller.country === 'DE' ? '97' : undefined;
  if (iban === null) return undefined;
  // Denmark knows no other word for a transfer to an IBAN (DK-R-005).
  return seller.country === 'DK' ? '58' : transferCode(invoice);
}

/** What Peppol or the seller's country asks for and the invoice lacks, each as a sentence; nothing when it is accepted. */
export function peppolLacksOf(invoice: EInvoice): string[] {
  const { seller, buyer, kind, iban, total } = invoice;
  const among = (...countries: string[]): boolean => countries.includes(seller.country);
  const isDomestic = seller.country === buyer.country;
  const isPlaced = ({ street, city, postal }: EParty): boolean => street.length > 0 && !!city && !!postal;
  const paper = 'PATCH /api/tenancy/paper';
  const lacks: [boolean, string][] = [
    [!endpointOf(seller), `the seller's VAT id, which Peppol delivers to (${paper} vat_id)`],
    [!endpointOf(buyer), "the buyer's VAT id (buyer_vat_id), which Peppol delivers to"],
    // DE-R-003 to 007, NL-R-002, IS-R-003.
    [
      among('DE', 'NL', 'IS') && !isPlaced(seller),
      `the seller's street, city and postal code (${paper} address)`,
    ],
    [among('DE') && isDomestic && !seller.phone, `the seller's telephone (${paper} address.phone)`],
    [among('DE') && isDomestic && !seller.email, `the seller's e-mail address (${paper} email)`],
    // DE-R-008 and 009, NL-R-004, IS-R-005.
    [
      among('DE', 'NL', 'IS') && isDomestic && !isPlaced(buyer),
      "the buyer's street, city and postal code (bill_to)",
    ],
    // DE-R-001, NL-R-007.
    [
      ((among('DE') && isDomestic) || among('NL')) && kind === 'invoice' && total.gt(zero) && iban === null,
      `the seller's bank account (${paper} iban)`,
    ],
    // NL-R-001.
    [among('NL') && kind === 'credit_note' && !invoice.corrects, 'the invoice it corrects'],
    // NL-R-003, IS-R-002.
    [
      (among('NL') && seller.registration_no !== null && !legalIdOf(seller).scheme) ||
        (among('IS') && legalIdOf(seller).scheme !== '0196'),
      `the seller's number in its country's register: KVK, OIN or kennitala (${paper} registration_no)`,
    ],
    // IS-R-004 and the rules GR-R.
    [among('IS') && isDomestic, "the buyer's kennitala, which is not kept here"],
    [
      among('GR'),
      'a MARK of myDATA, which Greek sellers get from their tax office and which is not kept here',
    ],
  ];
  return lacks.filter(([isLacking]) => isLacking).map(([, words]) => words);
}
