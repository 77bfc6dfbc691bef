/** A name that shows nothing is no name: refused by its field wherever one is given. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { bodyWith, fieldsOf } from './body-fields.ts';
import { bodySchemaOf, everyEndpoint, headersOf, isWrite, nameOf, operationOf, pathOf } from './endpoints.ts';
import type { Schema } from './generate.ts';
import { ownIds } from './plant.ts';
import { createRandom } from './random.ts';
import { inLanes, openWire } from './wire.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const nothingToSee = [
  '   ',
  '\u00a0\u3000',
  '\u200b\u200d\ufeff',
  '\u202e\u2066',
  '\u00ad\u3164\u2800',
  '\u{e0041}',
];

/**
 * What an inspection found is told by the name its check has, which may be older than the rule. Items of a batch are
 * answered each for itself. A body of several actions at once is refused before.
 */
const named: readonly string[] = ['name', 'title', 'legal_name', 'bank_name', 'driver_name'];
const isName = (field: readonly (string | number)[]): boolean =>
  named.includes(String(field.at(-1))) && !['results', 'items'].includes(String(field[0]));

function schemaAt(schema: Schema, [key, ...rest]: readonly (string | number)[]): Schema {
  if (key === undefined) return schema;
  const forms: Schema[] = [schema, ...(schema['anyOf'] ?? []), ...(schema['oneOf'] ?? [])];
  const inner = forms.map((form) => (typeof key === 'number' ? form['items'] : form['properties']?.[key]));
  return schemaAt(inner.find(Boolean) ?? {}, rest);
}

test('a name of spaces and what cannot be seen is refused with its field, in every body', async (t) => {
  const idOf = ownIds(platform.standard);
  const asked = everyEndpoint
    .filter(
      (endpoint) => isWrite(endpoint) && operationOf(endpoint)['requestBody']?.content['application/json'],
    )
    .flatMap((endpoint) => {
      const schema = bodySchemaOf(endpoint);
      // Free text may be empty, and so may be of spaces.
      const fields = fieldsOf(schema).filter(
        (field) => isName(field) && schemaAt(schema, field)['minLength'] === 1,
      );
      return fields.map((field) => ({ endpoint, schema, field }));
    });
  t.true(asked.length > 60, `${asked.length} names`);
  const wire = openWire(platform.url, 8);
  const problems = await inLanes(
    asked.map((one, turn) => ({ ...one, turn })),
    8,
    async ({ endpoint, schema, field, turn }) => {
      const sent = nothingToSee[turn % nothingToSee.length]!;
      const { status, text, body } = await wire.send(endpoint.method, pathOf(endpoint, idOf), {
        headers: headersOf(endpoint, platform.standard),
        body: bodyWith(schema, field, JSON.stringify(sent), createRandom(turn), idOf),
      });
      const path = field.join('.');
      const isTold = body?.error?.details?.some?.(
        ({ path: at, code }: any) => (at === path && code === 'text_blank') || code === 'unknown_field',
      );
      return status === 400 && isTold
        ? undefined
        : `${nameOf(endpoint)} ${path}: ${status} ${text.slice(0, 300)}`;
    },
  );
  await wire.close();
  t.deepEqual(
    problems.filter((one) => one !== undefined),
    [],
  );
});

test('a name in any script is one, with spaces around it as before', async (t) => {
  for (const name of ['倉庫', 'क्षि', '👨‍👩‍👧', ' Dock ', '—', '\u202bשלום\u202c']) {
    const answer = await platform.client.post('/api/oms/channels', {
      code: `N${Math.random().toString(36).slice(2)}`,
      name,
    });
    t.is(answer.status, 201, answer.text);
    t.is(answer.body.data.name, name);
  }
});

test('a record keeps the name it has when something else is changed', async (t) => {
  const made = await platform.client.post('/api/oms/channels', { code: 'OLD-NAME', name: 'Old' });
  await platform.owner.query("update channels set name = '  ' where id = $1", [made.body.data.id]);
  const answer = await platform.client.patch(`/api/oms/channels/${made.body.data.id}`, { is_active: false });
  t.is(answer.status, 200, answer.text);
  t.is(answer.body.data.name, '  ');
});
