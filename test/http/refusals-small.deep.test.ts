/** A refusal stays small however much is wrong: counts before elements, a hundred problems, names truncated. */
import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { wired, type Wired, type WireAnswer } from './wire.ts';

let platform: Wired<OwnPlatform>;
test.before(async () => {
  platform = wired(await startPlatform(undefined, { workers: false }));
});
test.after.always(() => platform?.stop());

const post = (path: string, body: string): Promise<WireAnswer> =>
  platform.wire.send('POST', path, {
    headers: {
      authorization: `Bearer ${platform.standard.accessToken}`,
      'x-organization-id': platform.standard.id,
      'content-type': 'application/json',
    },
    body,
  });

const answerBytesMax = 64 * 1024;
const zeros = (count: number): string => Array.from({ length: count }, () => '0').join();

test('a list that is too long is refused by its count, none of its elements is looked at', async (t) => {
  const answer = await post('/api/oms/orders', `{"lines":[${zeros(90_000)}]}`);
  t.is(answer.status, 400);
  const { code, details } = answer.body.error;
  t.is(code, 'VALIDATION_FAILED');
  t.deepEqual(
    details
      .filter(({ path }: { path: string }) => path.startsWith('lines'))
      .map(({ code: one }: { code: string }) => one),
    ['array_max'],
  );
  t.true(answer.text.length < answerBytesMax, `${answer.text.length} bytes`);
});

test('of many unknown fields a hundred are named and the others counted', async (t) => {
  const unknown = (count: number) => Array.from({ length: count }, (_, index) => `"f${index}":0`).join();
  const body = (count: number) => `{"name":"A","email":"a@example.test",${unknown(count)}}`;
  const answer = await post('/api/tenancy/members', body(900));
  t.is(answer.status, 400);
  t.is(answer.body.error.details.length, 100);
  t.regex(answer.body.error.message, /\(and 899 more, of which 99 are listed\)\.$/);
  t.true(answer.text.length < answerBytesMax, `${answer.text.length} bytes`);
  const tooMany = await post('/api/tenancy/members', body(80_000));
  t.is(tooMany.body.error.code, 'MALFORMED_BODY');
  t.true(tooMany.text.length < 1_024, `${tooMany.text.length} bytes`);
});

test('a field of a query that would vanish is refused by name like any other', async (t) => {
  for (const name of ['__proto__', '%5F_proto__', 'constructor', 'q[]']) {
    const answer = await platform.wire.send('GET', `/api/wms/items?${name}=1`, {
      headers: {
        authorization: `Bearer ${platform.standard.accessToken}`,
        'x-organization-id': platform.standard.id,
      },
    });
    t.is(answer.status, 400, name);
    t.is(answer.body.error.details[0].code, 'unknown_field', name);
  }
});

test('a word in the query of a write, which knows none, is refused and not passed over', async (t) => {
  const body = JSON.stringify({ code: 'DRY', name: 'Dry' });
  const answer = await post('/api/wms/warehouses?dry_run=1', body);
  t.is(answer.status, 400, answer.text);
  t.like(answer.body.error.details[0], { path: 'dry_run', code: 'unknown_field' });
  t.is((await post('/api/wms/warehouses', body)).status, 201, 'and nothing was done');
});

test('a body of more values or objects than any request needs is refused before it is taken apart', async (t) => {
  const values = await post('/api/oms/orders', `{"lines":[${zeros(500_000)}]}`);
  t.is(values.status, 400);
  t.is(values.body.error.code, 'MALFORMED_BODY');
  t.regex(values.body.error.message, /more than 100000 values/);
  const objects = (count: number) => `{"jobs":[${Array.from({ length: count }, () => '{}').join()}]}`;
  const many = await post('/api/wms/print-jobs/bulk', objects(340_000));
  t.is(many.body.error.code, 'MALFORMED_BODY');
  t.is((await post('/api/wms/print-jobs/bulk', objects(40_000))).body.error.code, 'VALIDATION_FAILED');
});

test('bad elements of a list that is not too long are told up to a hundred', async (t) => {
  const answer = await post('/api/wms/print-jobs/bulk', `{"jobs":[${zeros(100)}]}`);
  t.is(answer.body.error.details.length, 100);
  const lines = Array.from(
    { length: 100 },
    () => `{${Array.from({ length: 500 }, (_, n) => `"u${n}":1`).join()}}`,
  );
  const many = await post('/api/wms/print-jobs/bulk', `{"jobs":[${lines.join()}]}`);
  t.is(many.status, 400);
  t.is(many.body.error.details.length, 100);
  t.true(many.text.length < answerBytesMax, `${many.text.length} bytes`);
});

test('a name of 900,000 characters is not given back', async (t) => {
  const answer = await post('/api/tenancy/members', `{"${'n'.repeat(900_000)}":1}`);
  t.is(answer.status, 400);
  t.true(answer.text.length < 4_096, `${answer.text.length} bytes`);
});

test('few problems are told all, each once, beside each other', async (t) => {
  const answer = await post('/api/tenancy/members', '{"name":1,"strange":2}');
  t.deepEqual(
    answer.body.error.details
      .map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
      .sort(),
    ['email required', 'name type', 'strange unknown_field'],
  );
  t.regex(answer.body.error.message, /\(and 2 more\)\.$/);
});
