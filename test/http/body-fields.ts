/** Every field of a body by its schema, and a body with one of them replaced by any JSON text. */
import { fitting, type IdOf, type Schema } from './generate.ts';
import type { Random } from './random.ts';

type Path = readonly (string | number)[];

const depthMax = 5;

/** The places of all fields, also of those in lists and in either form of what has several. */
export function fieldsOf(schema: Schema, path: Path = []): Path[] {
  if (path.length > depthMax) return [];
  const options: Schema[] = schema['anyOf'] ?? schema['oneOf'] ?? [];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const all = [
    ...options.flatMap((option) => fieldsOf(option, path)),
    ...properties.flatMap(([name, inner]) => [[...path, name], ...fieldsOf(inner, [...path, name])]),
    ...(schema['items'] ? [[...path, 0], ...fieldsOf(schema['items'], [...path, 0])] : []),
  ];
  return [...new Map(all.map((one) => [one.join('.'), one])).values()];
}

const place = 'PLACE-OF-THE-WORST';

/** A body that is valid but for the field, which has the JSON text instead. */
export function bodyWith(schema: Schema, field: Path, json: string, random: Random, idOf: IdOf): string {
  const body = put(fitting(schema, random, idOf), schema, field, random, idOf);
  return JSON.stringify(body).replace(`"${place}"`, () => json);
}

function put(holder: unknown, schema: Schema, [key, ...rest]: Path, random: Random, idOf: IdOf): unknown {
  if (key === undefined) return place;
  const inner = innerOf(schema, key);
  const isList = typeof key === 'number';
  const base =
    typeof holder === 'object' && holder !== null && Array.isArray(holder) === isList
      ? holder
      : isList
        ? []
        : {};
  const known = (base as Record<string | number, unknown>)[key];
  const value = put(
    known ?? (rest.length > 0 ? fitting(inner, random, idOf, String(key)) : undefined),
    inner,
    rest,
    random,
    idOf,
  );
  if (Array.isArray(base)) return [value, ...base.slice(1)];
  return { ...base, [key]: value };
}

function innerOf(schema: Schema, key: string | number): Schema {
  const here = typeof key === 'number' ? schema['items'] : schema['properties']?.[key];
  if (here) return here as Schema;
  const options: Schema[] = schema['anyOf'] ?? schema['oneOf'] ?? [];
  return options.map((option) => innerOf(option, key)).find((inner) => Object.keys(inner).length > 0) ?? {};
}
