/** Counts that are taken back while several inspections of their line wait. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { type Running } from '../fulfillment/outbound-rig.ts';
import { patch, post, stockByStatus } from '../returns/returns-rig.ts';
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

/** Ten are scanned, of which two wait. */
async function scannedTen() {
  const goods = await plannedGoods(platform, { sample_percent: 20, checks });
  const scanned = await goods.scan(10);
  const [passed, held] = scanned.body.data.ledger_entry_ids as [string, string];
  const twice = (qty: number) =>
    post(client, `/api/wms/inbound-receipts/${goods.receipt}/receive-all`, {
      lines: [1, 2].map(() => ({
        line_id: goods.line,
        received_qty: qty / 2,
        location_id: platform.standard.locations['DOCK-1'],
      })),
    });
  return { ...goods, passed, held, again: { 'at once': goods.scan, 'in two scans of one group': twice } };
}

for (const how of ['at once', 'in two scans of one group'] as const) {
  test(`the held part of a count that is taken back is held again when it is counted ${how}`, async (t) => {
    const goods = await scannedTen();
    t.is((await goods.takeBack(goods.held, 2)).status, 200);
    t.deepEqual(await stockByStatus(client, goods.item), { available: 8 });
    t.is((await goods.again[how](2)).status, 200);
    t.deepEqual(await stockByStatus(client, goods.item), { available: 8, hold: 2 });
    t.like(await goods.inspections('open'), [{ held_qty: 2 }]);
  });

  test(`no more is held when what passed is taken back and counted again ${how}`, async (t) => {
    const goods = await scannedTen();
    t.is((await goods.takeBack(goods.passed, 8)).status, 200);
    t.is((await goods.again[how](8)).status, 200);
    t.deepEqual(await stockByStatus(client, goods.item), { available: 8, hold: 2 });
  });
}

test('what nobody inspects after all is held again too, once it is taken back and counted again', async (t) => {
  const goods = await scannedTen();
  const [found] = await goods.inspections();
  t.is((await patch(client, `${inspectionsPath}/${found.id}`, { action: 'cancel' })).status, 200);
  t.is((await goods.takeBack(goods.held, 2)).status, 200);
  await goods.scan(2);
  t.deepEqual(await stockByStatus(client, goods.item), { available: 8, hold: 2 });
});
