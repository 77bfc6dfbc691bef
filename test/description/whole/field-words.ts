/** The words that fields share by name: each is used, and none takes the place of a field's own. */
import test from 'ava';
import { readShelf } from '../../../api/docs/shelf.ts';
import { fieldWords, withFieldWords } from '../../../api/openapi/field-words.ts';
import { description } from '../../http/endpoints.ts';

type Properties = Record<string, { description?: string; $ref?: string }>;

interface Shape {
  properties?: Properties;
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Shape }> };
}

const { components, paths } = description as unknown as {
  components: { schemas: Record<string, Shape> };
  paths: Record<string, Record<string, Operation>>;
};

/** Those with a name, and request bodies without one: forms. */
const schemas = [
  ...Object.values(components.schemas),
  ...Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .map(({ schema }) => schema),
];

test('each of the words explains a field', (t) => {
  const worded = new Set(
    schemas.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, { description: words }]) =>
        words === fieldWords[name] ? [name] : [],
      ),
    ),
  );
  t.deepEqual(
    Object.keys(fieldWords).filter((name) => !worded.has(name)),
    [],
    'no field has this name any more, or all have words of their own',
  );
});

test('wherever such a name stands, it is explained', (t) => {
  for (const { properties = {} } of schemas) {
    for (const [name, field] of Object.entries(properties)) {
      if (name in fieldWords && !field.$ref) t.truthy(field.description, name);
    }
  }
});

// Their name says all there is to say.
const saidByName = new Set('address city country email phone postal website'.split(' '));

test('every other field says what it means', (t) => {
  const silent = schemas.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, field]) =>
      field.description || field.$ref || saidByName.has(name) ? [] : [name],
    ),
  );
  t.deepEqual([...new Set(silent)], [], 'say it where the field is defined, or in api/openapi/words');
});

test('the state of an address is no state of a record', (t) => {
  const state = { type: 'string' };
  const words = (properties: object) =>
    (withFieldWords({ properties } as never)['properties'] as Properties)['state']?.description;
  t.not(words({ state, city: state }), words({ state }));
});

test("a field's own words stay", (t) => {
  const own = { type: 'string', description: 'Its own.' };
  const other = { $ref: '#/components/schemas/Other' };
  t.deepEqual(withFieldWords({ properties: { lpn: own, sscc: other, uom: { type: 'string' } } }), {
    properties: { lpn: own, sscc: other, uom: { type: 'string', description: 'Unit of measure.' } },
  });
});

test('each page that the description leads to is there', (t) => {
  const { guides, manuals } = readShelf();
  const pages = new Set([
    '/docs/states',
    '/docs/errors',
    '/docs/reference',
    ...[...guides, ...manuals].map(({ address }) => address),
  ]);
  const named = new Set(JSON.stringify(description).match(/\/docs\/[a-z][a-z/-]*/g));
  t.true(named.size > 1);
  t.deepEqual(
    [...named].filter((page) => !pages.has(page)),
    [],
  );
});
