/** What was promised with a release is kept: its description, codes and hub messages are compared with this build's. */
import test from 'ava';
import { deprecationWords } from '../../domain/deprecation.ts';
import { brokenPromises } from './broken-promises.ts';
import { isBeta, keptReleases } from './kept-release.ts';
import { presentSurface, type Json, type Surface } from './surface.ts';

const surfaces = keptReleases()
  .filter(({ version }) => !isBeta(version))
  .map(({ version, surface }) => ({ version, surface: surface! }));
const now = presentSurface();

test('no promise of a kept release is broken', (t) => {
  const noticed = surfaces.map(({ surface }) => surface);
  for (const { version, surface } of surfaces)
    t.deepEqual(brokenPromises(surface, now, noticed), [], version);
  t.deepEqual(brokenPromises(now, now), []);
});

/** This build's surface with something done to it, as the next version. */
function changed(change: (description: Json, surface: Surface) => void, version = '1.1.0'): Surface {
  const next = structuredClone(now) as Surface;
  next.description['info'].version = version;
  change(next.description, next);
  return next;
}

const schemaOf = (description: Json, name: string): Json => description['components'].schemas[name];

const drop = (record: Json, key: string): boolean => delete record[key];

// All done to one surface: each is to be told, and nothing else.
const offences: [told: string, offence: Parameters<typeof changed>[0]][] = [
  ['GET /api/wms/pallets is gone', ({ paths }) => drop(paths['/api/wms/pallets'], 'get')],
  [
    'GET /api/wms/items is now called things',
    ({ paths }) => (paths['/api/wms/items'].get.operationId = 'things'),
  ],
  [
    'GET /api/wms/inventory query sku is gone',
    ({ paths }) => {
      const { get } = paths['/api/wms/inventory'];
      get.parameters = get.parameters.filter(({ name }: Json) => name !== 'sku');
    },
  ],
  [
    'CreateReceiptInput.colour has to be sent',
    (description) => {
      const input = schemaOf(description, 'CreateReceiptInput');
      input['properties'].colour = { type: 'string' };
      input['required'].push('colour');
    },
  ],
  [
    'CreateReceiptInput.source_type has no purchase any more',
    (description) => schemaOf(description, 'CreateReceiptInput')['properties'].source_type.enum.shift(),
  ],
  ['Location.code is gone', (description) => drop(schemaOf(description, 'Location')['properties'], 'code')],
  [
    'Location.type may be missing',
    (description) => {
      const location = schemaOf(description, 'Location');
      location['required'] = location['required'].filter((name: string) => name !== 'type');
    },
  ],
  [
    'Warehouse.name was string and is string or null',
    (description) => (schemaOf(description, 'Warehouse')['properties'].name.type = ['string', 'null']),
  ],
  [
    'Warehouse.code was string and is number',
    (description) => (schemaOf(description, 'Warehouse')['properties'].code.type = 'number'),
  ],
  [
    'Order.created_at was of format date-time and is of none',
    (description) => drop(schemaOf(description, 'Order')['properties'].created_at, 'format'),
  ],
  [
    'Order.status has no draft any more',
    (description) => schemaOf(description, 'Order')['properties'].status.enum.shift(),
  ],
  ['EVENT token.created is gone', ({ webhooks }) => drop(webhooks, 'token.created')],
  ['OVER_RECEIPT is gone', (_, { codes }) => drop(codes, 'OVER_RECEIPT')],
  ['CONFLICT was 409 and is 422', (_, { codes }) => (codes['CONFLICT'] = 422)],
  [
    'HUB LINK hello.colour has to be sent',
    (_, { hub }) => {
      const hello = hub['HUB LINK hello']!;
      hello['required'] = [...(hello['required'] ?? []), 'colour'];
    },
  ],
];

test('each promise broken is told, and nothing else', (t) => {
  const next = changed((description, surface) => {
    for (const [, offence] of offences) offence(description, surface);
  });
  t.deepEqual(brokenPromises(now, next).toSorted(), offences.map(([told]) => told).toSorted());
});

test('what is added is no breach: operations, optional fields, values, events, codes', (t) => {
  const more = changed((description, surface) => {
    const { paths, webhooks } = description;
    paths['/api/wms/colours'] = structuredClone(paths['/api/wms/pallets']);
    webhooks['colour.changed'] = structuredClone(webhooks['token.created']);
    schemaOf(description, 'CreateReceiptInput')['properties'].colour = { type: 'string' };
    schemaOf(description, 'CreateReceiptInput')['required'].pop();
    schemaOf(description, 'Order')['properties'].colour = { type: 'string' };
    schemaOf(description, 'Order')['properties'].status.enum.push('dyed');
    surface.codes['COLOUR_UNKNOWN'] = 409;
  });
  t.deepEqual(brokenPromises(now, more), []);
});

test('what was declared deprecated goes with the version of its notice, and not before', (t) => {
  const notice = {
    since: '1.1.0',
    on: '2027-01-01',
    until: '1.4.0',
    sunset: '2027-07-01',
    instead: 'use colours',
  };
  const declared = changed(({ paths, components }) => {
    for (const one of [
      paths['/api/wms/pallets'].get,
      paths['/api/wms/inventory'].get.parameters.find(({ name }: Json) => name === 'sku'),
      components.schemas.Order.properties.order_no,
    ])
      one.description = deprecationWords(notice);
  });
  const without = (version: string): Surface =>
    changed(({ paths, components }) => {
      delete paths['/api/wms/pallets'].get;
      const { get } = paths['/api/wms/inventory'];
      get.parameters = get.parameters.filter(({ name }: Json) => name !== 'sku');
      delete components.schemas.Order.properties.order_no;
    }, version);
  t.is(brokenPromises(now, without('1.3.7'), [now, declared]).length, 3);
  t.is(brokenPromises(now, without('1.4.0')).length, 3);
  for (const version of ['1.4.0', '1.10.0', '2.0.0'])
    t.deepEqual(brokenPromises(now, without(version), [now, declared]), []);
});
