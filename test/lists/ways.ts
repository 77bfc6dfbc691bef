/** The ways a list can be asked for: in each of its orders, and by each of its filters. */
import { randomUUID } from 'node:crypto';
import type { QueryEndpoint } from '../../api/http/endpoint.ts';
import { operationOf } from '../http/endpoints.ts';
import type { Schema } from '../http/generate.ts';

/** What reads more all the same, by endpoint or by its parameters, and why. */
export const reasons: Record<string, string> = {
  'GET /api/wms/inventory': 'rows are grouped out of the balances there are: stock, not history',
  'GET /v1/wms/inventory': 'rows are grouped out of the balances there are: stock, not history',
  'GET /api/accounting/accounts': 'balances are sums by month and the lines of the months not yet summed',
  'GET /api/accounting/accounts/{id}':
    'balances are sums by month and the lines of the months not yet summed',
  'status=available': 'a count looks at entries until 10,000 are of the status',
  'status=allocated': 'a count looks at entries until 10,000 are of the status',
  'sort=updated_at': 'an index on what every step changes would cost every step',
  'sort=-updated_at': 'an index on what every step changes would cost every step',
  'sort=total': 'asked too seldom for an index that every order would pay for',
  'sort=-total': 'asked too seldom for an index that every order would pay for',
};

// Where a page begins and how it is shown; words have tests of their own.
const noFilters = ['page', 'page_size', 'cursor', 'total', 'q', 'limit', 'format'];

/** The list without parameters, in each of its orders, and with each filter: values that rows have, and that none has. */
export function waysOf(endpoint: QueryEndpoint): Record<string, string>[] {
  const parameters: Schema[] = operationOf(endpoint)['parameters'];
  const named = parameters.filter(({ in: place, name }) => place === 'query' && !noFilters.includes(name));
  const ways = [
    {},
    ...named.flatMap(({ name, schema }) => valuesOf(schema).map((value) => ({ [name]: value }))),
  ];
  return ways.filter(
    (way) => !Object.entries(way).some(([name, value]) => Object.hasOwn(reasons, `${name}=${value}`)),
  );
}

function valuesOf(schema: Schema): string[] {
  if (schema.enum) return schema.enum as string[];
  if (schema.type === 'boolean') return ['true', 'false'];
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const formats: Record<string, string> = {
    uuid: randomUUID(),
    'date-time': monthAgo,
    date: monthAgo.slice(0, 10),
  };
  if (schema.format) return formats[schema.format] ? [formats[schema.format]!] : [];
  return schema.type === 'string' ? ['of nobody'] : [];
}
