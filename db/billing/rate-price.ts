/** Prices as SQL that match domain/billing/rating.ts digit for digit. Amounts have ten decimals. */
import { hasIncluded, type Pricing } from '../../domain/rates/rate-line.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';

const number = (value: string | number): SqlText => sql`${String(value)}::numeric`;

/** F(x): the cumulative price. */
export function cumulativeSql(line: Pricing, x: SqlText): SqlText {
  const counted = hasIncluded(line) ? sql`greatest(${x} - ${number(line.included_qty!)}, 0)` : x;
  return sql`round(${unroundedSql(line, counted)}, 10)`;
}

function unroundedSql(line: Pricing, x: SqlText): SqlText {
  switch (line.pricing_model) {
    case 'flat':
    case 'per_unit':
      return sql`${x} * ${number(line.rate!)}`;
    case 'package':
      return sql`ceil(${x} / ${number(line.package_size!)}) * ${number(line.rate!)}`;
    case 'first_additional': {
      const first = number(line.first_qty!);
      return sql`least(${x}, ${first}) * ${number(line.rate!)} + greatest(${x} - ${first}, 0) * ${number(line.additional_rate!)}`;
    }
    case 'graduated':
      return joined(
        line.tiers!.map(({ from, to, rate, flat = 0 }) => {
          const reached = to === null ? x : sql`least(${x}, ${number(to)})`;
          return sql`case when ${x} > ${number(from)}
            then (${reached} - ${number(from)}) * ${number(rate)} + ${number(flat)} else 0 end`;
        }),
        ' + ',
      );
    default:
      throw new Error(`The model ${line.pricing_model} has no cumulative price.`);
  }
}

/** The price of a single event. */
export function ownPriceSql(line: Pricing, quantity: SqlText): SqlText {
  switch (line.pricing_model) {
    case 'percent':
      return sql`round(${quantity} * ${number(line.percent!)} / 100, 10)`;
    case 'cost_plus':
      return sql`round(${quantity} + ${quantity} * ${number(line.percent!)} / 100
            + case when ${quantity} > 0 then ${number(line.rate ?? '0')} else 0 end, 10)`;
    default:
      return cumulativeSql(line, quantity);
  }
}

/** The unit price for a window's total under the volume model. */
export function volumeUnitSql(line: Pricing, total: SqlText): SqlText {
  const tiers = line.tiers!;
  const closed = tiers
    .slice(0, -1)
    .map(({ to, rate }) => sql`when ${total} <= ${number(to!)} then ${number(rate)}`);
  const last = number(tiers.at(-1)!.rate);
  return closed.length === 0 ? last : sql`case ${spaced(closed)} else ${last} end`;
}

function spaced(parts: readonly SqlText[]): SqlText {
  return parts.reduce((all, part) => sql`${all} ${part}`);
}

/** The unit price shown on a charge, when a single price applies. */
export function unitPriceSql(line: Pricing): SqlText {
  const isBounded = hasChargeBounds(line);
  if (line.pricing_model === 'percent' && !isBounded) return sql`round(${number(line.percent!)} / 100, 6)`;
  const isPlain = line.pricing_model === 'flat' || line.pricing_model === 'per_unit';
  return isPlain && !hasIncluded(line) && !isBounded ? number(line.rate!) : sql`null::numeric`;
}

/** Whether the line has bounds that apply to each charge. */
export function hasChargeBounds(line: Pricing): boolean {
  return line.min_scope === 'charge' && (line.min_charge !== null || line.max_charge !== null);
}

/** The amount clamped to the line's bounds when those apply to each charge. */
export function clampChargeSql(line: Pricing, amount: SqlText): SqlText {
  return line.min_scope === 'charge' ? clampSql(line, amount) : amount;
}

// A credit (a vendor's, passed on) is bounded by the maximum too, and owes no minimum.
function clampSql({ min_charge: least, max_charge: most }: Pricing, amount: SqlText): SqlText {
  if (least === null && most === null) return amount;
  const raised = least === null ? amount : sql`greatest(${amount}, ${number(least)})`;
  const bounded = most === null ? raised : sql`least(${raised}, ${number(most)})`;
  const credit = most === null ? amount : sql`greatest(${amount}, -${number(most)})`;
  return sql`case when ${amount} < 0 then ${credit} else ${bounded} end`;
}
