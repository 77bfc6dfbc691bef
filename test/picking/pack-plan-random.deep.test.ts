import test from 'ava';
import { checked, randomLoad } from './random-loads.ts';

test('plans for many and larger random loads can be packed as they say', (t) => {
  const runs = 20_000;
  for (let seed = 10_000; seed < 10_000 + runs; seed += 1) {
    const { plan, faults } = checked(
      randomLoad(seed, seed % 10 === 0 ? { kinds: 40, most: 30 } : { kinds: 12, most: 20 }),
    );
    if (faults.length > 0) return t.fail(`seed ${seed}: ${faults.slice(0, 3).join('; ')}`);
    if (plan.cartons.length < plan.at_least) return t.fail(`seed ${seed}: fewer cartons than can be`);
  }
  t.pass();
});
