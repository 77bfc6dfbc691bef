/** Bodies and queries from the published JSON Schema: valid ones, and ones with a flaw put in. */
import fc from 'fast-check';
import { ssccOf } from '../../domain/inventory/sscc.ts';
import type { Random } from './random.ts';

export type Schema = Record<string, any>;

/** Chooses the text of an id field by the field's name; undefined leaves it to chance. */
export type IdOf = (field: string) => string | undefined;

const depthMax = 8;

/** A value that is valid as far as a schema can say; rules given in words (either-or, calendar) may still refuse it. */
export function fitting(schema: Schema, random: Random, idOf: IdOf, field = '', depth = 0): unknown {
  const options: Schema[] | undefined = schema['anyOf'] ?? schema['oneOf'];
  if (options) return fitting(random.pick(options), random, idOf, field, depth);
  if ('const' in schema) return schema['const'];
  if (schema['enum']) return random.pick(schema['enum'] as unknown[]);
  const types: string[] = [schema['type'] ?? 'string'].flat();
  const type = types.find((name) => name !== 'null') ?? 'null';
  if (type === 'null' || (types.includes('null') && random.chance(0.2))) return null;
  if (type === 'object') return fittingObject(schema, random, idOf, depth);
  if (type === 'array') {
    const least = Math.min(schema['minItems'] ?? 0, 5);
    const wanted = depth > depthMax ? least : Math.max(least, random.whole(3));
    const count = Math.min(wanted, schema['maxItems'] ?? wanted);
    return Array.from({ length: count }, () =>
      fitting(schema['items'] ?? {}, random, idOf, field, depth + 1),
    );
  }
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer' || type === 'number') return fittingNumber(schema, random, type === 'integer');
  return fittingText(schema, random, idOf, field);
}

function fittingObject(schema: Schema, random: Random, idOf: IdOf, depth: number): Record<string, unknown> {
  const required: string[] = schema['required'] ?? [];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name) || (depth < depthMax && random.chance(0.5)))
      .map(([name, inner]) => [name, fitting(inner, random, idOf, name, depth + 1)]),
  );
}

function fittingNumber(schema: Schema, random: Random, isWhole: boolean): number {
  const least =
    schema['minimum'] ?? (schema['exclusiveMinimum'] === undefined ? 0 : schema['exclusiveMinimum'] + 1);
  const most =
    schema['maximum'] ?? (schema['exclusiveMaximum'] === undefined ? 1e6 : schema['exclusiveMaximum'] - 1);
  if (random.chance(0.1)) return most;
  if (random.chance(0.1)) return least;
  const value = Math.max(least, Math.min(most, least + random.whole(50)));
  return isWhole || random.chance(0.7) ? Math.ceil(value) : Math.min(most, value + 0.25);
}

const arbitraries = new Map<string, fc.Arbitrary<string>>();

/**
 * A text that matches the pattern within the lengths; takes a few tries, since a pattern does not know its field's
 * length.
 */
function matching(pattern: string, schema: Schema, random: Random): string {
  const known = arbitraries.get(pattern) ?? fc.stringMatching(new RegExp(pattern), { maxLength: 12 });
  arbitraries.set(pattern, known);
  const texts = fc.sample(known, { seed: random.whole(2 ** 31), numRuns: 10 });
  const { minLength = 1, maxLength = 1e6 } = schema as { minLength?: number; maxLength?: number };
  return texts.find(({ length }) => length >= minLength && length <= maxLength) ?? texts[0]!;
}

/** Whether a text names a record: a UUID, or on v1 an id, a code or a SKU. */
export function namesRecord({ format, description = '' }: Schema): boolean {
  return format === 'uuid' || /^(Id or code|The SKU of an item)\b/.test(description);
}

function fittingText(schema: Schema, random: Random, idOf: IdOf, field: string): string {
  const pattern: string = schema['pattern'] ?? '';
  if (namesRecord(schema)) return idOf(field) ?? random.uuid();
  if (schema['format'] === 'email') return `p${random.whole(1e6)}@example.test`;
  if (schema['format'] === 'date-time' || schema['description']?.startsWith('ISO 8601'))
    return new Date(1.7e12 + random.whole(1e9)).toISOString();
  if (schema['format'] === 'date')
    return `20${20 + random.whole(10)}-0${1 + random.whole(9)}-1${random.whole(10)}`;
  if (/time_?zone/.test(field)) return random.pick(['UTC', 'America/New_York', 'Asia/Kolkata']);
  if (pattern === '^\\d{18}$') return ssccOf('0614141', random.whole(1e6));
  if (pattern === '^[A-Z]{3}$') return random.pick(['USD', 'EUR', 'JPY']);
  const plain = `t${random.whole(1e9).toString(36)}`;
  const { minLength = 0, maxLength = 20 } = schema as { minLength?: number; maxLength?: number };
  const text = plain
    .padEnd(minLength, 'x')
    .slice(0, Math.max(1, Math.min(maxLength, Math.max(20, minLength))));
  return pattern === '' || new RegExp(pattern).test(text) ? text : matching(pattern, schema, random);
}

/** Values that have broken servers before, in place of a text, a number or anything. */
const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  -1e308,
  1e21,
  2 ** 53,
  0.1234567890123,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDC00x',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '9999-12-31',
  '{00000000-0000-0000-0000-000000000000}',
  '00000000-0000-0000-0000-000000000000',
  "' or 1=1 --",
  '%_\\',
  '=cmd|x',
  '\r\nX-Injected: 1',
  '../../etc/passwd',
  '😀'.repeat(50),
  'x'.repeat(5_000),
  [],
  {},
  [[[[]]]],
  { $gt: '' },
  { toString: 1 },
  ['a', 1, null],
  { length: 1e9 },
  'NaN',
  '1e400',
  '٣',
  '__proto__',
];

/** Puts one flaw into a body: a hostile value, an extra field, a missing field, or a wrong type. */
export function flawed(body: unknown, random: Random): unknown {
  const holders = containers(body);
  if (holders.length === 0) return random.pick(hostile);
  const holder = random.pick(holders);
  const keys = Object.keys(holder);
  if (keys.length === 0 || random.chance(0.1)) {
    const name = random.pick(['unknown_field', '__proto__x', 'constructor', '']);
    if (Array.isArray(holder)) holder.push(random.pick(hostile));
    else (holder as Record<string, unknown>)[name] = random.pick(hostile);
    return body;
  }
  const key = random.pick(keys);
  const record = holder as Record<string, unknown>;
  if (random.chance(0.15)) delete record[key];
  else record[key] = random.pick(hostile);
  return body;
}

function containers(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containers)];
}
