/** Counts that are taken back while several inspections of their line wait. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { type Running } from '../fulfillment/outbound-rig.ts';
import { patch, stockByStatus } from '../returns/returns-rig.ts';
import { inspectGoods, inspectionsPath, plannedGoods } from './quality-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const checks = [{ name: 'intact', kind: 'pass' }];
const bad = [{ name: 'intact', passed: false }];

test('a count is taken back out of one inspection, although another of its line waits as well', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 100, checks });
  await goods.scan(5);
  const [first] = await goods.inspections();
  t.like((await inspectGoods(client, first.id, bad)).body.data, { status: 'inspected' });
  const [entry] = (await goods.scan(4)).body.data.ledger_entry_ids;
  t.is((await goods.takeBack(entry, 4)).status, 200);
  t.like(await goods.inspections('cancelled'), [{ held_qty: 0 }]);
  t.like(await goods.inspections('inspected'), [{ id: first.id, held_qty: 5 }]);
  t.is(
    (await patch(client, `${inspectionsPath}/${first.id}`, { action: 'decide', decision: 'accept' })).status,
    200,
  );
  t.deepEqual(await stockByStatus(client, goods.item), { available: 5 });
});
