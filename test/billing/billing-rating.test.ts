import fc from 'fast-check';
import test from 'ava';
import { loadRates, rateEvents, ratePeriod } from '../../db/billing/rate-merchant.write.ts';
import { clampChargeSql, cumulativeSql, ownPriceSql, volumeUnitSql } from '../../db/billing/rate-price.ts';
import { rateChanges } from '../../db/billing/rate-changes.write.ts';
import { inTenant, rows } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { pricingProblems, windowOf, type Pricing, type Tier } from '../../domain/rates/rate-line.ts';
import {
  clampCharge,
  cumulativePrice,
  ownPrice,
  precise,
  rateWindow,
  roundMoney,
  volumeUnitPrice,
} from '../../domain/billing/rating.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig } from './billing-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

const price = fc.integer({ min: 0, max: 5_000_000 }).map((n) => (n / 1e4).toString());
const quantity = fc.integer({ min: 1, max: 400_000 }).map((n) => (n / 1000).toString());
const blank: Pricing = {
  pricing_model: 'per_unit',
  rate: null,
  first_qty: null,
  additional_rate: null,
  package_size: null,
  percent: null,
  percent_basis: null,
  tiers: null,
  tier_window: null,
  included_qty: null,
  min_charge: null,
  max_charge: null,
  min_scope: 'charge',
};

const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 0, maxLength: 4 }),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 500 })), {
      minLength: 5,
      maxLength: 5,
    }),
  )
  .map(([edges, rates]): Tier[] => {
    const ends = [...edges.sort((a, b) => a - b), null];
    return ends.map((to, index) => ({
      from: index === 0 ? 0 : ends[index - 1]!,
      to,
      rate: rates[index]![0] / 1000,
      flat: rates[index]![1] / 100,
    }));
  });

const window = fc.constantFrom('document' as const, 'day' as const, 'period' as const);
const included = fc.option(quantity, { nil: null });

/** Well-formed lines of every pricing model. */
const lines: fc.Arbitrary<Pricing> = fc.oneof(
  fc.record({ rate: price, included_qty: included, tier_window: window }).map((of) => ({ ...blank, ...of })),
  fc.record({ rate: price }).map((of) => ({ ...blank, ...of, min_charge: '2.5', max_charge: '90' })),
  fc
    .record({ rate: price, first_qty: quantity, additional_rate: price, included_qty: included })
    .map((of) => ({ ...blank, ...of, pricing_model: 'first_additional' as const })),
  fc
    .record({ rate: price, package_size: quantity, included_qty: included, tier_window: window })
    .map((of) => ({ ...blank, ...of, pricing_model: 'package' as const })),
  fc
    .record({ tiers, tier_window: window, included_qty: included })
    .map((of) => ({ ...blank, ...of, pricing_model: 'graduated' as const })),
  fc
    .record({ tiers: tiers.map((all) => all.map((tier) => ({ ...tier, flat: 0 }))), tier_window: window })
    .map((of) => ({ ...blank, ...of, pricing_model: 'volume' as const })),
  fc.record({ rate: price }).map((of) => ({ ...blank, ...of, pricing_model: 'flat' as const })),
);

test('sql prices and rounds as big.js does, for every model', async (t) => {
  const cases = fc.sample(fc.tuple(lines, quantity), { numRuns: 400, seed: 20_260_301 });
  await inTenant(platform.database, { organizationId: platform.threePl.id }, async (tx) => {
    for (const [line, given] of cases) {
      t.deepEqual(pricingProblems(line), []);
      const x = decimal(given);
      const bound = sql`${given}::numeric`;
      const expected =
        line.pricing_model === 'volume'
          ? volumeUnitPrice(line, x)
          : clampCharge(line, cumulativePrice(line, x));
      const asked =
        line.pricing_model === 'volume'
          ? volumeUnitSql(line, bound)
          : clampChargeSql(line, cumulativeSql(line, bound));
      const [found] = await rows<{ value: string }>(tx, sql`select ${asked} as value`);
      t.true(
        decimal(found!.value).eq(expected),
        `${JSON.stringify(line)} at ${given}: ${found!.value} and ${expected.toFixed()}`,
      );
    }
    for (const [percent, cost] of fc.sample(fc.tuple(price, price), { numRuns: 60, seed: 7 })) {
      for (const model of ['percent', 'cost_plus'] as const) {
        const line = {
          ...blank,
          pricing_model: model,
          percent,
          percent_basis: 'carrier_cost' as const,
          rate: '1.25',
        };
        const [found] = await rows<{ value: string }>(
          tx,
          sql`select ${ownPriceSql(line, sql`${cost}::numeric`)} as value`,
        );
        t.true(decimal(found!.value).eq(ownPrice(line, decimal(cost))));
      }
    }
  });
});

test('sql and big.js round money alike, half up and half to even', async (t) => {
  const values = fc
    .sample(fc.integer({ min: -10_000_000, max: 10_000_000 }), { numRuns: 300, seed: 11 })
    .map((n) => (n / 1000).toString());
  await inTenant(platform.database, { organizationId: platform.threePl.id }, async (tx) => {
    for (const mode of ['half_up', 'half_even'] as const) {
      const found = await rows<{ given: string; rounded: string }>(
        tx,
        sql`select v as given, round_money(v, 2, ${mode}) as rounded from unnest(${values}::numeric[]) v`,
      );
      for (const { given, rounded } of found)
        t.true(roundMoney(decimal(given), 2, mode).eq(decimal(rounded)), `${mode} ${given}`);
    }
  });
});

