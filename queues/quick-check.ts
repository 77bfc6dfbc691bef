/**
 * Joi's answer to what is plainly right, without joi's way to it: a schema is taken apart once, and a value that fits is
 * checked by a few comparisons. Whatever is not understood here, and whatever does not fit, is joi's to judge: a value is
 * never refused by this file, and never passed that joi would refuse.
 */
import type Joi from 'joi';
import { madeOnceOf } from './made-once.ts';

/** Joi has to say. */
export const unsure = Symbol('unsure');

/** The value as joi would give it back without conversions, or `unsure`. */
export type QuickCheck = (value: unknown) => unknown;

interface Rule {
  name: string;
  args?: Readonly<Record<string, unknown>>;
  operator?: string;
  _resolve?: readonly unknown[];
}

interface Values {
  values(): readonly unknown[];
  _refs: ReadonlySet<unknown>;
}

/** What joi keeps of a schema. */
interface Inner {
  type: string;
  _flags: Readonly<Record<string, unknown>>;
  _rules: readonly Rule[];
  _valids: Values | null;
  _invalids: Values | null;
  _preferences: Readonly<Record<string, unknown>> | null;
  _refs: { refs: readonly unknown[] };
  $_terms: Readonly<Record<string, unknown>>;
}

type Field = { key: string; schema: Joi.AnySchema };

/** The check of a schema, made when it is asked for first. */
export const quickCheck: (schema: Joi.AnySchema) => QuickCheck = madeOnceOf((schema: Joi.AnySchema) => {
  return understood(schema) ?? asJoiSays(schema);
});

// Not to be understood without what stands around it: then neither is what stands around it.
const dependsOnOthers = (schema: Inner): boolean => schema._refs.refs.length > 0;

function asJoiSays(schema: Joi.AnySchema): QuickCheck {
  return (value) => {
    const { error, value: checked } = schema.validate(value, { convert: false });
    return error ? unsure : checked;
  };
}

const preferencesKnown = new Set(['convert', 'messages']);
const flagsKnown = new Set(['presence', 'only', 'unknown', 'description', 'label', 'id']);
const termsKnown = new Set([
  'keys',
  'dependencies',
  'items',
  '_inclusions',
  'metas',
  'examples',
  'notes',
  'tags',
  'shared',
]);

function understood(schema: Joi.AnySchema): QuickCheck | undefined {
  const inner = schema as unknown as Inner;
  const isPlain =
    Object.keys(inner._flags).every((flag) => flagsKnown.has(flag)) &&
    Object.entries(inner.$_terms).every(([term, given]) => termsKnown.has(term) || isEmpty(given)) &&
    Object.keys(inner._preferences ?? {}).every((preference) => preferencesKnown.has(preference)) &&
    inner._preferences?.['convert'] !== true &&
    !dependsOnOthers(inner) &&
    isPrimitive(inner._valids) &&
    isPrimitive(inner._invalids);
  const base = isPlain ? baseOf(inner) : undefined;
  const rules = [...dependenciesOf(inner).map(dependencyCheck), ...inner._rules.map(ruleOf)];
  if (!base || rules.some((rule) => rule === undefined)) return undefined;
  const steps = [base, ...(rules as QuickCheck[])];
  const allowed = new Set(inner._valids?.values());
  const denied = new Set(inner._invalids?.values());
  const { only, presence } = inner._flags;
  return (value) => {
    if (value === undefined) return presence === 'required' ? unsure : undefined;
    if (presence === 'forbidden') return unsure;
    if (allowed.has(value)) return value;
    if (only || denied.has(value)) return unsure;
    let checked: unknown = value;
    for (const step of steps) {
      checked = step(checked);
      if (checked === unsure) return unsure;
    }
    return checked;
  };
}

function isEmpty(term: unknown): boolean {
  return term === null || term === undefined || (Array.isArray(term) && term.length === 0);
}

function isPrimitive(values: Values | null): boolean {
  return (
    !values ||
    (values._refs.size === 0 && values.values().every((one) => typeof one !== 'object' || one === null))
  );
}

function baseOf({ type, $_terms: terms, _flags: flags }: Inner): QuickCheck | undefined {
  if (type === 'string') return (value) => (typeof value === 'string' && value !== '' ? value : unsure);
  if (type === 'number') return (value) => (isSafeNumber(value) ? value : unsure);
  if (type === 'boolean') return (value) => (typeof value === 'boolean' ? value : unsure);
  if (type === 'any') return (value) => value;
  if (type === 'object')
    return objectCheck(terms['keys'] as readonly Field[] | null | undefined, flags['unknown'] === true);
  if (type === 'array') {
    const items = terms['items'] as readonly Joi.AnySchema[] | undefined;
    return items?.length === 1 ? listCheck(items[0]!) : undefined;
  }
  return undefined;
}

