import test from 'ava';
import bwip from 'bwip-js';
import { billOfLadingNumber, checkDigit, hasCheckDigit, ssccOf } from '../../domain/inventory/sscc.ts';

test('check digits are those GS1 publishes', (t) => {
  // GS1 General Specifications, section 7.9, and well-known numbers.
  t.is(checkDigit('629104150021'), '3');
  t.is(checkDigit('37610425002123456'), '9');
  t.is(checkDigit('0000000000000000'), '0');
  t.true(hasCheckDigit('376104250021234569'));
  t.false(hasCheckDigit('376104250021234568'));
  t.false(hasCheckDigit('12a4'));
});

test('an SSCC has 18 digits with any prefix, and bwip-js reads its check digit the same', (t) => {
  for (const prefix of ['0000000', '12345678', '123456789', '1234567890']) {
    for (const serial of [1, 42, 99999]) {
      const sscc = ssccOf(prefix, serial);
      t.regex(sscc, /^\d{18}$/);
      t.notThrows(() => bwip.raw({ bcid: 'gs1-128', text: `(00)${sscc}` } as never));
      const bill = billOfLadingNumber(prefix, serial);
      t.regex(bill, /^\d{17}$/);
      t.notThrows(() => bwip.raw({ bcid: 'gs1-128', text: `(402)${bill}` } as never));
    }
  }
});

test('serials run on in the extension digit and end with its ninth', (t) => {
  t.is(ssccOf('1234567890', 999_999)[0], '0');
  t.is(ssccOf('1234567890', 1_000_000)[0], '1');
  t.is(ssccOf('1234567890', 9_999_999)[0], '9');
  t.throws(() => ssccOf('1234567890', 10_000_000), { message: /used/ });
  t.throws(() => billOfLadingNumber('1234567890', 1_000_000), { message: /used/ });
});
