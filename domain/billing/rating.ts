/**
 * The reference implementation of rating: the set-based SQL in db/billing must match it to the last digit. Prices are a
 * cumulative function F, so any order and any split of the same activity gives the same total: an event costs F(after)
 * - F(before).
 */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import { windowOf, type Pricing, type Tier } from '../rates/rate-line.ts';

/** Decimals kept in an unrounded amount. Both sides of a difference are cut to these, so that differences telescope. */
export const preciseDecimals = 10;

export type Rounding = 'half_up' | 'half_even';

// big.js modes: 1 rounds half away from zero, 2 rounds half to even.
const modes = { half_up: 1, half_even: 2 } as const;

/** Rounds money to a currency's exponent. Done once per invoice line, never per event. */
export function roundMoney(value: Decimal, exponent: number, rounding: Rounding): Decimal {
  return value.round(exponent, modes[rounding]);
}

export function precise(value: Decimal): Decimal {
  return value.round(preciseDecimals, modes.half_up);
}

/** F(q): what the first `quantity` of a window costs under this line. Not defined for volume, percent and cost_plus. */
export function cumulativePrice(line: Pricing, quantity: Decimal): Decimal {
  const free = decimal(line.included_qty ?? '0');
  const counted = max(zero, quantity.minus(free));
  switch (line.pricing_model) {
    case 'flat':
    case 'per_unit':
      return precise(counted.times(decimal(line.rate!)));
    case 'package': {
      const packages = counted.div(decimal(line.package_size!)).round(0, 3);
      return precise(packages.times(decimal(line.rate!)));
    }
    case 'first_additional': {
      const first = decimal(line.first_qty!);
      const additional = max(zero, counted.minus(first)).times(decimal(line.additional_rate!));
      return precise(min(counted, first).times(decimal(line.rate!)).plus(additional));
    }
    case 'graduated':
      return precise(sum(line.tiers!.map((tier) => tierPrice(tier, counted))));
    default:
      throw new RangeError(`The model ${line.pricing_model} has no cumulative price.`);
  }
}

function tierPrice(tier: Tier, counted: Decimal): Decimal {
  const from = decimal(tier.from);
  if (counted.lte(from)) return zero;
  const to = tier.to === null ? counted : min(counted, decimal(tier.to));
  return to
    .minus(from)
    .times(decimal(tier.rate))
    .plus(decimal(tier.flat ?? 0));
}

/** The unit price for a window's total under the volume model, where one tier prices everything. */
export function volumeUnitPrice(line: Pricing, total: Decimal): Decimal {
  const tier = line.tiers!.find(({ to }) => to === null || total.lte(decimal(to)));
  return decimal(tier!.rate);
}

/**
 * The price of a single event under models without a running total. For percent and cost_plus, `quantity` is the cost;
 * the fee on top of it is owed for a cost, and neither for a credit nor twice.
 */
export function ownPrice(line: Pricing, quantity: Decimal): Decimal {
  const percent = () => quantity.times(decimal(line.percent!)).div(decimal(100));
  switch (line.pricing_model) {
    case 'percent':
      return precise(percent());
    case 'cost_plus':
      return precise(quantity.plus(percent()).plus(quantity.gt(zero) ? decimal(line.rate ?? '0') : zero));
    default:
      return cumulativePrice(line, quantity);
  }
}

/** Clamps an amount to the line's minimum and maximum when those apply to each charge. */
export function clampCharge(line: Pricing, amount: Decimal): Decimal {
  if (line.min_scope !== 'charge') return amount;
  return clamp(line, amount);
}

function clamp({ min_charge: least, max_charge: most }: Pricing, amount: Decimal): Decimal {
  // A credit is bounded by the maximum too, and owes no minimum.
  if (amount.lt(zero)) return most === null ? amount : max(amount, decimal(most).times('-1'));
  const raised = least === null ? amount : max(amount, decimal(least));
  return most === null ? raised : min(raised, decimal(most));
}

/**
 * Rates the events of one window in order, as a single uninterrupted pass would. `before` is the quantity already rated
 * in the window. The amounts add up to exactly F(before + all) - F(before).
 */
export function rateWindow(line: Pricing, quantities: readonly Decimal[], before: Decimal = zero): Decimal[] {
  if (line.pricing_model === 'volume') {
    const unit = volumeUnitPrice(line, before.plus(sum(quantities)));
    return quantities.map((quantity) => clampCharge(line, precise(quantity.times(unit))));
  }
  if (!windowOf(line)) return quantities.map((quantity) => clampCharge(line, ownPrice(line, quantity)));
  let reached = before;
  return quantities.map((quantity) => {
    const from = reached;
    reached = reached.plus(quantity);
    return clampCharge(line, cumulativePrice(line, reached).minus(cumulativePrice(line, from)));
  });
}

function max(a: Decimal, b: Decimal): Decimal {
  return a.gte(b) ? a : b;
}

function min(a: Decimal, b: Decimal): Decimal {
  return a.lte(b) ? a : b;
}
