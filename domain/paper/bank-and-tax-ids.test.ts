import test from 'ava';
import { bicOf, ibanOf, isSepaTransfer, vatIdOf } from './bank-and-tax-ids.ts';

test('an IBAN has the length and the check digits of its country', (t) => {
  t.is(ibanOf('de89 3704 0044 0532 0130 00'), 'DE89370400440532013000');
  t.is(ibanOf('NL91ABNA0417164300'), 'NL91ABNA0417164300');
  for (const wrong of ['DE88370400440532013000', 'DE8937040044053201300', 'ZZ89370400440532013000', '']) {
    t.is(ibanOf(wrong), undefined, wrong);
  }
});

test('each digit of an IBAN is checked: none can be mistyped, and no two neighbours swapped', (t) => {
  const iban = 'DE89370400440532013000';
  for (let at = 2; at < iban.length; at += 1) {
    for (const digit of '0123456789') {
      if (digit !== iban[at]) t.is(ibanOf(iban.slice(0, at) + digit + iban.slice(at + 1)), undefined);
    }
    const [one, two] = [iban[at], iban[at + 1]];
    if (two && one !== two) t.is(ibanOf(iban.slice(0, at) + two + one + iban.slice(at + 2)), undefined);
  }
});

test('an IBAN alone does not make an account one of SEPA', (t) => {
  for (const country of ['DE', 'CH', 'GB', 'AL', 'RS'])
    t.true(isSepaTransfer(`${country}00`, 'EUR'), country);
  for (const country of ['AE', 'BR', 'TR', 'UA']) t.false(isSepaTransfer(`${country}00`, 'EUR'), country);
  t.false(isSepaTransfer('CH00', 'CHF'), 'in euros alone');
  t.false(isSepaTransfer(null, 'EUR'));
});

test('a BIC has eight or eleven characters and a country', (t) => {
  t.is(bicOf('cobadeff xxx'), 'COBADEFFXXX');
  t.is(bicOf('ABNANL2A'), 'ABNANL2A');
  for (const wrong of ['COBAXXFF', 'COBADEF', 'COBADEFFXX', '12345678']) t.is(bicOf(wrong), undefined, wrong);
});

test('a VAT id of the European Union has the check digits of its state', (t) => {
  for (const right of [
    'DE136695976',
    'FR40303265045',
    'EL094259216',
    'ATU13585627',
    'NL004495445B01',
    'XI980780684',
  ]) {
    t.is(vatIdOf(right), right);
  }
  t.is(vatIdOf('be 0428.759.497'), 'BE0428759497');
  for (const wrong of ['DE136695977', 'DE13669597', 'EL094259217', 'BE0428759498', 'A', '-----'])
    t.is(vatIdOf(wrong), undefined, wrong);
  t.is(vatIdOf('CHE-123.456.788 MWST'), 'CHE123456788MWST', 'of other countries as it is written');
});
