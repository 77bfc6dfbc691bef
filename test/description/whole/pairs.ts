/** What the answer to a POST shows of a record, its GET shows too: nobody has to keep the answer to look at it again. */
import test from 'ava';
import { everyEndpoint, nameOf, operationOf } from '../../http/endpoints.ts';
import type { Schema } from '../../http/generate.ts';

/** Fields of one answer alone, and why. */
const onlyOnce: Record<string, string> = {
  'POST /api/tenancy/tokens access_token': 'a secret is shown once',
  'POST /api/tenancy/webhook-endpoints secret': 'a secret is shown once',
};

/** The fields of the record in an answer, which the tenant surface wraps in `data`. */
function fieldsOf(operation: Schema): string[] {
  const answers = operation['responses'] as Record<string, Schema>;
  const schema: Schema =
    (answers['201'] ?? answers['200'])?.['content']?.['application/json']?.['schema'] ?? {};
  const record: Schema = schema['properties']?.['ok'] ? schema['properties']['data'] : schema;
  return Object.keys(record?.['properties'] ?? {});
}

test('the GET of a record shows all that the POST of its collection answers', (t) => {
  const problems: string[] = [];
  const used = new Set<string>();
  let pairs = 0;
  for (const made of everyEndpoint.filter(({ kind, path }) => kind === 'command' && !path.includes('{'))) {
    if (!('method' in made) || made.method !== 'POST') continue;
    const shown = everyEndpoint.find(
      (one) =>
        one.kind === 'query' &&
        /^\/\{\w+\}$/.test(one.path.slice(made.path.length)) &&
        one.path.startsWith(`${made.path}/`),
    );
    if (!shown) continue;
    const posted = fieldsOf(operationOf(made));
    if (!posted.includes('id')) continue;
    pairs += 1;
    const got = fieldsOf(operationOf(shown));
    for (const field of posted.filter((one) => !got.includes(one))) {
      const words = `${nameOf(made)} ${field}`;
      if (words in onlyOnce) used.add(words);
      else problems.push(`${words} is not in ${nameOf(shown)}`);
    }
  }
  t.deepEqual(problems, []);
  t.true(pairs > 30, `${pairs} pairs`);
  t.deepEqual(
    Object.keys(onlyOnce).filter((words) => !used.has(words)),
    [],
    'nothing is called so',
  );
});
