/**
 * Conditions as a person builds them: rows of field, comparison and value. Stored as JSONLogic; what rows cannot
 * express stays JSONLogic.
 */

export type Conditions = Record<string, unknown>;

export type Comparison =
  | 'is'
  | 'is_not'
  | 'more'
  | 'at_least'
  | 'less'
  | 'at_most'
  | 'contains'
  | 'one_of'
  | 'there'
  | 'missing';

export interface Row {
  field: string;
  comparison: Comparison;
  value: string;
}

export interface Rows {
  /** Whether all of them must hold, or any. */
  join: 'and' | 'or';
  rows: Row[];
}

const operators: Partial<Record<Comparison, string>> = {
  is: '==',
  is_not: '!=',
  more: '>',
  at_least: '>=',
  less: '<',
  at_most: '<=',
};
const ordered: readonly Comparison[] = ['more', 'at_least', 'less', 'at_most'];

/** Comparisons that need no value. */
export const valueless: readonly Comparison[] = ['there', 'missing'];

/** Undefined if there are no rows, and so nothing that must hold. */
export function toLogic({ join, rows }: Rows): Conditions | undefined {
  const parts = rows.filter(({ field }) => field.trim() !== '').map(partOf);
  if (parts.length === 0) return undefined;
  return parts.length === 1 ? parts[0] : { [join]: parts };
}

function partOf({ field, comparison, value }: Row): Conditions {
  const variable = { var: field.trim() };
  if (comparison === 'there') return { '!!': [variable] };
  if (comparison === 'missing') return { '!': [variable] };
  if (comparison === 'contains') return { in: [value, variable] };
  if (comparison === 'one_of') return { in: [variable, value.split(',').flatMap(entriesOf)] };
  return { [operators[comparison]!]: [variable, valueOf(value, comparison)] };
}

// A list holds a value only in its own form, and a storefront writes its ids as numbers, other fields as text.
function entriesOf(text: string): (string | number)[] {
  const bare = text.trim();
  return Number.isFinite(Number(bare)) && String(Number(bare)) === bare ? [bare, Number(bare)] : [bare];
}

// A storefront writes amounts as text, and two texts would be compared character by character.
function valueOf(text: string, comparison: Comparison): string | number | boolean {
  const bare = text.trim();
  if (ordered.includes(comparison) && bare !== '' && Number.isFinite(Number(bare))) return Number(bare);
  if (bare === 'true' || bare === 'false') return bare === 'true';
  return bare;
}

/** Undefined for conditions that rows cannot express: written back, they would be others. */
export function toRows(conditions: Conditions | null | undefined): Rows | undefined {
  if (!conditions) return { join: 'and', rows: [] };
  const { and, or } = conditions;
  const parts = Array.isArray(or) ? or : Array.isArray(and) ? and : [conditions];
  const read: Rows = { join: Array.isArray(or) ? 'or' : 'and', rows: parts.map(rowOf) };
  return JSON.stringify(toLogic(read)) === JSON.stringify(conditions) ? read : undefined;
}

/** A part as a row reads it, whatever it is: `toRows` finds out whether that is what it says. */
function rowOf(part: unknown): Row {
  const [[operator, given] = ['', undefined]] = Object.entries(Object(part) as Conditions);
  const [first, second]: unknown[] = Array.isArray(given) ? given : [];
  if (operator === '!!' || operator === '!')
    return { field: fieldOf(first), comparison: operator === '!!' ? 'there' : 'missing', value: '' };
  if (operator === 'in' && Array.isArray(second))
    return {
      field: fieldOf(first),
      comparison: 'one_of',
      value: [...new Set(second.map(textOf))].join(', '),
    };
  if (operator === 'in') return { field: fieldOf(second), comparison: 'contains', value: textOf(first) };
  const comparison = (Object.keys(operators) as Comparison[]).find((one) => operators[one] === operator);
  return { field: fieldOf(first), comparison: comparison ?? 'is', value: textOf(second) };
}

function fieldOf(value: unknown): string {
  return textOf((Object(value) as { var?: unknown }).var);
}

/** Empty for a list or an object, which may even have no text. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
