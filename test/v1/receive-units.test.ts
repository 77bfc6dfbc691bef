/** v1: counts of an item that is expected in several units. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const receipts = '/v1/wms/receipts';
const receive = (id: string, lines: object[]) => platform.client.post(`${receipts}/${id}/receive`, { lines });

async function announced(lines: object[]): Promise<string> {
  const made = await platform.client.post(receipts, { warehouse_id: 'W1', lines });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

test('a count is of the lines in its unit, which is named where there are several; serials are cut by pieces', async (t) => {
  const item = async (sku: string, more: object) =>
    t.is((await platform.client.post('/api/wms/items', { sku, name: sku, ...more })).status, 201);
  await item('CASED', { uoms: [{ uom: 'CASE', factor: 12 }] });
  const id = await announced([
    { sku: 'CASED', qty: 2, uom: 'CASE' },
    { sku: 'CASED', qty: 5 },
  ]);
  const refused = await receive(id, [{ sku: 'CASED', qty_received: 5 }]);
  t.is(refused.status, 400, refused.text);
  t.like(refused.body.error.details[0], { path: 'lines.0.uom', code: 'ambiguous' });
  const strange = await receive(id, [{ sku: 'CASED', qty_received: 5, uom: 'PAL' }]);
  t.like(strange.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'lines.0.uom' } });
  const pieces = await receive(id, [{ sku: 'CASED', qty_received: 5, uom: 'EA' }]);
  const receivedOf = (body: any) => body.lines.map(({ uom, qty_received: qty }: any) => [uom, qty]);
  t.deepEqual(
    receivedOf(pieces.body),
    [
      ['CASE', 0],
      ['EA', 5],
    ],
    pieces.text,
  );
  const cases = await receive(id, [{ sku: 'CASED', qty_received: 2 }]);
  t.deepEqual(receivedOf(cases.body)[0], ['CASE', 2], 'only cases are still expected');

  await item('PAIRED', { serial_tracked: true, uoms: [{ uom: 'PAIR', factor: 2 }] });
  const paired = await announced([
    { sku: 'PAIRED', qty: 1, uom: 'PAIR' },
    { sku: 'PAIRED', qty: 1, uom: 'PAIR' },
  ]);
  const serial_nos = ['V1-P1', 'V1-P2', 'V1-P3', 'V1-P4'];
  const done = await receive(paired, [{ sku: 'PAIRED', qty_received: 2, serial_nos }]);
  t.is(done.status, 200, done.text);
});
