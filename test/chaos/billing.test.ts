/** A small version of R20: the billing steps whose writes must not happen twice. */
import test from 'ava';
import { testServers } from '../helpers/servers.ts';
import { billingKilled } from './scenarios/billing.ts';

test('R20: a worker killed within a billing run charges, invoices and posts nothing twice', async (t) => {
  t.timeout(180_000);
  const { figures, problems } = await billingKilled({
    seed: 1,
    size: 0,
    databaseUrl: testServers().databaseUrl,
  });
  t.log(JSON.stringify(figures));
  t.deepEqual(problems, []);
});
