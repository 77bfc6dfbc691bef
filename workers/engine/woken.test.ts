import test from 'ava';
import { until } from '../../test/helpers/wait.ts';
import { woken, type Rest } from './woken.ts';

/** Work that the test lets finish, one run at a time. */
function steered() {
  const ends: ((rest: Rest) => void)[] = [];
  let atOnce = 0;
  const seen = { runs: 0, atOnceMax: 0 };
  const work = (): Promise<Rest> => {
    seen.runs += 1;
    atOnce += 1;
    seen.atOnceMax = Math.max(seen.atOnceMax, atOnce);
    return new Promise<Rest>((resolve) => {
      ends.push((rest) => {
        atOnce -= 1;
        resolve(rest);
      });
    });
  };
  return { work, seen, end: (rest: Rest) => ends.shift()!(rest) };
}

test('it looks when it starts, again when told, and once more for whatever is told meanwhile', async (t) => {
  const { work, seen, end } = steered();
  const loop = woken(work, () => {});
  await until('it looks at its start', () => seen.runs === 1);
  loop.wake();
  loop.wake();
  loop.wake();
  end('done');
  await until('it looks once more', () => seen.runs === 2);
  end('done');
  loop.wake();
  await until('it looks when told', () => seen.runs === 3);
  end('again');
  await until('it goes on', () => seen.runs === 4);
  end('done');
  await loop.stop();
  t.is(seen.runs, 4);
  t.is(seen.atOnceMax, 1);
});

test('a time that comes due is kept over the looks before it', async (t) => {
  const { work, seen, end } = steered();
  const loop = woken(work, () => {});
  end('done');
  loop.wakeIn(600);
  loop.wake();
  await until('it is told', () => seen.runs === 2);
  end('done');
  await until('the time has come', () => seen.runs === 3);
  end('done');
  await loop.stop();
  t.is(seen.runs, 3);
});

test('a fault is told and looked at again', async (t) => {
  const faults: unknown[] = [];
  let runs = 0;
  const loop = woken(
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('away');
      return 'done';
    },
    (fault) => faults.push(fault),
  );
  await until('it looks again', () => runs === 2);
  await loop.stop();
  t.is(faults.length, 1);
});

test.serial('a clock that is put back by an hour delays nothing', async (t) => {
  const { work, seen, end } = steered();
  const loop = woken(work, () => {});
  await until('it looks at its start', () => seen.runs === 1);
  end('done');
  loop.wakeIn(600);
  const { now } = Date;
  t.teardown(() => (Date.now = now));
  Date.now = () => now() - 3_600_000;
  for (let look = 0; look < 300 && seen.runs < 2; look += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  t.is(seen.runs, 2);
  end('done');
  await loop.stop();
});
