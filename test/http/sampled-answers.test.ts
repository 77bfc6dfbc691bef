/** In production a sample of the answers is compared with its description, a few elements of each list, however long. */
import test from 'ava';
import { checkAnswer } from '../../api/http/respond.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import * as s from '../../queues/schema.ts';

test('of a list of 5,000 in an answer 20 elements are looked at, and what is wrong among them is logged', (t) => {
  const logged: string[] = [];
  const seen: number[] = [];
  const returns = s.object({ quotes: s.listOf(s.integer({ min: 0, max: 10_000 })) });
  const validate = returns.validate.bind(returns);
  const watched = {
    validate: (value: { quotes: number[] }, options: object) => {
      seen.push(value.quotes.length);
      return validate(value, options);
    },
  };
  const exchange = {
    deps: {
      responseCheck: 'sample',
      log: { error: (_facts: object, sentence: string) => void logged.push(sentence) },
    },
    endpoint: { kind: 'command', method: 'POST', path: '/api/tms/rates', returns: watched },
  } as unknown as Exchange;
  const answered = (value: unknown): void =>
    checkAnswer(exchange, {
      kind: 'data',
      status: 200,
      data: { quotes: Array.from({ length: 5000 }, () => value) },
    });
  for (let at = 0; at < 400; at += 1) answered(7);
  t.true(seen.length > 0);
  t.deepEqual([...new Set(seen)], [20]);
  t.deepEqual(logged, []);
  for (let at = 0; at < 400; at += 1) answered('seven');
  t.regex(logged[0]!, /does not match its description: "quotes\[\d+\]" must be a number/);
});
