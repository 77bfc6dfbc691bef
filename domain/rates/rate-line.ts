/**
 * A priced line of a rate sheet, and the checks that make it complete. Decimals are text, as the database sends them.
 */
import { decimal, type Decimal } from '../decimal.ts';
import type { ValidationProblem } from '../refusal.ts';

export const pricingModels = [
  'flat',
  'per_unit',
  'first_additional',
  'graduated',
  'volume',
  'package',
  'percent',
  'cost_plus',
] as const;
export type PricingModel = (typeof pricingModels)[number];

export const storageMethods = [
  'daily',
  'calendar_month',
  'split_month',
  'anniversary',
  'average',
  'peak',
  'period_end',
] as const;
export type StorageMethod = (typeof storageMethods)[number];

export const storageBases = ['pallet', 'location', 'unit', 'carton', 'cbm', 'cuft', 'kg'] as const;
export type StorageBasis = (typeof storageBases)[number];

/** The window over which quantities are accumulated: one document, one day or one billing cycle. */
export type TierWindow = 'document' | 'day' | 'period';

/** A tier covers quantities above `from`, up to and including `to`; under graduated, `flat` is charged once the tier is entered. */
export interface Tier {
  from: number;
  to: number | null;
  rate: number;
  flat?: number | undefined;
}

export interface AgingStep {
  from_day: number;
  multiplier: number;
}

/** The fields of a line that pricing needs. */
export interface Pricing {
  pricing_model: PricingModel;
  rate: string | null;
  first_qty: string | null;
  additional_rate: string | null;
  package_size: string | null;
  percent: string | null;
  percent_basis: 'carrier_cost' | 'order_value' | 'charges_subtotal' | null;
  tiers: Tier[] | null;
  tier_window: TierWindow | null;
  included_qty: string | null;
  min_charge: string | null;
  max_charge: string | null;
  min_scope: 'charge' | TierWindow;
}

const neededFields: Record<PricingModel, readonly (keyof Pricing)[]> = {
  flat: ['rate'],
  per_unit: ['rate'],
  first_additional: ['rate', 'first_qty', 'additional_rate'],
  graduated: ['tiers', 'tier_window'],
  volume: ['tiers', 'tier_window'],
  package: ['rate', 'package_size'],
  percent: ['percent', 'percent_basis'],
  cost_plus: ['percent'],
};

/** Every problem with a line's pricing, each with its field. */
export function pricingProblems(line: Pricing & { aging?: readonly AgingStep[] }): ValidationProblem[] {
  const missing = neededFields[line.pricing_model]
    .filter((name) => line[name] === null || line[name] === undefined)
    .map((name) => problem(name, 'required', `${name} is required for the model ${line.pricing_model}`));
  return [
    ...missing,
    ...(line.tiers ? tierProblems(line.tiers) : []),
    ...ignoredProblems(line),
    ...agingProblems(line.aging ?? []),
  ];
}

// Neither has a price of its own for the units that are left out, nor for entering a tier.
const withoutIncluded = new Set<PricingModel>(['volume', 'percent', 'cost_plus']);

/** What the model would not charge by: an agreement that is kept and never billed is worse than one refused. */
function ignoredProblems(line: Pricing): ValidationProblem[] {
  const { pricing_model: model, tiers } = line;
  const isIgnored = withoutIncluded.has(model) && hasIncluded(line);
  const included = 'included_qty is not used by the model';
  const flats = model === 'volume' ? (tiers ?? []) : [];
  return [
    ...(isIgnored ? [problem('included_qty', 'not_allowed', `${included} ${model}: leave it out`)] : []),
    ...flats.flatMap(({ flat = 0 }, index) => {
      const path = `tiers.${index}.flat`;
      const message = `${path} is not used by the model volume: use graduated, or a rate line of its own`;
      return flat === 0 ? [] : [problem(path, 'not_allowed', message)];
    }),
  ];
}

// Two multipliers from one day on: which of them a charge is made with would be chance.
function agingProblems(aging: readonly AgingStep[]): ValidationProblem[] {
  return aging.flatMap(({ from_day: day }, index) => {
    const isFirst = aging.findIndex((step) => step.from_day === day) === index;
    const path = `aging.${index}.from_day`;
    return isFirst ? [] : [problem(path, 'repeated', `${path} is ${day}, as an earlier step's is`)];
  });
}

function tierProblems(tiers: readonly Tier[]): ValidationProblem[] {
  const problems: ValidationProblem[] = [];
  let expected: Decimal | null = decimal(0);
  tiers.forEach((tier, index) => {
    const path = `tiers.${index}`;
    if (!expected?.eq(decimal(tier.from))) {
      problems.push(problem(`${path}.from`, 'gap', `${path}.from must be where the tier before it ends`));
    }
    if (tier.to !== null && tier.to <= tier.from) {
      problems.push(problem(`${path}.to`, 'order', `${path}.to must be above ${path}.from`));
    }
    expected = tier.to === null ? null : decimal(tier.to);
  });
  if (expected) problems.push(problem('tiers', 'open_end', 'the last tier must be open: to null'));
  return problems;
}

function problem(path: string, code: string, message: string): ValidationProblem {
  return { path, code, message };
}

/**
 * The window whose running total prices an event; undefined when each event is priced on its own. The specification
 * does not say: packages count within their document and free units within the billing cycle, unless tier_window says
 * otherwise.
 */
export function windowOf(line: Pricing): TierWindow | undefined {
  switch (line.pricing_model) {
    case 'graduated':
    case 'volume':
      return line.tier_window ?? 'period';
    case 'first_additional':
      return line.tier_window ?? 'document';
    case 'package':
      return line.tier_window ?? 'document';
    case 'flat':
    case 'per_unit':
      return hasIncluded(line) ? (line.tier_window ?? 'period') : undefined;
    default:
      return undefined;
  }
}

export function hasIncluded(line: Pricing): boolean {
  return (line.included_qty ?? null) !== null && decimal(line.included_qty!).gt(decimal(0));
}
