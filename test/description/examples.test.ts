/** Every operation of the description shows a request and an answer that really were, and each fits its schema. */
import test from 'ava';
import { readExamples } from '../../api/openapi/examples.ts';
import { describedOperations } from '../examples/fitting.ts';
import { normalised } from '../examples/normalise.ts';

const examples = readExamples();
const operations = describedOperations();

/** What cannot be shown as JSON, or by a run of tests, with why. */
const without: Record<string, string> = {};

test('every operation has an example of its request and of its answer', (t) => {
  const missing = operations.flatMap(({ name, takesBody, statuses }) => {
    const { requests = {}, answers = {} } = examples[name] ?? {};
    return [
      ...(takesBody && Object.keys(requests).length === 0 ? [`${name}: request`] : []),
      ...(statuses.length > 0 && Object.keys(answers).length === 0 ? [`${name}: answer`] : []),
    ];
  });
  t.deepEqual(missing, Object.keys(without), 'npm run examples records what is missing');
});

test('every example fits the schema of its request or answer, and belongs to an operation', (t) => {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const misfits = Object.entries(examples).flatMap(([name, example]) => {
    const problem =
      byName.get(name)?.misfit(example) ?? (byName.has(name) ? undefined : 'there is no such operation');
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
  t.deepEqual(misfits, [], 'npm run examples replaces what no longer fits');
});

test('examples carry no secret, and recording one twice gives the same', (t) => {
  const text = JSON.stringify(examples);
  t.notRegex(text, /\b(wop|whsec|hek|hub)_(?!example)[A-Za-z0-9]/);
  t.deepEqual(normalised(examples['POST /v1/oms/orders']), examples['POST /v1/oms/orders']);
});
