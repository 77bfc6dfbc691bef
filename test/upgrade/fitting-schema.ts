/**
 * Whether a schema still keeps what another said. What is sent may be given more to say: optional fields, types, values,
 * and wider bounds. What is answered may tell more: fields, values. Neither loses a field or a value, nor means another
 * type by it.
 */
import { tightened } from './fitting-bounds.ts';
import type { Json } from './surface.ts';

export type Direction = 'sent' | 'answered';

export interface Comparison {
  before: Json;
  now: Json;
  direction: Direction;
  /** Where it stands, such as `Order.lines[].qty`. */
  at: string;
}

/** What a named schema stands for, by its reference. */
export type Named = (side: 'before' | 'now', reference: string) => Json | undefined;

/** Tells of each thing that is not kept: where, and what became of it. */
export type Tell = (at: string, what: string) => void;

/** Compares each pair of named schemas once for each direction. */
export function comparer(named: Named, tell: Tell): (comparison: Comparison) => void {
  const seen = new Set<string>();
  return function compare({ before, now, direction, at }: Comparison): void {
    const [reference, other] = [before['$ref'], now['$ref']] as (string | undefined)[];
    if (!reference && !other) return compareInline({ before, now, direction, at }, { compare, named, tell });
    const key = `${direction} ${reference ?? at} ${other ?? at}`;
    if (seen.has(key)) return;
    seen.add(key);
    const [old, present] = [
      reference ? named('before', reference) : before,
      other ? named('now', other) : now,
    ];
    const place = reference ? reference.split('/').at(-1)! : at;
    // Programs name the type by it.
    if (reference && !named('now', reference)) tell(place, 'is gone');
    if (old && present) compare({ before: old, now: present, direction, at: place });
  };
}

interface Means {
  compare: (comparison: Comparison) => void;
  named: Named;
  tell: Tell;
}

function compareInline(comparison: Comparison, means: Means): void {
  const { before, now, direction, at } = comparison;
  if (before['anyOf'] ?? now['anyOf']) return compareAlternatives(comparison, means);
  compareTypes(comparison, means.tell);
  compareValues(comparison, means.tell);
  if (direction === 'sent') for (const what of tightened(before, now)) means.tell(at, what);
  for (const inner of ['items', 'additionalProperties']) {
    const [old, present] = [before[inner], now[inner]];
    if (isSchema(old) && isSchema(present))
      means.compare({ before: old, now: present, direction, at: `${at}[]` });
  }
  compareFields(comparison, means);
}

function compareTypes({ before, now, direction, at }: Comparison, tell: Tell): void {
  const [old, present] = [typesOf(before), typesOf(now)];
  const [wider, narrower] = direction === 'sent' ? [present, old] : [old, present];
  const isKept =
    wider.length === 0 || (narrower.length > 0 && narrower.every((type) => isAmong(type, wider)));
  if (!isKept) tell(at, `was ${old.join(' or ') || 'anything'} and is ${present.join(' or ') || 'anything'}`);
  else if (before['format'] !== now['format'])
    tell(at, `was of format ${before['format'] ?? 'none'} and is of ${now['format'] ?? 'none'}`);
}

const isAmong = (type: string, types: readonly string[]): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

function typesOf({ type, const: value }: Json): string[] {
  if (type !== undefined) return [type].flat();
  return value === undefined ? [] : [typeof value];
}

function compareValues({ before, now, direction, at }: Comparison, tell: Tell): void {
  const [old, present] = [valuesOf(before), valuesOf(now)];
  if (!present) return;
  const gone = old?.filter((value) => !present.includes(value)) ?? [];
  if (gone.length > 0) tell(at, `has no ${gone.join(', ')} any more`);
  if (!old && direction === 'sent') tell(at, `takes only ${present.join(', ')}`);
}

const valuesOf = (schema: Json): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : schema['enum'];

function compareFields({ before, now, direction, at }: Comparison, { compare, tell }: Means): void {
  const [fields, present] = [fieldsOf(before), fieldsOf(now)];
  const [required, asked] = [requiredOf(before), requiredOf(now)];
  for (const [name, field] of Object.entries(fields)) {
    const place = `${at}.${name}`;
    if (!present[name]) tell(place, 'is gone');
    else {
      compare({ before: field, now: present[name], direction, at: place });
      if (direction === 'answered' && required.has(name) && !asked.has(name)) tell(place, 'may be missing');
    }
  }
  if (direction === 'answered') return;
  for (const name of asked) if (!required.has(name)) tell(`${at}.${name}`, 'has to be sent');
}

const fieldsOf = ({ properties = {} }: Json): Record<string, Json> => properties;
const requiredOf = ({ required = [] }: Json): Set<string> => new Set(required);
const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Each form there was still fits one there is; of an answer, each there is fits one there was. */
function compareAlternatives(
  { before, now, direction, at }: Comparison,
  { compare, named, tell }: Means,
): void {
  const [old, present] = [before, now].map((schema): Json[] => schema['anyOf'] ?? [schema]) as [
    Json[],
    Json[],
  ];
  const fits = (one: Json, other: Json): boolean => {
    let isKept = true;
    comparer(named, () => (isKept = false))({ before: one, now: other, direction, at });
    return isKept;
  };
  for (const one of old) {
    const namesake = present.find((other) => nameOf(one) !== undefined && nameOf(other) === nameOf(one));
    if (namesake) compare({ before: one, now: namesake, direction, at });
    else if (!present.some((other) => fits(one, other))) tell(at, `is no ${wordsOf(one)} any more`);
  }
  if (direction === 'sent') return;
  for (const other of present) {
    const isKnown = old.some((one) => nameOf(one) !== undefined && nameOf(one) === nameOf(other));
    if (!isKnown && !old.some((one) => fits(one, other))) tell(at, `may be a ${wordsOf(other)}`);
  }
}

const nameOf = ({ $ref, title }: Json): string | undefined => $ref ?? title;

const wordsOf = (schema: Json): string =>
  nameOf(schema)?.split('/').at(-1) ?? typesOf(schema).join(' or ') ?? 'form';
