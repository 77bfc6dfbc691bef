/** A step that is asked for again says what was done, or is refused with what is on record: nothing said is lost unheard. */
import test from 'ava';
import type { Answer } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { drive, newItem, newOrder, settled } from '../orders/orders-rig.ts';
import { act as onTransfer, newTransfer, secondWarehouse, type Second } from '../transfers/transfers-rig.ts';
import {
  newShelf,
  newShipment,
  newWave,
  onTask,
  patch,
  pickedShipment,
  read,
  stocked,
  tasksOf,
  type Running,
} from './outbound-rig.ts';

let platform: Running;
let second: Second;
test.before(async () => {
  platform = await joinPlatform();
  second = await secondWarehouse(platform.client, 'AGAIN');
});
test.after.always(() => platform?.stop());

type Ask = (said: object) => Promise<Answer>;

interface Said {
  first: object;
  /** Says the same, or less. */
  same?: readonly object[];
  /** Each with what is on record of it. */
  others: readonly (readonly [said: object, onRecord: object])[];
}

/** Asks, asks the same again, then something else; `seen` is what all of that may have changed. */
async function assertSaidAgain(t: any, ask: Ask, seen: () => Promise<unknown>, said: Said): Promise<void> {
  const first = await ask(said.first);
  t.is(first.status, 200, first.text);
  const after = await seen();
  for (const same of [said.first, {}, ...(said.same ?? [])]) {
    const again = await ask(same);
    t.is(again.status, 200, again.text);
    t.deepEqual(again.body.data, first.body.data);
  }
  for (const [other, on_record] of said.others) {
    const { status, body, text } = await ask(other);
    t.is(`${status} ${body.error?.code}`, '400 ILLEGAL_TRANSITION', `${JSON.stringify(other)} ${text}`);
    t.deepEqual(body.error.details.on_record, on_record);
  }
  t.deepEqual(await seen(), after);
}

const at =
  (path: string, action: string): Ask =>
  (said) =>
    patch(platform.client, path, { action, ...said });
const seenAt = (path: string) => () => read(platform.client, path);

async function pushed(more: object = {}): Promise<string> {
  const item = await stocked(platform, { 'A-01': 2 }, more);
  const order = await newOrder(platform.client, [{ item, qty: 2 }]);
  const { wms_shipments } = await drive(platform.client, order.id, 'submit', 'approve', 'push-to-wms');
  return `/api/wms/shipments/${wms_shipments[0].id}`;
}

test('ship: another tracking number or carrier than it left by', async (t) => {
  const path = await pushed();
  const said = { tracking_no: '1Z-1', carrier_code: 'UPS' };
  await assertSaidAgain(t, at(path, 'ship'), seenAt(path), {
    first: said,
    same: [{ tracking_no: '1Z-1' }],
    others: [
      [{ tracking_no: '1Z-2' }, { tracking_no: '1Z-1' }],
      [{ ...said, carrier_code: 'DHL' }, { carrier_code: 'UPS' }],
    ],
  });
  const v1 = await platform.client.post(`${path.replace('/api', '/v1')}/ship`, { tracking_no: '1Z-2' });
  t.is(v1.body.error?.code, 'ILLEGAL_TRANSITION', v1.text);
  t.regex(v1.body.error.message, /on record: tracking_no 1Z-1\./);

  const bare = await pushed();
  await assertSaidAgain(t, at(bare, 'ship'), seenAt(bare), {
    first: {},
    others: [[{ tracking_no: '1Z-3' }, { tracking_no: null }]],
  });
  const picked = await pickedShipment(platform);
  const alone = `/api/wms/shipments/${picked.id}`;
  await assertSaidAgain(t, at(alone, 'ship'), seenAt(alone), {
    first: { tracking_no: '1Z-4' },
    others: [[{ tracking_no: '1Z-5' }, { tracking_no: '1Z-4' }]],
  });
});

test('ship: other units than it left with', async (t) => {
  const { client, standard } = platform;
  const item_id = await newItem(platform, standard, { serial_tracked: true });
  const found = await client.post('/api/wms/inventory/adjust', {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations['A-01'],
    item_id,
    qty_delta: 3,
    reason_code: 'found',
    serial_nos: ['S1', 'S2', 'S3'],
  });
  t.is(found.status, 200, found.text);
  const shipment = await newShipment(platform, [{ item_id, qty: 2 }]);
  const path = `/api/wms/shipments/${shipment.id}`;
  const units = (...serial_nos: string[]) => ({ serials: [{ item_id, serial_nos }] });
  await assertSaidAgain(t, at(path, 'ship'), seenAt(path), {
    first: units('S1', 'S3'),
    same: [units('S3')],
    others: [[units('S1', 'S2'), units('S1', 'S3')]],
  });
});

