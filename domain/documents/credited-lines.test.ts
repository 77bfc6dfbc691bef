import test from 'ava';
import fc from 'fast-check';
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import { shareDue } from '../money/splits.ts';
import { creditShare, type Credited } from './credited-lines.ts';

const nothing: Credited = { quantity: zero, units: zero, net: zero, discount: zero };
const modes = fc.constantFrom('half_up' as const, 'half_even' as const);
const cents = (max: number) => fc.integer({ min: 0, max }).map((value) => decimal(value).div(decimal(100)));

interface Given {
  qty: Decimal;
  percent: Decimal;
  amount: Decimal;
  discount: Decimal;
}

const creditedBy = (live: readonly Given[]): Credited => ({
  quantity: sum(live.map(({ qty }) => qty)),
  units: sum(live.map(({ qty, percent }) => qty.times(percent).div(decimal(100)))),
  net: sum(live.map(({ amount, discount }) => amount.minus(discount))),
  discount: sum(live.map(({ discount }) => discount)),
});

test('credits and voids in any order: never more than was invoiced, and all of it once all came back', (t) => {
  const steps = fc.array(
    fc.record({ qty: fc.integer({ min: 1, max: 5 }), undo: fc.nat(9), whole: fc.boolean() }),
    {
      maxLength: 20,
    },
  );
  const seen = { voids: 0, whole: 0 };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      cents(5000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      modes,
      steps,
      (units, amount, part, mode, history) => {
        const rules = { exponent: 2, mode };
        const discount = amount.times(part.toFixed(4)).round(2, 0);
        const invoiced = { quantity: String(units), amount: amount.toFixed(), discount: discount.toFixed() };
        let live: Given[] = [];
        const give = (qty: Decimal, percent: Decimal): void => {
          const share = creditShare(invoiced, creditedBy(live), { qty, percent }, rules);
          if (share.discount.gt(share.amount)) throw new Error('a discount above its amount');
          live.push({ qty, percent, amount: share.amount, discount: share.discount });
          const after = creditedBy(live);
          if (!after.net.eq(share.after.net) || !after.units.eq(share.after.units)) throw new Error('after');
          if (after.net.gt(amount.minus(discount)) || after.discount.gt(discount))
            throw new Error('too much');
        };
        const left = (): Decimal => decimal(units).minus(sum(live.map(({ qty }) => qty)));
        for (const { qty, undo, whole } of history) {
          if (undo > 6 && live.length > 0) {
            live.splice(undo % live.length, 1);
            seen.voids += 1;
          } else if (left().gte(decimal(qty))) give(decimal(qty), decimal(whole ? 100 : 80));
        }
        live = live.filter(({ percent }) => percent.eq(decimal(100)));
        if (left().gt(zero)) give(left(), decimal(100));
        const { net } = creditedBy(live);
        seen.whole += 1;
        if (!net.eq(amount.minus(discount)))
          throw new Error(`${net.toFixed()} of ${amount.minus(discount).toFixed()}`);
      },
    ),
  );
  t.true(seen.voids > 0 && seen.whole > 0);
});

test('what is due is the rounded total less what was given, and never negative', (t) => {
  const rules = { exponent: 2, mode: 'half_up' as const };
  const due = (part: number, given: string): string =>
    shareDue(
      decimal('1.00'),
      { part: decimal(part), of: decimal(3), given: decimal(given) },
      rules,
    ).toFixed();
  t.is(due(1, '0'), '0.33');
  t.is(due(2, '0.33'), '0.34');
  t.is(due(3, '0.67'), '0.33');
  t.is(due(1, '0.34'), '0', 'more was given already');
  t.is(
    creditShare(
      { quantity: '2', amount: '0', discount: '0' },
      nothing,
      { qty: decimal(1), percent: decimal(100) },
      rules,
    ).amount.toFixed(),
    '0',
  );
});
