import test from 'ava';
import { sharedLook } from './shared-look.ts';

const never = new Promise<number>(() => {});

test('whoever asks while a look is under way shares it, and the next looks anew', async (t) => {
  let looks = 0;
  const look = sharedLook(() => Promise.resolve((looks += 1)));
  t.deepEqual(await Promise.all([look(), look()]), [1, 1]);
  t.is(await look(), 2);
});

test('one that does not end is shared for half a minute, and then one more begins', async (t) => {
  let now = 0;
  let end = (_value: number): void => {};
  const asked = [never, new Promise<number>((resolve) => (end = resolve)), Promise.resolve(3)];
  let looks = 0;
  const look = sharedLook(
    () => asked[looks++]!,
    () => now,
  );
  void look();
  now = 29_999;
  void look();
  t.is(looks, 1);
  now = 30_000;
  const both = Promise.all([look(), look()]);
  t.is(looks, 2);
  end(2);
  t.deepEqual(await both, [2, 2]);
  t.is(await look(), 3);
});

test('one that ends late does not end the look that took its place', async (t) => {
  let now = 0;
  let fail = (): void => {};
  const asked = [new Promise<number>((_resolve, reject) => (fail = () => reject(new Error('away')))), never];
  let looks = 0;
  const look = sharedLook(
    () => asked[looks++]!,
    () => now,
  );
  const late = look();
  now = 30_000;
  void look();
  fail();
  await t.throwsAsync(late, { message: 'away' });
  void look();
  t.is(looks, 2);
});