test('deliver: another moment or signature', async (t) => {
  const path = await pushed();
  await at(path, 'ship')({});
  const delivered_at = new Date().toISOString();
  await assertSaidAgain(t, at(path, 'deliver'), seenAt(path), {
    first: { delivered_at, signed_by: 'Ann' },
    same: [{ signed_by: 'Ann' }, { signed_by: 'ann' }, { delivered_at: delivered_at.replace('Z', '+00:00') }],
    others: [
      [{ signed_by: 'Bob' }, { signed_by: 'Ann' }],
      [{ delivered_at: new Date(Date.now() + 1).toISOString(), signed_by: 'Ann' }, { delivered_at }],
    ],
  });
});

test('a transfer: another tracking number, and another end of what never arrived', async (t) => {
  const { client, standard } = platform;
  const item_id = await stocked(platform, { 'A-01': 5 });
  const sent = await newTransfer(client, standard, second, [{ item_id, qty: 5 }]);
  const path = `/api/wms/transfers/${sent.id}`;
  await assertSaidAgain(t, (said) => onTransfer(client, sent, 'ship', said), seenAt(path), {
    first: { tracking_no: '1Z-6' },
    others: [[{ tracking_no: '1Z-7' }, { tracking_no: '1Z-6' }]],
  });
  const lost = { missing: 'write_off', reason_code: 'lost' };
  await assertSaidAgain(t, (said) => onTransfer(client, sent, 'close', said), seenAt(path), {
    first: lost,
    others: [[{ ...lost, missing: 'back' }, { missing: 'write_off' }]],
  });
});

test('a move: another quantity or place', async (t) => {
  const { client, standard } = platform;
  const item_id = await stocked(platform, { 'A-01': 9 });
  const [to, other] = [await newShelf(platform), await newShelf(platform)];
  const made = await client.post('/api/wms/moves', {
    warehouse_id: standard.warehouseId,
    kind: 'reslot',
    item_id,
    from_location_id: standard.locations['A-01'],
    to_location_id: to,
    qty: 5,
  });
  t.is(made.status, 201, made.text);
  const path = `/api/wms/moves/${made.body.data.id}`;
  await patch(client, path, { action: 'claim' });
  await assertSaidAgain(t, at(path, 'confirm'), seenAt(path), {
    first: { qty: 3 },
    same: [{ qty: 3, to_location_id: to.toUpperCase() }],
    others: [
      [{ qty: 5 }, { qty: 3 }],
      [{ qty: 3, to_location_id: other, reason: 'full' }, { to_location_id: to }],
    ],
  });
});

test('a short pick and a put-back: another quantity', async (t) => {
  const { client } = platform;
  const item_id = await stocked(platform, { [await newShelf(platform)]: 4 });
  const wave = await newWave(platform, [(await newShipment(platform, [{ item_id, qty: 4 }])).id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  await assertSaidAgain(
    t,
    at(`/api/wms/pick-tasks/${task.id}`, 'short'),
    () => tasksOf(client, { wave_id: wave.id }),
    {
      first: { picked_qty: 1 },
      others: [[{ picked_qty: 2 }, { picked_qty: 1 }]],
    },
  );

  const picked = await pickedShipment(platform, 4);
  const cancelled = await patch(client, `/api/wms/shipments/${picked.id}`, { action: 'cancel' });
  t.is(cancelled.status, 200, cancelled.text);
  const tasks = () => read(client, `/api/wms/put-back-tasks?shipment_id=${picked.id}`);
  const [back] = await tasks();
  const elsewhere = await newShelf(platform);
  await assertSaidAgain(t, at(`/api/wms/put-back-tasks/${back.id}`, 'complete'), tasks, {
    first: { qty: 3 },
    others: [
      [{ qty: 4 }, { qty: 3 }],
      [{ qty: 3, location_id: elsewhere }, { location_id: platform.standard.locations['A-01'] }],
    ],
  });
});

test('a put-back of nothing, with the place it did not come to', async (t) => {
  const { client } = platform;
  const picked = await pickedShipment(platform, 4);
  await patch(client, `/api/wms/shipments/${picked.id}`, { action: 'cancel' });
  const tasks = () => read(client, `/api/wms/put-back-tasks?shipment_id=${picked.id}`);
  const [back] = await tasks();
  await assertSaidAgain(t, at(`/api/wms/put-back-tasks/${back.id}`, 'complete'), tasks, {
    first: { qty: 0, location_id: await newShelf(platform) },
    others: [[{ qty: 1 }, { qty: 0 }]],
  });
});

test('of two who ship one at once by other numbers, one is told the number of the other', async (t) => {
  const { client } = platform;
  for (let turn = 0; turn < 4; turn += 1) {
    const path = await pushed();
    const answers = await Promise.all(
      ['1Z-A', '1Z-B'].map(async (tracking_no) =>
        settled(client, await client.patch(path, { action: 'ship', tracking_no }), path),
      ),
    );
    const { tracking_no } = await read(client, path);
    for (const { status, body } of answers)
      if (status === 200) t.is(body.data.tracking_no, tracking_no);
      else t.deepEqual(body.error.details.on_record, { tracking_no });
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    );
  }
});
