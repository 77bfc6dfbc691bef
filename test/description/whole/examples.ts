/** Every operation of the description shows a real request and response, and each fits its schema. */
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { readExamples } from '../../../api/openapi/examples.ts';
import { describedOperations, missingExamples } from '../../examples/fitting.ts';
import { normalised } from '../../examples/normalise.ts';
import { unrecorded } from '../../examples/unrecorded.ts';

const examples = readExamples();
const operations = describedOperations();

test('every operation has an example of its request and of its answer, but those named as unrecorded', (t) => {
  const missing = missingExamples(operations, examples);
  t.deepEqual(missing.toSorted(), [...unrecorded].toSorted(), 'npm run examples records what is missing');
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

test('examples carry no secret', (t) => {
  t.notRegex(JSON.stringify(examples), /\b(wop|whsec|hek)_(?!example)[A-Za-z0-9]/);
});

test('the same exchange of two runs is the same example', (t) => {
  const exchange = (minute: number) => {
    const [id, line] = [uuidv7(), uuidv7()];
    const at = (more: number) => new Date(Date.UTC(2026, 10, 22, 4, minute + more)).toISOString();
    return {
      path: `/v1/oms/orders/${id}`,
      answer: {
        id,
        order_no: `SO-202611${minute}-0007`,
        created_at: at(1),
        updated_at: at(3),
        secret: `whsec_${randomBytes(24).toString('base64')}`,
        lines: [{ id: line, order_id: id }, { id: uuidv7() }, { id: uuidv7() }],
      },
    };
  };
  const shown = normalised(exchange(10));
  t.deepEqual(normalised(exchange(21)), shown);
  t.is(shown.answer.order_no, 'SO-20260302-0007');
  t.is(shown.answer.secret, 'whsec_example');
  t.is(shown.answer.lines.length, 2);
  t.is(shown.path, `/v1/oms/orders/${shown.answer.lines[0]!.order_id}`);
});