function isSafeNumber(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function objectCheck(keys: readonly Field[] | null | undefined, isOpen: boolean): QuickCheck | undefined {
  if (!keys) return isOpen ? (value) => (isRecord(value) ? value : unsure) : undefined;
  if (keys.some(({ schema }) => dependsOnOthers(schema as unknown as Inner))) return undefined;
  const checks = new Map(keys.map(({ key, schema }) => [key, quickCheck(schema)]));
  // What is left out is looked at only where something is to be had for it, or has to be there.
  const mayNotMiss = keys
    .filter(({ schema }) => quickCheck(schema)(undefined) !== undefined)
    .map(({ key }) => key);
  return (value) => {
    if (!isRecord(value)) return unsure;
    for (const key of mayNotMiss) if (value[key] === undefined) return unsure;
    const checked: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const check = checks.get(key);
      if ((!check && !isOpen) || key === '__proto__') return unsure;
      const own = check ? check(value[key]) : value[key];
      if (own === unsure) return unsure;
      checked[key] = own;
    }
    return checked;
  };
}

interface Dependency {
  rel: string;
  key: Peer | null;
  peers: readonly Peer[];
  options?: object;
}

/** A field, where its path is one step. */
interface Peer {
  path: readonly string[];
  type: string;
}

function dependenciesOf({ $_terms: terms }: Inner): readonly Dependency[] {
  return (terms['dependencies'] as readonly Dependency[] | null | undefined) ?? [];
}

/** Which fields come together: how many of the peers are given, and whether the one they are asked for by is. */
const relations: Readonly<Record<string, (given: number, peers: number) => boolean>> = {
  and: (given, peers) => given === 0 || given === peers,
  nand: (given, peers) => given < peers,
  or: (given) => given > 0,
  xor: (given) => given === 1,
  oxor: (given) => given <= 1,
  with: (given, peers) => given === peers,
  without: (given) => given === 0,
};

function dependencyCheck({ rel, key, peers, options = {} }: Dependency): QuickCheck | undefined {
  const holds = relations[rel];
  const named = key ? [key, ...peers] : peers;
  const isOfFields = named.every(({ path, type }) => path.length === 1 && type === 'value');
  if (!holds || !isOfFields || Object.keys(options).length > 0) return undefined;
  const [asking, names] = [key?.path[0], peers.map(({ path }) => path[0]!)];
  return (value) => {
    const record = value as Record<string, unknown>;
    if (asking !== undefined && record[asking] === undefined) return value;
    return holds(names.filter((name) => record[name] !== undefined).length, names.length) ? value : unsure;
  };
}

function listCheck(item: Joi.AnySchema): QuickCheck | undefined {
  const inner = item as unknown as Inner;
  if (dependsOnOthers(inner) || inner._flags['presence'] !== undefined) return undefined;
  const check = quickCheck(item);
  return (value) => {
    if (!Array.isArray(value)) return unsure;
    const checked: unknown[] = [];
    for (const one of value) {
      const own = one === undefined ? unsure : check(one);
      if (own === unsure) return unsure;
      checked.push(own);
    }
    return checked;
  };
}

const comparisons: Readonly<Record<string, (size: number, limit: number) => boolean>> = {
  min: (size, limit) => size >= limit,
  max: (size, limit) => size <= limit,
  length: (size, limit) => size === limit,
  greater: (size, limit) => size > limit,
  less: (size, limit) => size < limit,
};

// Rules of texts and lists that ask for their length have an encoding or none; those of numbers have neither.
const sizeOf = (value: unknown): number =>
  typeof value === 'number' ? value : (value as string | readonly unknown[]).length;

function ruleOf({ name, args = {}, _resolve: resolved = [] }: Rule): QuickCheck | undefined {
  if (resolved.length > 0) return undefined;
  const compare = comparisons[name];
  const { limit } = args;
  if (compare && typeof limit === 'number' && args['encoding'] === undefined)
    return (value) => (compare(sizeOf(value), limit) ? value : unsure);
  // What a list holds is checked with its type.
  if (name === 'items') return (value) => value;
  if (name === 'integer') return (value) => (Number.isInteger(value) ? value : unsure);
  if (name === 'pattern') return patternCheck(args);
  if (name === 'custom') return customCheck(args['method'] as Joi.CustomValidator);
  return undefined;
}

function patternCheck({ regex, options }: Readonly<Record<string, unknown>>): QuickCheck | undefined {
  const isInverted = (options as { invert?: boolean } | undefined)?.invert === true;
  if (!(regex instanceof RegExp) || regex.global || regex.sticky || isInverted) return undefined;
  return (value) => (regex.test(value as string) ? value : unsure);
}

/** A rule of our own: it says `helpers.error`, which is all it is given, or gives the value back. */
function customCheck(method: Joi.CustomValidator): QuickCheck {
  const helpers = { error: () => unsure, message: () => unsure } as unknown as Joi.CustomHelpers;
  return (value) => {
    try {
      const given = method(value, helpers) as unknown;
      return given === undefined ? unsure : given;
    } catch {
      return unsure;
    }
  };
}
