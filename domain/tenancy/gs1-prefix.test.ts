import test from 'ava';
import { isGs1Shipment, isGs1Sscc, whyNoCompanyPrefix } from './gs1-prefix.ts';

test('prefixes that companies are given may be used', (t) => {
  for (const prefix of ['0614141', '4012345', '7612345678', '9501234', '0300000', '0001000', '9400000'])
    t.is(whyNoCompanyPrefix(prefix), undefined, prefix);
});

test('prefixes that nobody is given may not, and it says why', (t) => {
  const refused = ['0000000', '0000999', '0212345', '0412345', '0598765', '2000000', '2999999', '9520000'];
  for (const prefix of [...refused, '9771234', '9791234', '9800000', '9912345'])
    t.regex(whyNoCompanyPrefix(prefix) ?? '', /^is /, prefix);
});

test('a number is told to be one of GS1 by its prefix', (t) => {
  t.true(isGs1Sscc('040123450000000017'));
  t.false(isGs1Sscc('000000000000000017'));
  t.true(isGs1Shipment('40123450000000018'));
  t.false(isGs1Shipment('00000000000000017'));
});
