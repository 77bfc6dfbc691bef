/**
 * The named schemas of the description. Everything with fields gets one name: a generated client then has a single
 * `InboundReceiptLine` instead of the same anonymous shape forty times.
 */
import { withFieldWords } from './field-words.ts';
import { pascal, singular } from './openapi-names.ts';
import type { Json } from './openapi-components.ts';

export interface NamedSchemas {
  /** A reference to a view, under the name an equal one already has, or else the first of these names that is free. */
  view(names: readonly string[], schema: Json): Json;
  /** A reference to a request body: always its own name, even if another body has the same shape today. */
  input(name: string, schema: Json): Json;
  all(): Record<string, Json>;
}

export function namedSchemas(given: Record<string, Json>): NamedSchemas {
  const byName = new Map(Object.entries(given));
  const byContent = new Map<string, string>();

  const refer = (names: readonly string[], field: string, schema: Json): Json => {
    // Two shapes with two fields are equal by coincidence, unless they are the lines of two documents.
    const content = `${isTelling(schema) ? '' : field}${JSON.stringify(schema)}`;
    const name = byContent.get(content) ?? freeName(names);
    byName.set(name, schema);
    byContent.set(content, name);
    return { $ref: `#/components/schemas/${name}` };
  };

  const freeName = (names: readonly string[]): string => {
    const free = names.find((name) => !byName.has(name));
    if (free) return free;
    let count = 2;
    while (byName.has(`${names.at(-1)}${count}`)) count += 1;
    return `${names.at(-1)}${count}`;
  };

  const withNamedFields = (name: string, field: string, schema: Json): Json => {
    const { anyOf, ...rest } = schema;
    const modes = anyOf as Json[] | undefined;
    // One way is no choice: what a field must be while another is absent.
    if (modes?.length === 1) return withNamedFields(name, field, { ...rest, ...modes[0] });
    if (modes) return { ...schema, anyOf: modes.map((mode) => named([name], name, mode)) };
    if (schema['items']) return { ...schema, items: named([name], field, schema['items'] as Json) };
    const properties = schema['properties'] as Record<string, Json> | undefined;
    if (!properties) return schema;
    const entries = Object.entries(properties).map(([key, value]) => {
      const isMany = value['items'] !== undefined;
      const called = pascal(isMany ? singular(key) : key);
      return [key, named([name + called], called, value)];
    });
    return { ...schema, properties: Object.fromEntries(entries) };
  };

  // A named shape is never null itself: the place that refers to it says whether null is allowed.
  const named = (names: readonly string[], field: string, schema: Json): Json => {
    const whole = withNamedFields(names[0]!, field, schema);
    const properties = whole['properties'] as Json | undefined;
    if (!properties || Object.keys(properties).length === 0) return whole;
    const { description, type, ...shape } = whole;
    const words = description === undefined ? {} : { description };
    const ref = refer(names, field, { type: 'object', ...shape });
    const isNullable = Array.isArray(type) && type.includes('null');
    return isNullable ? { anyOf: [ref, { type: 'null' }], ...words } : { ...ref, ...words };
  };

  return {
    view: (names, schema) => named(names, names[0]!, schema),
    input: (name, schema) => {
      const whole = withNamedFields(name, name, schema);
      if (Object.keys((whole['properties'] ?? {}) as Json).length === 0) return whole;
      const isKnown = JSON.stringify(byName.get(name)) === JSON.stringify(whole);
      const own = isKnown ? name : freeName([name]);
      byName.set(own, whole);
      return { $ref: `#/components/schemas/${own}` };
    },
    all: () =>
      Object.fromEntries(
        [...byName]
          .toSorted(([left], [right]) => left.localeCompare(right, 'en'))
          .map(([name, schema]) => [name, withFieldWords(schema)]),
      ),
  };
}

const sharedFieldsMin = 4;

function isTelling({ properties }: Json): boolean {
  return Object.keys(properties as Json).length >= sharedFieldsMin;
}
