import test from 'ava';
import { refusedAlone } from './refused-alone.ts';
import { Refusal } from './refusal.ts';

const refusal = new Refusal('VALIDATION_FAILED', 'It cannot be stored.');

async function endsOf(all: readonly string[], work: (ones: readonly string[]) => void) {
  const rejected = new Map<string, unknown>();
  const asked: string[] = [];
  await refusedAlone(
    all,
    (one, why) => rejected.set(one, why),
    async (ones) => {
      asked.push(ones.join(''));
      work(ones);
    },
  );
  return { asked, rejected };
}

test('what is refused together is tried one by one, and who is refused is told alone', async (t) => {
  const { asked, rejected } = await endsOf(['a', 'b', 'c'], (ones) => {
    if (ones.includes('b')) throw refusal;
  });
  t.deepEqual(asked, ['abc', 'a', 'b', 'c']);
  t.deepEqual([...rejected], [['b', refusal]]);
});

test("a fault is everybody's, and nothing is tried again", async (t) => {
  const fault = new Error('the database is away');
  const { asked, rejected } = await endsOf(['a', 'b'], () => {
    throw fault;
  });
  t.deepEqual(asked, ['ab']);
  t.deepEqual(
    [...rejected],
    [
      ['a', fault],
      ['b', fault],
    ],
  );
});
