/** v1 returns: asked for by SKU, and counted, inspected and disposed of in one transaction, or not at all. */
import test from 'ava';
import type { Permission } from '../../domain/permissions.ts';
import { soldOrder, type Sold } from '../returns/returns-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { unknownId } from '../helpers/shelf.ts';
import { patient, type Running } from './rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const returns = '/v1/oms/returns';

async function skuOf({ itemId }: Sold): Promise<string> {
  return (await platform.client.get(`/api/wms/items/${itemId}`)).body.data.sku;
}

const ask = (sold: Sold, sku: string, qty: number, more: object = {}) =>
  platform.client.post(
    returns,
    { order_id: sold.orderId, lines: [{ sku, qty, reason_code: 'too_small' }], ...more },
    patient,
  );

const receive = (id: string, lines: object[], more: object = {}) =>
  platform.client.post(`${returns}/${id}/receive`, { lines, ...more }, patient);

const bySku = async (sku: string): Promise<Record<string, number>> => {
  const { body } = await platform.client.get(`/v1/wms/inventory?filter[sku]=${sku}`);
  return Object.fromEntries(
    body.data.filter(({ qty }: any) => qty > 0).map(({ status, qty }: any) => [status, qty]),
  );
};

test('a return is asked for by SKU, and taken in at once: counted, graded and disposed of', async (t) => {
  const sold = await soldOrder(platform, 5);
  const sku = await skuOf(sold);
  const asked = await ask(sold, sku, 4, { channel_return_no: 'WEB-R-1' });
  t.is(asked.status, 201, asked.text);
  t.like(asked.body, {
    status: 'requested',
    kind: 'customer',
    order_id: sold.orderId,
    channel_return_no: 'WEB-R-1',
  });
  t.like(asked.body.lines[0], { sku, qty: 4, qty_received: 0, wanted: 'refund' });

  const { id } = asked.body;
  const part = await receive(id, [
    { sku, qty: 2, grade: 'A', disposition: 'restock' },
    { sku, qty: 1, grade: 'D', disposition: 'scrap', reason_code: 'damage' },
  ]);
  t.is(part.status, 200, part.text);
  t.like(part.body, { status: 'receiving' });
  t.deepEqual(
    part.body.outcomes.map(({ qty, grade, disposition }: any) => [qty, grade, disposition]),
    [
      [2, 'A', 'restock'],
      [1, 'D', 'scrap'],
    ],
  );
  t.deepEqual(await bySku(sku), { available: 2 });
  const rest = await receive(id, [{ sku, qty: 1, grade: 'B' }]);
  t.is(rest.status, 200, rest.text);
  t.like(rest.body, { status: 'inspecting' }, 'nothing more is expected');
  t.like(rest.body.lines[0], { qty_received: 4, qty_inspected: 4, qty_disposed: 3 });
  t.is(rest.body.outcomes.at(-1).disposition, null, 'no rule says what becomes of it');
  t.deepEqual(await bySku(sku), { available: 2, hold: 1 });

  const listed = await platform.client.get(
    `${returns}?filter[order_id]=${sold.orderId}&filter[status]=inspecting`,
  );
  t.deepEqual(
    listed.body.data.map((one: any) => one.id),
    [id],
  );
});

test('the rest that does not come ends with the last count, and the return with its last disposition', async (t) => {
  const sold = await soldOrder(platform, 3);
  const sku = await skuOf(sold);
  const { id } = (await ask(sold, sku, 3)).body;
  const done = await receive(id, [{ sku, qty: 2, disposition: 'restock' }], { complete: true });
  t.is(done.status, 200, done.text);
  t.like(done.body, { status: 'disposed' });
  const again = await receive(id, [{ sku, qty: 1 }]);
  t.is(again.body.error.code, 'RECEIPT_NOT_RECEIVABLE');
  for (let time = 0; time < 2; time += 1) {
    const closed = await platform.client.post(`${returns}/${id}/close`, {}, patient);
    t.like(closed.body, { status: 'closed' }, closed.text);
  }
});

test('all or nothing: a step that is refused takes the count back', async (t) => {
  const sold = await soldOrder(platform, 3);
  const sku = await skuOf(sold);
  const { id } = (await ask(sold, sku, 2)).body;
  const unknownReason = await receive(id, [{ sku, qty: 2, disposition: 'scrap', reason_code: 'no_such' }]);
  t.true(unknownReason.status >= 400, unknownReason.text);
  const tooMany = await receive(id, [{ sku, qty: 3, disposition: 'restock' }]);
  t.is(tooMany.body.error.code, 'OVER_RECEIPT');
  const stranger = await receive(id, [
    { sku, qty: 1 },
    { sku: 'PLAIN', qty: 1 },
  ]);
  t.like(stranger.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'lines.1.sku' } });
  t.is((await receive(unknownId, [{ sku, qty: 1 }])).status, 404);
  t.deepEqual(await bySku(sku), {}, 'nothing came in');
  const { body } = await platform.client.get(`/api/oms/returns/${id}`);
  t.like(body.data, { status: 'requested', receipt_id: null }, 'nor is it authorized');
});

