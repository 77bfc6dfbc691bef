import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { nextNumber, takeDailyNumber } from '../../db/tenancy/sequences.write.ts';
import { startPlatform } from '../helpers/platform.ts';

test('fifty numbers of the day taken at once are fifty numbers in a row, each organization from 0001', async (t) => {
  const { database, standard, threePl } = await startPlatform(t, { workers: false });
  const taken = await Promise.all(
    Array.from({ length: 50 }, () => takeDailyNumber(database.system, standard.id, 'SHP')),
  );
  const serials = taken.map((number) => Number(/^SHP-\d{8}-(\d{4})$/.exec(number)?.[1]));
  t.deepEqual(
    serials.toSorted((one, other) => one - other),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  t.regex(await takeDailyNumber(database.system, threePl.id, 'SHP'), /-0001$/);
});

test('a number of the day waits for no open transaction, a number of the books waits for the one before it', async (t) => {
  const { database, standard } = await startPlatform(t, { workers: false });
  const scope = { organizationId: standard.id };
  const took: string[] = [];
  await inTenant(database, scope, async (tx) => {
    took.push(await nextNumber(tx, 'PAY', '202611'));
    const waiting = inTenant(database, scope, (other) => nextNumber(other, 'PAY', '202611')).then((number) =>
      took.push(number),
    );
    // Taken while this transaction is open, and kept when it is rolled back.
    t.regex(await takeDailyNumber(database.system, standard.id, 'SO'), /-0001$/);
    t.regex(await takeDailyNumber(database.system, standard.id, 'SO'), /-0002$/);
    t.is(took.length, 1);
    return { waiting };
  }).then(({ waiting }) => waiting);
  t.deepEqual(took, ['PAY-202611-0001', 'PAY-202611-0002']);
  await t.throwsAsync(
    inTenant(database, scope, async (tx) => {
      await nextNumber(tx, 'PAY', '202611');
      throw new Error('rolled back');
    }),
  );
  t.is(
    await inTenant(database, scope, (tx) => nextNumber(tx, 'PAY', '202611')),
    'PAY-202611-0003',
    'what was rolled back is given again',
  );
});
