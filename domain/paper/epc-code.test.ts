import test from 'ava';
import { decimal } from '../decimal.ts';
import { epcCode } from './epc-code.ts';

const payment = {
  seller_name: 'Speicher GmbH',
  iban: 'DE89370400440532013000',
  bic: null,
  currency: 'EUR',
  amount: decimal('0.1'),
  reference: 'INV-2026-09-0001',
};

test('the lines of a payment stand where banks look for them', (t) => {
  const lines = epcCode(payment)!.split('\n');
  t.is(lines.length, 11);
  t.deepEqual([lines[4], lines[7], lines[10]], ['', 'EUR0.10', 'INV-2026-09-0001']);
  t.is(epcCode({ ...payment, reference: null })!.split('\n').length, 8, 'a draft has no reference');
});

test('a long name is cut between letters, and one of two lines stays one', (t) => {
  const lines = epcCode({ ...payment, seller_name: `A\nB ${'é'.repeat(100)}` })!.split('\n');
  t.is(lines[5], `A B ${'é'.repeat(66)}`);
});

test('what is no SEPA transfer has no code', (t) => {
  for (const other of [
    { iban: null },
    // An account of the Emirates, which no bank pays by SEPA.
    { iban: 'AE070331234567890123456' },
    { currency: 'USD' },
    { amount: decimal(0) },
    { amount: decimal('1e9') },
  ])
    t.is(epcCode({ ...payment, ...other }), undefined, JSON.stringify(other));
});