test('units that nobody inspects are not taken in as damaged or scrapped: that is refused, not passed over', async (t) => {
  const item_class = `NEVER-${Date.now()}`;
  const rule = await platform.client.post('/api/oms/return-rules', {
    name: item_class,
    priority: 1,
    item_class,
    inspect: 'never',
  });
  t.is(rule.status, 201, rule.text);
  const sold = await soldOrder(platform, 3, { item_class });
  const sku = await skuOf(sold);
  const { id } = (await ask(sold, sku, 3)).body;
  for (const words of [{ disposition: 'scrap' }, { grade: 'D' }]) {
    const refused = await receive(id, [{ sku, qty: 1, ...words }]);
    t.is(refused.status, 400, refused.text);
    t.is(refused.body.error.details[0].code, 'not_inspected');
  }
  t.deepEqual(await bySku(sku), {}, 'nothing came in');
  for (const words of [{}, { grade: 'A', disposition: 'restock' }])
    t.is((await receive(id, [{ sku, qty: 1, ...words }])).status, 200);
  t.deepEqual(await bySku(sku), { available: 2 });
});

test('downgraded units become the SKU that is named; those whose rule alone says so wait on hold', async (t) => {
  const item_class = `SECONDS-${Date.now()}`;
  const rule = { name: item_class, priority: 1, item_class, disposition: 'downgrade' };
  t.is((await platform.client.post('/api/oms/return-rules', rule)).status, 201);
  const sold = await soldOrder(platform, 4, { item_class });
  const sku = await skuOf(sold);
  const seconds = await skuOf(await soldOrder(platform, 1));
  const { id } = (await ask(sold, sku, 4)).body;
  for (const [words, code] of [
    [{ disposition: 'downgrade' }, 'required'],
    [{ disposition: 'restock', to_sku: seconds }, 'not_allowed'],
  ] as const)
    t.is((await receive(id, [{ sku, qty: 1, ...words }])).body.error.details[0].code, code);
  const unknown = await receive(id, [{ sku, qty: 1, to_sku: 'NO-SUCH' }]);
  t.like(unknown.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'lines.0.to_sku' } });
  const waits = await receive(id, [{ sku, qty: 1 }]);
  t.is(waits.status, 200, waits.text);
  const done = await receive(id, [
    { sku, qty: 1, to_sku: seconds },
    { sku, qty: 2, disposition: 'downgrade', to_sku: seconds },
  ]);
  t.is(done.status, 200, done.text);
  t.deepEqual(await bySku(sku), { hold: 1 });
  t.deepEqual(await bySku(seconds), { available: 3 });
});

test('receiving what nobody authorized needs that permission too; more than was shipped is refused', async (t) => {
  const sold = await soldOrder(platform, 1);
  const sku = await skuOf(sold);
  t.is((await ask(sold, sku, 2)).body.error.code, 'RETURN_EXCEEDS_SHIPPED');
  const { id } = (await ask(sold, sku, 1)).body;
  const held: Permission[] = ['wms.returns.dispose', 'oms.returns.view'];
  for (const permission of ['wms.inbound.receive', 'wms.returns.inspect'] as const) {
    const less = await platform.clientWith(platform.standard, held);
    const answer = await less.post(`${returns}/${id}/receive`, { lines: [{ sku, qty: 1 }] }, patient);
    t.like(answer.body.error, { code: 'FORBIDDEN', details: { permission } }, answer.text);
    held.push(permission);
  }
  const dock = await platform.clientWith(platform.standard, held);
  const refused = await dock.post(`${returns}/${id}/receive`, { lines: [{ sku, qty: 1 }] }, patient);
  t.like(refused.body.error, { code: 'FORBIDDEN', details: { permission: 'oms.returns.authorize' } });
  const other = await platform.clientWith(platform.threePl, ['wms.returns.dispose', 'oms.returns.view']);
  t.is((await other.post(`${returns}/${id}/receive`, { lines: [{ sku, qty: 1 }] }, patient)).status, 404);
  await platform.client.patch(`/api/oms/returns/${id}`, { action: 'authorize' });
  const taken = await dock.post(`${returns}/${id}/receive`, { lines: [{ sku, qty: 1 }] }, patient);
  t.is(taken.status, 200, taken.text);
});
