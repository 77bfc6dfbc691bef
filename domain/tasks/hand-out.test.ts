import test from 'ava';
import { handOut, type WaitingWork } from './hand-out.ts';

const work = (priority: number, since: number, more: Partial<WaitingWork> = {}): WaitingWork => ({
  priority,
  since,
  metres: null,
  only_for: null,
  ...more,
});

test('each is given what is most urgent, then nearest, then oldest, as if they had asked one after another', (t) => {
  const waiting = new Map([
    ['move', [work(1, 9), work(100, 4), work(100, 8)]],
    // In walking order, whatever its age: only the first counts.
    ['pick', [work(100, 7), work(100, 1)]],
    ['count', [work(100, 2)]],
  ] as const);
  const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  t.deepEqual(handOut(people, waiting), ['move', 'count', 'move', 'pick', 'pick', 'move', undefined]);
  const near = new Map([
    ['move', [work(100, 1, { metres: 5 }), work(100, 0)]],
    ['pick', [work(100, 2, { metres: 4 })]],
  ] as const);
  t.deepEqual(handOut(people.slice(0, 3), near), ['pick', 'move', 'move']);
});

test('what is for some is given to nobody else', (t) => {
  const waiting = new Map([['receive', [work(1, 1, { only_for: ['b'] }), work(1, 2)]]] as const);
  t.deepEqual(handOut(['a', 'c', 'b'], waiting), ['receive', undefined, 'receive']);
  const counts = new Map([['count', [work(1, 1, { only_for: ['b', 'c'] })]]] as const);
  t.deepEqual(handOut(['a', 'c', 'b'], counts), [undefined, 'count', undefined]);
  t.deepEqual(handOut([], waiting), []);
});
