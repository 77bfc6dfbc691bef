/** Peppol's rules by country; each sentence and code was held against OpenPEPPOL's published schematron (May 2025). */
import test from 'ava';
import { decimal } from '../decimal.ts';
import type { EInvoice, EParty } from './e-invoice.ts';
import { endpointOf, legalIdOf, paymentCodeOf, peppolLacksOf } from './peppol.ts';

const party = (country: string, vat_id: string | null, more: Partial<EParty> = {}): EParty => ({
  name: 'One',
  street: ['Street 1'],
  city: 'City',
  region: null,
  postal: '12345',
  country,
  vat_id,
  tax_number: null,
  registration_no: null,
  email: 'a@b.example',
  phone: '+49 40 1234',
  ...more,
});
const german = party('DE', 'DE136695976');
const invoice = (more: Partial<EInvoice> = {}): EInvoice => ({
  kind: 'invoice',
  number: '1',
  date: '2026-02-01',
  due: '2026-03-01',
  currency: 'EUR',
  buyer_reference: 'x',
  order_reference: null,
  corrects: null,
  from: null,
  to: null,
  notes: '',
  seller: german,
  buyer: german,
  iban: 'DE89370400440532013000',
  bic: null,
  by_sepa: true,
  lines: [],
  taxes: [],
  net: decimal('1'),
  tax: decimal('0'),
  total: decimal('1'),
  ...more,
});

test('an invoice is delivered by VAT id, or by the number in the register that it contains', (t) => {
  t.deepEqual(endpointOf(german), { scheme: '9930', id: 'DE136695976' });
  t.deepEqual(endpointOf(party('SE', 'SE556012579001')), { scheme: '0007', id: '5560125790' });
  t.deepEqual(endpointOf(party('NO', 'NO974760673MVA')), { scheme: '0192', id: '974760673' });
  t.deepEqual(endpointOf(party('DK', 'DK13585628')), { scheme: '0184', id: 'DK13585628' });
  t.is(endpointOf(party('US', null)), undefined, 'an e-mail address is none of the list');
});

test('a company is known by its number and the register of its form', (t) => {
  t.deepEqual(legalIdOf(party('NL', null, { registration_no: '12 34 56 78' })), {
    scheme: '0106',
    id: '12345678',
  });
  t.deepEqual(legalIdOf(party('BE', 'BE0428759497')), { scheme: '0208', id: '0428759497' });
  t.deepEqual(legalIdOf(party('DK', 'DK13585628')), { scheme: '0184', id: '13585628' });
  t.deepEqual(legalIdOf(party('DE', null, { registration_no: 'HRB 12' })), { id: 'HRB 12' });
  t.deepEqual(legalIdOf(german), {});
});

test('how it is paid is said in words of the country', (t) => {
  t.is(paymentCodeOf(invoice()), '58');
  t.is(paymentCodeOf(invoice({ by_sepa: false, seller: party('SE', null) })), '30');
  t.is(paymentCodeOf(invoice({ by_sepa: false, seller: party('DK', null) })), '58');
  t.is(paymentCodeOf(invoice({ kind: 'credit_note' })), '97');
  t.is(paymentCodeOf(invoice({ kind: 'credit_note', seller: party('NL', null) })), undefined);
  t.is(paymentCodeOf(invoice({ iban: null })), undefined);
});

test('what a country wants and the invoice lacks is told', (t) => {
  t.deepEqual(peppolLacksOf(invoice()), []);
  t.deepEqual(
    peppolLacksOf(invoice({ seller: party('FR', 'FR40303265045', { phone: null, city: null }) })),
    [],
  );
  const bare = party('DE', null, { phone: null, email: null, city: null });
  t.deepEqual(
    peppolLacksOf(invoice({ seller: bare, buyer: bare, iban: null })).map((words) => words.split(' (')[0]),
    [
      "the seller's VAT id, which Peppol delivers to",
      "the buyer's VAT id",
      "the seller's street, city and postal code",
      "the seller's telephone",
      "the seller's e-mail address",
      "the buyer's street, city and postal code",
      "the seller's bank account",
    ],
  );
  const dutch = party('NL', 'NL004495445B01', { registration_no: 'A1' });
  const credit = invoice({ kind: 'credit_note', seller: dutch });
  t.is(peppolLacksOf(credit).length, 2);
  t.regex(peppolLacksOf(invoice({ seller: party('GR', 'EL094259216') }))[0]!, /MARK/);
  t.regex(peppolLacksOf(invoice({ seller: party('IS', 'IS12345') })).join('\n'), /kennitala/);
});
