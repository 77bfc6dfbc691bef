/**
 * Where in its request an id stands that names nothing. The foreign key that finds it missing knows the column and the
 * value; the command's input says where that value was given, as in `lines.1.splits.0.merchant_id`.
 */
import { asRefusal, missingReference, type MissingReference } from '../db/sql-errors.ts';
import { Refusal } from '../domain/refusals.ts';

/** The refusal that names the place; any other fault as it is. */
export function placed(fault: unknown, input: unknown): unknown {
  const missing = missingReference(fault);
  const refusal = missing && asRefusal(fault);
  if (!missing || !refusal) return fault;
  const path = placeIn(input, missing, true) ?? placeIn(input, missing, false);
  if (path === undefined) return fault;
  const message = refusal.message.replace(missing.field, path);
  return new Refusal(refusal.code, message, { path });
}

/** The dotted path of the first such value; with `isNamed`, under the column's own name. */
function placeIn(value: unknown, missing: MissingReference, isNamed: boolean, key = ''): string | undefined {
  if (typeof value === 'string') {
    return value.toLowerCase() === missing.id && (!isNamed || key === missing.field) ? '' : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const place = placeIn(inner, missing, isNamed, name);
    if (place !== undefined) return place === '' ? name : `${name}.${place}`;
  }
  return undefined;
}
