/**
 * Conditions as a person builds them: rows of field, comparison and value. Stored as JSONLogic; what rows cannot
 * express stays JSONLogic.
 */

export type Conditions = Record<string, unknown>;

export type Comparison =
  'is' | 'is_not' | 'more' | 'at_least' | 'less' | 'at_most' | 'contains' | 'one_of' | 'there' | 'missing';

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
  if (comparison === 'one_of') return { in: [variable, value.split(',').map((one) => one.trim())] };
  return { [operators[comparison]!]: [variable, valueOf(value, comparison)] };
}

// A storefront writes amounts as text, and two texts would be compared character by character.
function valueOf(text: string, comparison: Comparison): string | number | boolean {
  const bare = text.trim();
  if (ordered.includes(comparison) && bare !== '' && Number.isFinite(Number(bare))) return Number(bare);
  if (bare === 'true' || bare === 'false') return bare === 'true';
  return bare;
}

/** Undefined for conditions that rows cannot express. */
export function toRows(conditions: Conditions | null | undefined): Rows | undefined {
  if (!conditions) return { join: 'and', rows: [] };
  const [[operator, values] = ['', undefined], ...more] = Object.entries(conditions);
  if (more.length > 0) return undefined;
  const isJoin = operator === 'and' || operator === 'or';
  const parts = isJoin ? values : [conditions];
  if (!Array.isArray(parts)) return undefined;
  const rows = parts.map(rowOf);
  return rows.every((row) => row !== undefined) ? { join: isJoin ? operator : 'and', rows } : undefined;
}

function rowOf(part: unknown): Row | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  const [[operator, given] = ['', undefined], ...more] = Object.entries(part);
  const values: unknown[] = Array.isArray(given) ? given : [given];
  if (more.length > 0) return undefined;
  const [first, second] = values;
  const field = fieldOf(first);
  if (field !== undefined && (operator === '!!' || operator === '!'))
    return { field, comparison: operator === '!!' ? 'there' : 'missing', value: '' };
  if (operator === 'in' && field !== undefined && Array.isArray(second))
    return second.every(isPlain) ? { field, comparison: 'one_of', value: second.join(', ') } : undefined;
  const container = fieldOf(second);
  if (operator === 'in' && container !== undefined && isPlain(first))
    return { field: container, comparison: 'contains', value: String(first) };
  const comparison = (Object.keys(operators) as Comparison[]).find((one) => operators[one] === operator);
  if (!comparison || field === undefined || values.length !== 2 || !isPlain(second)) return undefined;
  return { field, comparison, value: String(second) };
}

function fieldOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = (value as { var?: unknown }).var;
  return Object.keys(value).length === 1 && typeof name === 'string' ? name : undefined;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
