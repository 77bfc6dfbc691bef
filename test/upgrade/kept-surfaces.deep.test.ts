/** What was promised with a release is kept: all of its surface (surface.ts) is compared with this build's. */
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
  [
    'HUB LINK ready.capacity was of maximum 1000000 and is of maximum 10',
    (_, { hub }) => {
      hub['HUB LINK ready']!['properties'].capacity.maximum = 10;
    },
  ],
  [
    'RELAY LINK offer.copies is gone',
    (_, { relay }) => {
      const offer = relay['RELAY LINK offer']!;
      drop(offer['properties'], 'copies');
      offer['required'] = offer['required'].filter((name: string) => name !== 'copies');
    },
  ],
  ['RELAY LINK result_ack is gone', (_, { relay }) => drop(relay, 'RELAY LINK result_ack')],
  [
    'FILE /api/exports/stock held_qty is gone',
    (_, { columns }) => {
      columns['/api/exports/stock'] = columns['/api/exports/stock']!.filter((name) => name !== 'held_qty');
    },
  ],
  [
    'GET /api/wms/locations is not open to wms.master_data.view any more',
    (_, { permissions }) => {
      permissions['GET /api/wms/locations'] = ['wms.master_data.edit'];
    },
  ],
];

// What was taken and is refused now: each bound on one field of what is sent.
const narrowings: [told: string, before: Json, now: Json][] = [
  ['was of maxLength 100 and is of maxLength 50', { maxLength: 100 }, { maxLength: 50 }],
  ['was of no maxLength and is of maxLength 50', {}, { maxLength: 50 }],
  ['was of minLength 1 and is of minLength 3', { minLength: 1 }, { minLength: 3 }],
  ['was of maximum 9 and is of maximum 8', { maximum: 9 }, { maximum: 8 }],
  ['was of maximum 9 and is of exclusiveMaximum 9', { maximum: 9 }, { exclusiveMaximum: 9 }],
  ['was of minimum 0 and is of minimum 1', { minimum: 0 }, { minimum: 1 }],
  ['was of no minimum and is of exclusiveMinimum 0', {}, { exclusiveMinimum: 0 }],
  ['was of maxItems 500 and is of maxItems 100', { maxItems: 500 }, { maxItems: 100 }],
  ['was of no minItems and is of minItems 1', {}, { minItems: 1 }],
  ['takes only what fits ^A', { pattern: '^[AB]' }, { pattern: '^A' }],
];

for (const [told, before, next] of narrowings) {
  test(`a bound drawn tighter is told: ${told}`, (t) => {
    const field = (bound: Json): Surface =>
      changed((description) => {
        schemaOf(description, 'CreateReceiptInput')['properties'].colour = bound;
      });
    t.deepEqual(brokenPromises(field(before), field(next)), [`CreateReceiptInput.colour ${told}`]);
    if (!('pattern' in next))
      t.deepEqual(brokenPromises(field(next), field(before)), [], 'a wider one is no breach');
  });
}

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
    surface.permissions['GET /api/wms/locations'] = ['wms.master_data.view', 'oms.orders.view'];
    surface.columns['/api/exports/stock'] = ['colour', ...surface.columns['/api/exports/stock']!];
    surface.relay['RELAY LINK offer']!['properties'].colour = { type: 'string' };
    surface.relay['RELAY LINK colours'] = { type: 'object' };
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
