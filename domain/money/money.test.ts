import test from 'ava';
import fc from 'fast-check';
import { decimal, sum, zero } from '../decimal.ts';
import { prepareBillLines } from '../documents/bill-lines.ts';
import { totalsOf } from '../documents/invoice-totals.ts';
import { convertExactly, exactMoney, roundMoney, type MoneyRules } from './money.ts';
import { clearedBase, documentPosting } from '../journal/postings.ts';
import { splitExactly } from './splits.ts';

const cents: MoneyRules = { exponent: 2, mode: 'half_up' };
const amount = fc.integer({ min: -1e9, max: 1e9 }).map((value) => decimal(value).div('100'));
const rules = fc.record({
  exponent: fc.constantFrom(0, 2, 3),
  mode: fc.constantFrom('half_up' as const, 'half_even' as const),
});
const rate = fc.integer({ min: 1, max: 1e9 }).map((value) => decimal(value).div('1000000'));

test('half a cent rounds away from zero, or to the even cent', (t) => {
  const round = (value: string, mode: MoneyRules['mode']) =>
    roundMoney(decimal(value), { exponent: 2, mode }).toFixed(2);
  t.deepEqual(
    ['1.005', '-1.005', '1.015', '2.675'].map((value) => round(value, 'half_up')),
    ['1.01', '-1.01', '1.02', '2.68'],
  );
  t.deepEqual(
    ['1.005', '-1.005', '1.015', '2.685'].map((value) => round(value, 'half_even')),
    ['1.00', '-1.00', '1.02', '2.68'],
  );
});

test('an amount finer than its currency is refused, not rounded', (t) => {
  t.is(exactMoney(10.25, 'amount', 'USD', 2).toFixed(), '10.25');
  t.throws(() => exactMoney(10.255, 'amount', 'USD', 2), { message: /USD/ });
  t.throws(() => exactMoney(10.5, 'amount', 'JPY', 0));
  t.is(exactMoney(10.255, 'amount', 'KWD', 3).toFixed(), '10.255');
});

test('splits add up exactly, and none is off by a whole unit of the currency', (t) => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 12 })
    .filter((all) => all.some((one) => one > 0));
  fc.assert(
    fc.property(amount, weights, (total, shares) => {
      const decimals = shares.map((share) => decimal(share));
      const parts = splitExactly(total, decimals, cents);
      const whole = sum(decimals);
      t.true(sum(parts.map((part) => part.amount)).eq(total));
      for (const [index, part] of parts.entries()) {
        const fair = total.times(decimals[index]!).div(whole);
        t.true(part.amount.minus(fair).abs().lt('0.01'), `${part.amount.toFixed()} for ${fair.toFixed()}`);
        t.true(part.amount.eq(part.amount.round(2, 0)));
      }
    }),
    { numRuns: 300 },
  );
});

test('converted amounts add up to the converted whole and keep their signs', (t) => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 10 }), rate, rules, (amounts, by, into) => {
      const parts = convertExactly(amounts, by, into);
      t.true(sum(parts).eq(roundMoney(sum(amounts).times(by), into)));
      parts.forEach((part, index) => t.true(part.times(amounts[index]!).gte(zero)));
    }),
    { numRuns: 300 },
  );
});

test('a document posts what balances in the base currency, on every rate', (t) => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), rate, rules, (amounts, by, into) => {
      const parts = amounts.map((one) => ({ account_id: 'revenue', amount: one }));
      const control = { account_id: 'ar', amount: sum(amounts) };
      const currencies = { currency: 'EUR', rate: by, baseCurrency: 'USD', baseRules: into };
      const { lines, baseTotal } = documentPosting(control, parts, 1, currencies);
      t.true(sum(lines.map(({ base }) => base)).eq(zero));
      t.true(baseTotal.eq(roundMoney(control.amount.times(by), into)));
    }),
    { numRuns: 300 },
  );
});

test('settlements of any sizes clear exactly what was booked', (t) => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, rate, (pieces, by) => {
      const payments = pieces.map((piece) => decimal(piece).div('100'));
      const total = sum(payments);
      const baseTotal = roundMoney(total.times(by), cents);
      let [settled, baseSettled] = [zero, zero];
      for (const payment of payments) {
        const cleared = clearedBase({ total, settled, baseTotal, baseSettled, rate: by }, payment, cents);
        t.true(cleared.gte(zero));
        settled = settled.plus(payment);
        baseSettled = baseSettled.plus(cleared);
      }
      t.true(baseSettled.eq(baseTotal));
    }),
    { numRuns: 300 },
  );
});

test('tax is rounded once per tax code, not per line', (t) => {
  const line = { amount: decimal('0.33'), discount: zero, tax_code: 'A', tax_rate: decimal('8.5') };
  // Three lines with 0.02805 tax each: rounding per line gives 0.09, rounding on the total base gives 0.08.
  t.is(totalsOf([line, line, line], cents).tax_total.toFixed(), '0.08');
  t.is(totalsOf([line, { ...line, tax_code: 'B' }], cents).tax_total.toFixed(), '0.06');
  t.is(totalsOf([line], cents, decimal('5')).total.toFixed(), '5.33');
});

test('a bill line splits by its basis, equally, or as given', (t) => {
  const line = { account_id: 'a', description: 'Freight', amount: 10 };
  const splits = ['m1', 'm2', 'm3'].map((merchant_id) => ({ merchant_id }));
  const amountsOf = (lines: Parameters<typeof prepareBillLines>[0]) =>
    prepareBillLines(lines, 'USD', cents)[0]!.splits.map((split) => split.amount.toFixed());
  t.deepEqual(amountsOf([{ ...line, split_basis: 'equal', splits }]), ['3.33', '3.34', '3.33']);
  t.deepEqual(
    amountsOf([
      {
        ...line,
        split_basis: 'weight',
        splits: splits.map((split, index) => ({ ...split, basis_qty: index })),
      },
    ]),
    ['0', '3.33', '6.67'],
  );
  t.throws(() => amountsOf([{ ...line, split_basis: 'weight', splits }]), { message: /basis_qty/ });
  t.throws(
    () =>
      amountsOf([
        { ...line, split_basis: 'weight', splits: splits.map((split) => ({ ...split, basis_qty: 0 })) },
      ]),
    { message: /no weight/ },
  );
  t.throws(() => amountsOf([{ ...line, splits: splits.map((split) => ({ ...split, amount: 3 })) }]), {
    message: /come to 9/,
  });
});
