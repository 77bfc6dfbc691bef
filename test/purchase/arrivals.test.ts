/** Deliveries of one order that arrive at once, or one after another: their goods are expected once. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeOrder, ordersPath } from '../helpers/purchase.ts';
import { receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const path = '/v1/purchase/asns';
const patient = { headers: { prefer: 'wait=60' } };
const release = (id: string) => platform.client.post(`${ordersPath}/${id}/release`, {}, patient);
const arrive = (id: string) => platform.client.post(`${path}/${id}/arrive`, {}, patient);

/** An order of 10 whose first delivery brought nothing, announced again in these parts. */
async function announcedAgain(...parts: number[]): Promise<{ id: string; asns: string[] }> {
  const { client, standard } = platform;
  const id = await makeOrder(client, standard);
  const { receipt_id: first } = (await release(id)).body;
  await client.post(`${receiptsPath}/${first}/complete-receive`, { confirm_zero: true }, patient);
  const asns: string[] = [];
  for (const qty of parts) {
    const made = await client.post(path, { po_id: id, lines: [{ sku: 'PLAIN', qty }] });
    if (made.status !== 201) throw new Error(made.text);
    asns.push(made.body.id);
  }
  return { id, asns };
}

/** What the order's open receipts expect. */
async function expected(id: string): Promise<number[]> {
  const { rows } = await platform.owner.query<{ qty: string }>(
    `select coalesce(sum(l.expected_qty), 0) as qty from inbound_receipts r
       left join inbound_receipt_lines l on l.organization_id = r.organization_id and l.receipt_id = r.id
      where r.source_id = $1 and r.status in ('imported', 'new', 'receiving') group by r.id order by 1`,
    [id],
  );
  return rows.map(({ qty }) => Number(qty));
}

test('a delivery that arrives while its order is released is expected once', async (t) => {
  for (let round = 0; round < 6; round += 1) {
    const { id, asns } = await announcedAgain(10);
    const answers = await Promise.all([arrive(asns[0]!), release(id)]);
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      answers.map(({ text }) => text).join(),
    );
    t.deepEqual(await expected(id), [10]);
    const { rows } = await platform.owner.query('select receipt_id from asns where id = $1', [asns[0]]);
    t.truthy(rows[0].receipt_id);
  }
});

test('two deliveries of one order are both expected, one after another and at once', async (t) => {
  const inTurn = await announcedAgain(4, 6);
  for (const asn of inTurn.asns) t.is((await arrive(asn)).status, 200);
  t.deepEqual(await expected(inTurn.id), [4, 6]);
  t.is((await release(inTurn.id)).status, 200);
  t.deepEqual(await expected(inTurn.id), [4, 6], 'nothing is left to expect');

  const together = await announcedAgain(4, 6);
  await Promise.all(together.asns.map(arrive));
  t.deepEqual(await expected(together.id), [4, 6]);
});

test('what was released for all of them takes all of them; more than was ordered is not expected', async (t) => {
  const { id, asns } = await announcedAgain(4, 6, 5);
  const { receipt_id: receipt } = (await release(id)).body;
  for (const asn of asns) t.is((await arrive(asn)).body.receipt_id, receipt);
  t.deepEqual(await expected(id), [10]);
});
