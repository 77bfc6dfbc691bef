/** X12 210 at its worst: what is no interchange, hardly one, or nothing but segments is refused in a sentence. */
import test from 'ava';
import { interchange } from '../transport/x12-210.ts';
import { refused, two } from './x12-read.ts';

test('a megabyte of nonsense is refused, and never an exception', async (t) => {
  const good = interchange([two]);
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const nonsense = Array.from({ length: 1_000_000 }, () => String.fromCharCode(random(256))).join('');
  t.regex(await refused(nonsense), /segment 1/);
  t.regex(await refused(good.slice(0, 106) + nonsense), /segment \d+: /);
  t.regex(await refused(good.slice(0, 106) + '~'.repeat(1_000_000)), /segment 2: /);
  t.regex(await refused(good.slice(0, 106) + '*'.repeat(1_000_000)), /segment 2: /);
  t.regex(await refused(`${good.slice(0, 106)}${'GS*IM~'.repeat(200_000)}`), /segment 3: GS stands where GE/);
  // One sign of a good file is another: it is refused, or read.
  for (let at = 0; at < good.length; at += 1) {
    const changed = good.slice(0, at) + String.fromCharCode(random(256)) + good.slice(at + 1);
    t.truthy(await refused(changed));
  }
  for (let end = 0; end < good.trimEnd().length; end += 1)
    t.notRegex(await refused(good.slice(0, end)), /^taken/, `cut at ${end}`);
});

test('eight megabytes of nothing but segments are refused', async (t) => {
  const head = interchange([two]).slice(0, 106);
  for (const one of ['L1~', 'LX~', 'ST*210*1~SE*2*1~', 'N9*2I*X~', 'L1*~LX~']) {
    const text = `${head}\nGS*IM*A*B*20261120*1253*1*X*004010~ST*210*1~${one.repeat(Math.floor((8 << 20) / one.length))}`;
    t.notRegex(await refused(text), /^taken/, one);
  }
});