test('events of a window add up to F of its total, however they are cut', (t) => {
  fc.assert(
    fc.property(
      lines,
      fc.array(quantity, { minLength: 1, maxLength: 12 }),
      fc.nat(11),
      (given, quantities, cut) => {
        const line = { ...given, min_charge: null, max_charge: null };
        const all = quantities.map(decimal);
        const total = sum(all);
        const whole = sum(rateWindow(line, all));
        if (line.pricing_model === 'volume')
          return whole.eq(sum(all.map((one) => precise(one.times(volumeUnitPrice(line, total))))));
        if (!windowOf(line)) return whole.eq(sum(all.map((one) => ownPrice(line, one))));
        const first = all.slice(0, cut);
        const inTwo = sum(rateWindow(line, first)).plus(sum(rateWindow(line, all.slice(cut), sum(first))));
        return whole.eq(cumulativePrice(line, total)) && inTwo.eq(whole);
      },
    ),
    { numRuns: 300 },
  );
  t.pass();
});

test('tiers that leave a gap or no open end are refused by field', (t) => {
  const line = {
    ...blank,
    pricing_model: 'graduated' as const,
    tier_window: 'period' as const,
    tiers: [
      { from: 0, to: 10, rate: 1 },
      { from: 11, to: 20, rate: 1 },
    ],
  };
  t.deepEqual(
    pricingProblems(line).map(({ path }) => path),
    ['tiers.1.from', 'tiers'],
  );
  t.deepEqual(
    pricingProblems({ ...blank, pricing_model: 'package' }).map(({ path }) => path),
    ['rate', 'package_size'],
  );
});

interface Planned {
  line: Pricing;
  /** Per batch: shipments of lines. Each batch is rated before the next one ships. */
  batches: { day: number; quantities: number[] }[][];
}

const planned: fc.Arbitrary<Planned> = fc.record({
  line: lines,
  batches: fc.array(
    fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 28 }),
        quantities: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 1, maxLength: 3 },
  ),
});

test('any mix of activity, rates and re-runs gives each source one price and the sums of a single pass', async (t) => {
  const rig = await billingRig(platform);
  const { organization } = rig;
  const cases = fc.sample(planned, { numRuns: 14, seed: 42 });
  for (const [index, { line, batches }] of cases.entries()) {
    // Each case has a month of its own, so nothing is left over from the previous one.
    const month = `20${30 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
    const item = await rig.item(`P${index}`);
    const json = Object.fromEntries(
      Object.entries(line).map(([key, value]) => [
        key,
        typeof value === 'string' && /^[\d.]+$/.test(value) ? Number(value) : value,
      ]),
    );
    await rig.sheet([{ billing_item_id: item, ...json }], {
      effective_from: `${month}-01`,
      effective_to: `${month}-28`,
    });
    await rig.rule('shipment.line_shipped', item, {
      quantity_basis: 'units',
      effective_from: `${month}-01`,
      effective_to: `${month}-28`,
    });
    const run = await rig.run({ period_start: `${month}-01`, period_end: `${month}-28`, mode: 'preview' });
    const events: { document: string; day: string; id: string; quantity: number }[] = [];
    for (const batch of batches) {
      for (const { day, quantities } of batch) {
        const date = `${month}-${String(day).padStart(2, '0')}`;
        const shipment = await rig.ship(
          date,
          quantities.map((qty) => ({ qty })),
        );
        quantities.forEach((qty, n) =>
          events.push({ document: shipment.id, day: date, id: shipment.lineIds[n]!, quantity: qty }),
        );
      }
      for (let repeat = 0; repeat < 2; repeat += 1) {
        await inTenant(platform.database, { organizationId: organization.id }, async (tx) => {
          const scope = {
            organizationId: organization.id,
            merchantId: organization.merchantId,
            runId: run.id,
            table: 'charges' as const,
            from: `${month}-01`,
            to: `${month}-28`,
          };
          const rates = await loadRates(tx, scope, null);
          await rateEvents(tx, scope, rates);
          await rateChanges(tx, scope, rates);
          await ratePeriod(tx, scope, rates);
        });
      }
    }
    const found = await platform.owner.query(
      'select source_id, sum(quantity) as quantity, sum(amount_precise) as amount, count(*) filter (where revision = 0)::integer as firsts from charges where organization_id = $1 and billing_item_id = $2 group by source_id',
      [organization.id, item],
    );
    t.is(found.rows.length, events.length);
    t.true(found.rows.every(({ firsts }: { firsts: number }) => firsts === 1));
    const key = {
      document: (e: (typeof events)[0]) => e.document,
      day: (e: (typeof events)[0]) => e.day,
      period: () => '',
    };
    const of = windowOf(line);
    const windows = groupBy(events, of ? key[of] : (e) => e.id);
    const expected = sum(
      [...windows.values()].map((inWindow) =>
        sum(
          rateWindow(
            line,
            inWindow.map((e) => decimal(line.pricing_model === 'flat' ? 1 : e.quantity)),
          ),
        ),
      ),
    );
    const charged = sum(found.rows.map(({ amount }: { amount: string }) => decimal(amount)));
    t.true(
      charged.eq(expected),
      `case ${index} ${JSON.stringify(line)}: ${charged.toFixed()} and ${expected.toFixed()}`,
    );
  }
});
