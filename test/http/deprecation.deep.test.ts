/**
 * What a later version declares deprecated: it is in the description, and whoever uses it is told by headers. Nothing is
 * deprecated yet, so this file's own process declares some of ours to be.
 */
import test from 'ava';
import type Joi from 'joi';
import { describeApi } from '../../api/openapi/openapi.ts';
import { createApp } from '../../api/http/app.ts';
import type { CommandEndpoint, Endpoint, QueryEndpoint } from '../../api/http/endpoint.ts';
import { tenantEndpoints } from '../../api/tenant/endpoints.ts';
import { deprecated } from '../../queues/deprecated.ts';
import * as s from '../../queues/schema.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';

const notice = {
  since: '1.2.0',
  on: '2027-02-01',
  until: '1.5.0',
  sunset: '2027-08-01',
  instead: 'use GET /api/wms/inventory',
};
const earlier = { ...notice, since: '1.1.0', on: '2027-01-01', sunset: '2027-07-01', until: '1.4.0' };

const endpointOf = (method: string, path: string): Endpoint =>
  tenantEndpoints.find((one) => one.method === method && one.path === path)!;

const pallets = endpointOf('GET', '/api/wms/pallets');
const locations = endpointOf('GET', '/api/wms/locations') as QueryEndpoint;
const warehouse = endpointOf('POST', '/api/wms/warehouses') as CommandEndpoint;
const receipt = endpointOf('POST', '/api/wms/inbound-receipts') as CommandEndpoint;

const withField = (schema: Joi.AnySchema, name: string, field: Joi.AnySchema): any =>
  (schema as Joi.ObjectSchema).keys({ [name]: field });

Object.assign(pallets, { deprecated: notice });
Object.assign(locations, {
  query: withField(locations.query!, 'zone', deprecated(s.optional(s.text(64)), notice)),
});
const words = s.optional(s.described(s.text(200), 'What people call it.'));
Object.assign(warehouse.command, {
  input: withField(warehouse.command.input, 'name', deprecated(words, notice)),
});
const line = s.object({
  item_id: s.uuid(),
  expected_qty: deprecated(s.optional(s.integer({ min: 1, max: 1_000 })), earlier),
});
Object.assign(receipt, {
  command: {
    ...receipt.command,
    input: withField(receipt.command.input, 'lines', s.list(line, { max: 10 })),
  },
});

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => (platform = await startPlatform(undefined)));
test.after.always(() => platform?.stop());

const told = { deprecation: '@1801440000', sunset: 'Sun, 01 Aug 2027 00:00:00 GMT' };
const headersOf = ({ headers }: { headers: Headers }) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
});
const nothing = { deprecation: null, sunset: null };

test.serial('a deprecated operation says so on every answer, also when it refuses', async (t) => {
  const { client } = platform;
  const answer = await client.get('/api/wms/pallets?page_size=1');
  t.is(answer.status, 200);
  t.deepEqual(headersOf(answer), told);
  t.regex(answer.headers.get('link')!, /<\/docs\/manuals\/upgrading#deprecated>; rel="deprecation"/);
  const refused = await client.get('/api/wms/pallets?colour=blue');
  t.is(refused.status, 400);
  t.deepEqual(headersOf(refused), told);
  t.deepEqual(headersOf(await client.get('/api/wms/items')), nothing);
});

test.serial('the link to the next page stands beside it', async (t) => {
  const { client, standard } = platform;
  for (const code of ['P1', 'P2']) {
    const made = { warehouse_id: standard.warehouseId, code, type: 'storage', zone: 'Z' };
    t.is((await client.post('/api/wms/locations', made)).status, 201);
  }
  const answer = await client.get('/api/wms/locations?zone=Z&page_size=1');
  t.deepEqual(headersOf(answer), told);
  t.regex(answer.headers.get('link')!, /rel="deprecation".*, <[^>]+cursor=[^>]+>; rel="next"/);
  t.deepEqual(headersOf(await client.get('/api/wms/locations?page_size=1')), nothing);
});

test.serial(
  'a deprecated field is told of where it is sent, at any depth; the earliest date counts',
  async (t) => {
    const { client, standard } = platform;
    const body = { code: 'OLD', time_zone: 'UTC' };
    const named = await client.post('/api/wms/warehouses', { ...body, name: 'Old' });
    t.is(named.status, 201, named.text);
    t.deepEqual(headersOf(named), told);
    const item_id = standard.items['PLAIN'];
    const receiptBody = (one: object) => ({
      warehouse_id: standard.warehouseId,
      source_type: 'manual',
      lines: [{ item_id }, one],
    });
    const deep = await client.post('/api/wms/inbound-receipts', receiptBody({ item_id, expected_qty: 3 }));
    t.deepEqual(headersOf(deep), {
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    });
    t.deepEqual(headersOf(await client.post('/api/wms/inbound-receipts', receiptBody({ item_id }))), nothing);
  },
);

test.serial('the description says it: of operations, parameters and fields', (t) => {
  const description: any = describeApi(tenantEndpoints);
  const { get } = description.paths['/api/wms/pallets'];
  t.true(get.deprecated);
  t.regex(get.description, /^Deprecated since 1\.2\.0, gone in 1\.5\.0 and not before 2027-08-01: use GET/);
  const zone = description.paths['/api/wms/locations'].get.parameters.find(
    ({ name }: { name: string }) => name === 'zone',
  );
  t.true(zone.deprecated);
  const { name } = description.components.schemas.CreateWarehouseInput.properties;
  t.true(name.deprecated);
  t.regex(name.description, /^Deprecated since .*\. What people call it\.$/);
  t.is(description.paths['/api/wms/items'].get.deprecated, undefined);
});

test.serial('what breaks the rule is refused at the start, and where a field is declared', (t) => {
  const hasty = { ...notice, until: '1.3.0' };
  t.throws(() => deprecated(s.text(10), hasty), { message: /against the rule: .* stays in the 2 minor/ });
  t.throws(() => createApp({} as never, [{ ...pallets, deprecated: hasty }], []), {
    message:
      'GET /api/wms/pallets is deprecated against the rule: what is deprecated in 1.2.0 stays in the 2 minor versions after it: it may go in 1.5.0, not in 1.3.0.',
  });
});
