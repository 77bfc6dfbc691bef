/**
 * Holds values against schemas of JSON Schema 2020-12. Interpreted, not compiled: most schemas meet a few values in a
 * test file's process, and to compile one takes longer (30 ms) than reading it a thousand times.
 */
import { dereference, validate, type Schema } from '@cfworker/json-schema';

/** Says what is wrong with a value; undefined if it fits. */
type Check = (value: unknown) => string | undefined;

const base = new URL('urn:schemas');

/** The check for each schema; a `$ref` names one of `named`, as `#/components/schemas/Order` does. */
export function schemaChecks(named: Readonly<Record<string, object>> = {}): (schema: object) => Check {
  const lookup: Record<string, Schema | boolean> = {};
  for (const [name, schema] of Object.entries(named))
    dereference(schema as Schema, lookup, base, `/components/schemas/${name}`);
  const checks = new Map<object, Check>();
  return (schema) => {
    const known = checks.get(schema);
    if (known) return known;
    dereference(schema as Schema, lookup, base, `/asked/${checks.size}`);
    const check: Check = (value) => {
      const { valid, errors } = validate(value, schema as Schema, '2020-12', lookup, false);
      return valid
        ? undefined
        : errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join('; ');
    };
    checks.set(schema, check);
    return check;
  };
}
