import test from 'ava';
import { asObject, speakTo } from './spoken.ts';

test('an answer that is too deep or has too much structure is not parsed, and a large one of sense is', (t) => {
  t.is(asObject(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`), null);
  t.is(asObject(`{"a":[${'{},'.repeat(250_000)}{}]}`), null);
  const order = { id: 1, lines: Array.from({ length: 50 }, (_, at) => ({ sku: `S-${at}`, qty: at })) };
  const page = { orders: Array.from({ length: 250 }, () => order) };
  t.deepEqual(asObject(JSON.stringify(page)), page);
});

test('text that no column can store is none of an answer, a character in two escapes is', (t) => {
  t.is(asObject('{"a":"\\u0000"}'), null);
  t.is(asObject('{"a":"\\ud83d"}'), null);
  t.deepEqual(asObject('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
});

test('of what comes with an error 64 KiB are looked at', async (t) => {
  const body = 'x'.repeat(1_000_000);
  const answer = { status: 422, headers: {}, body, bytes: Buffer.from(body) };
  const spoken = await speakTo(() => Promise.resolve(answer), {} as never, 'The carrier');
  t.is(spoken.kind === 'ok' ? undefined : spoken.body?.length, 65_536);
});
