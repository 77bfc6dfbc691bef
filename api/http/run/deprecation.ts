/**
 * The headers of what is deprecated (`domain/deprecation.ts`): `Deprecation` of RFC 9745 and `Sunset` of RFC 8594, on every
 * answer of a deprecated operation, and on answers to requests that send a deprecated field.
 */
import type { Context } from 'koa';
import type Joi from 'joi';
import type { Deprecation } from '../../../domain/deprecation.ts';
import type { Exchange } from '../exchange.ts';

const page = '/docs/manuals/upgrading#deprecated';

/** Of several notices the earliest counts. */
export function tellDeprecated(ctx: Context, notices: readonly Deprecation[]): void {
  if (notices.length === 0) return;
  const earliest = (days: string[]): number => Math.min(...days.map((day) => Date.parse(day)));
  ctx.set({
    Deprecation: `@${earliest(notices.map(({ on }) => on)) / 1000}`,
    Sunset: new Date(earliest(notices.map(({ sunset }) => sunset))).toUTCString(),
  });
  ctx.append('Link', `<${page}>; rel="deprecation"; type="text/html"`);
}

/** The notices of the fields that this request sends. */
export function deprecatedFieldsSent({ endpoint, command, body, query }: Exchange): Deprecation[] {
  const isOwnBody = endpoint.kind === 'batch' || (endpoint.kind === 'command' && endpoint.body !== undefined);
  const sent = isOwnBody ? endpoint.body : command?.input;
  const asked = 'query' in endpoint ? endpoint.query : undefined;
  return [...noticesIn(sent, body), ...noticesIn(asked, query)];
}

function noticesIn(schema: Joi.AnySchema | undefined, value: unknown): Deprecation[] {
  if (schema === undefined) return [];
  return fieldsOf(schema).flatMap(({ path, notice }) => (isSent(value, path) ? [notice] : []));
}

interface DeprecatedField {
  /** `*` stands for every element of a list. */
  path: readonly string[];
  notice: Deprecation;
}

const known = new WeakMap<Joi.AnySchema, readonly DeprecatedField[]>();

/** Looked for once a schema: nearly all have none. */
function fieldsOf(schema: Joi.AnySchema): readonly DeprecatedField[] {
  let found = known.get(schema);
  if (!found) {
    found = [...deprecatedIn(schema.describe() as Described, [])];
    known.set(schema, found);
  }
  return found;
}

interface Described {
  metas?: { deprecation?: Deprecation }[];
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described }[];
}

function* deprecatedIn(
  { metas = [], keys = {}, items = [], matches = [] }: Described,
  path: readonly string[],
): Generator<DeprecatedField> {
  for (const { deprecation: notice } of metas) if (notice) yield { path, notice };
  for (const [name, inner] of Object.entries(keys)) yield* deprecatedIn(inner, [...path, name]);
  for (const inner of items) yield* deprecatedIn(inner, [...path, '*']);
  for (const { schema } of matches) if (schema) yield* deprecatedIn(schema, path);
}

function isSent(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined;
  if (step === '*') return Array.isArray(value) && value.some((one) => isSent(one, rest));
  return (
    typeof value === 'object' && value !== null && isSent((value as Record<string, unknown>)[step], rest)
  );
}
