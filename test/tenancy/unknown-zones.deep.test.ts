/** A zone that only an older version took, or another Postgres knew: whose it is fails alone. */
import test from 'ava';
import { closeAllBooks } from '../../workers/journal/close-books.ts';
import { expireReturns } from '../../workers/returns/expire-returns.ts';
import { startPlatform } from '../helpers/platform.ts';
import { authorizedReturn, soldOrder } from '../returns/returns-rig.ts';

test('the books and returns of one organization keep back nobody behind it, and it is told which one', async (t) => {
  const platform = await startPlatform(t);
  const { client, database, owner, standard, threePl } = platform;
  const sold = await soldOrder(platform, 1);
  const { id } = await authorizedReturn(client, sold, 1);
  await owner.query("update returns set expires_on = '2020-01-01' where id = $1", [id]);
  await owner.query("update organizations set time_zone = 'AET'");
  await owner.query("update warehouses set time_zone = 'AET'");
  const failed: string[] = [];
  const log = {
    error: (): void => t.fail(),
    warn: ({ organization_id: of }: any): void => void failed.push(of),
  };
  await closeAllBooks({ database, log });
  t.deepEqual(failed.splice(0).toSorted(), [standard.id, threePl.id].toSorted());
  await expireReturns({ database, producer: { dispatch: async () => true }, log });
  t.deepEqual(failed.splice(0), [standard.id]);
  const mended = await client.patch('/api/tenancy/settings', { time_zone: 'UTC' });
  t.is(mended.status, 200, mended.text);
  await closeAllBooks({ database, log });
  t.deepEqual(failed, [threePl.id]);
});
