/**
 * API processes killed while invoices are issued, paid and entries posted in groups: every request is repeated until its
 * outcome is certain, everything happens once, no number is missing, the books balance and their chain holds.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { newTally, postUntilCertain } from '../chaos/persistent-client.ts';
import { startRig } from '../chaos/rig.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { inLanes } from '../http/wire.ts';
import { assertTillHolds } from './till-checks.ts';

const base = '/api/accounting';
const each = 150;
const kills = 5;
const lanes = 32;

test('processes killed at the till leave no gap', async (t) => {
  t.timeout(300_000);
  const rig = await startRig({ databaseUrl: testServers().databaseUrl, apis: 2, workers: 0 });
  t.teardown(() => rig.stop());
  const { owner, organization, urls } = rig;
  const tally = newTally();
  const post = (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') =>
    postUntilCertain(urls, organization, `${base}${path}`, randomUUID(), body, tally, method);
  const { rows } = await owner.query<{ code: string; id: string }>(
    'select code, id from accounts where organization_id = $1',
    [organization.id],
  );
  const accounts = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  const drafts = await inLanes(Array.from({ length: each }), 16, () =>
    post('/invoices', {
      customer_id: organization.customerId,
      lines: [{ account_id: accounts['4000'], description: 'Storage', quantity: 1, unit_price: 10 }],
    }),
  );
  const ids = drafts.map(({ body }) => body.data.id as string);
  const entry = {
    description: 'Rent',
    lines: [
      { account_id: accounts['6000'], debit: 5 },
      { account_id: accounts['1000'], credit: 5 },
    ],
  };
  const statuses: number[] = [];
  const one = async (id: string): Promise<void> => {
    const issued = await post(`/invoices/${id}`, { action: 'issue' }, 'PATCH');
    const posted = await post('/journal-entries', entry);
    const paid = await post(`/invoices/${id}/payments`, { method: 'ach', amount: 10 });
    statuses.push(issued.status, posted.status, paid.status);
  };
  const load = inLanes(ids, lanes, one);
  for (let kill = 0; kill < kills; kill += 1) {
    const from = statuses.length;
    const isOver = (): boolean => statuses.length === 3 * each;
    await until('some more are done', () => Promise.resolve(isOver() || statuses.length > from + 3 * 15));
    if (isOver()) break;
    await rig.apis[kill % 2]!.crash();
  }
  await load;
  t.true(tally.retried > 0, 'the kills hit requests under way');
  t.deepEqual(tally.serverErrors, []);
  t.deepEqual(new Set(statuses), new Set([200, 201]));
  const took = await assertTillHolds(t, owner, organization.id);
  t.deepEqual(took, { INV: each, CN: 0, BILL: 0, PAY: each, JE: 3 * each });
});
