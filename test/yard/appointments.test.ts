import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { announced, book, gate, inHours, newYard, ok } from './yard-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const at = (id: string, action: string) => `/v1/yms/appointments/${id}/${action}`;

test('a window is booked at the first free door, and a taken one answers with the next three free slots', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 2 });
  const first = await ok(book(client, yard));
  const second = await ok(book(client, yard));
  t.like(first, { status: 'scheduled', type: 'inbound', door: 'D1', carrier: 'Swift Haul' });
  t.is(second.door, 'D2');
  const third = await book(client, yard);
  t.is(third.status, 409);
  t.is(third.body.error.code, 'DOCK_CONFLICT');
  const { next_free_slots: slots } = third.body.error.details;
  t.is(slots.length, 3);
  t.deepEqual(
    slots.map(({ door }: { door: string }) => door),
    ['D1', 'D2', 'D1'],
  );
  t.is(slots[0].window_start, first.window_end);
  for (const { door, window_start, window_end } of slots)
    t.is((await book(client, yard, { door, window_start, window_end })).status, 201);
  t.is((await book(client, yard, { ...inHours(1, 61) })).body.error.code, 'DOCK_CONFLICT', 'by one minute');
});

test('ten bookings of one door and time: one is made, nine are refused', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(client, yard, { door: 'D1' })));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, ...Array.from({ length: 9 }, () => 409)],
    answers.map(({ text }) => text).join(),
  );
});

test('the exclusion constraint holds the door whatever the code does', async (t) => {
  const { client, owner } = platform;
  const yard = await newYard(client);
  const booked = await ok(book(client, yard));
  await t.throwsAsync(
    owner.query(
      `insert into dock_appointments (organization_id, id, appointment_no, warehouse_id, type, status, door_id, carrier,
              window_start, window_end)
       select organization_id, gen_random_uuid(), 'APPT-X', warehouse_id, type, 'scheduled', door_id, carrier,
              window_start + interval '59 minutes', window_end + interval '59 minutes'
         from dock_appointments where id = $1`,
      [booked.id],
    ),
    { message: /dock_appointments_one_per_door/ },
  );
});

test('windows are checked: forward, at most a day; references are of this organization', async (t) => {
  const { client, threePl } = platform;
  const yard = await newYard(client);
  const { window_start: start, window_end: end } = inHours(3);
  const backwards = await book(client, yard, { window_start: end, window_end: start });
  t.is(backwards.body.error.details[0].path, 'window_end');
  const same = await book(client, yard, { window_start: start, window_end: start });
  t.is(same.body.error.code, 'VALIDATION_FAILED');
  t.is((await book(client, yard, inHours(3, 24 * 60 + 1))).body.error.details[0].code, 'too_long');
  t.is(
    (await book(client, yard, { warehouse_id: threePl.warehouseId })).body.error.code,
    'UNKNOWN_REFERENCE',
  );
  t.is((await book(client, yard, { door: 'P1' })).body.error.code, 'UNKNOWN_REFERENCE', 'no door');
  t.is((await book(client, yard, { load_id: yard.warehouseId })).body.error.details.path, 'load_id');
  const { carrierId } = platform.standard;
  t.like(await ok(book(client, yard, { carrier: 'CARR', ...inHours(9) })), {
    carrier: 'Carrier One',
    carrier_id: carrierId,
  });
});

test('the hour takes as many as the warehouse says', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 3 });
  await ok(client.patch(`/api/yms/dock-rules/${yard.warehouseId}`, { capacity_per_hour: 2 }));
  const answers = await Promise.all([1, 2, 3].map(() => book(client, yard)));
  const refused = answers.filter(({ status }) => status === 409);
  t.is(refused.length, 1, answers.map(({ text }) => text).join());
  t.is(refused[0]!.body.error.code, 'DOCK_FULL');
  t.is(refused[0]!.body.error.details.next_free_slots[0].window_start, inHours(3).window_start);
});

test('check-in outside the window is accepted and flagged; repeated it changes nothing', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 3 });
  const early = await ok(book(client, yard, { plate: 'early 1' }));
  const checked = await ok(client.post(at(early.id, 'check-in')));
  t.like(checked, { status: 'checked_in', punctuality: 'early', plate: 'EARLY 1' });
  t.true(checked.minutes_off >= 119);
  t.deepEqual(await ok(client.post(at(early.id, 'check-in'))), checked);

  const late = await ok(book(client, yard, inHours(-5)));
  t.is((await client.post(at(late.id, 'check-in'))).body.error.details[0].path, 'plate');
  t.like(await ok(client.post(at(late.id, 'check-in'), { plate: 'LATE 1' })), { punctuality: 'late' });
  t.is((await client.post(at(late.id, 'check-in'), { plate: 'late  1' })).status, 200);
  const other = await client.post(at(late.id, 'check-in'), { plate: 'LATE 2' });
  t.like(other.body.error, { code: 'ILLEGAL_TRANSITION' });
  t.deepEqual(other.body.error.details.on_record, { plate: 'LATE 1' });

  const timely = await ok(book(client, yard, inHours(-1, 120)));
  t.like(await ok(client.post(at(timely.id, 'check-in'), { plate: 'TIME 1', spot: 'P1' })), {
    punctuality: 'on_time',
    minutes_off: 0,
  });
  const future = await client.post(at((await ok(book(client, yard, inHours(5)))).id, 'check-in'), {
    plate: 'F 1',
    occurred_at: inHours(3).window_start,
  });
  t.is(future.body.error.details[0].code, 'future');
});

test('check-in opens the receiving task of the container’s receipt, once', async (t) => {
  const { client, standard, owner } = platform;
  const yard = await newYard(client, { doors: 2 });
  const receipt = await announced(client, standard, yard, 'MSCU1234566');
  const booked = await ok(book(client, yard, { container_no: 'MSCU1234566', plate: 'BOX 1' }));
  const checked = await ok(client.post(at(booked.id, 'check-in')));
  t.is(checked.receipt_id, receipt.id);
  const { rows } = await owner.query("select status from tasks where ref_id = $1 and task_type = 'receive'", [
    receipt.id,
  ]);
  t.deepEqual(rows, [{ status: 'pending' }]);

  const named = await ok(book(client, yard, { receipt_id: receipt.id, plate: 'BOX 2', ...inHours(7) }));
  t.is(named.merchant_id, standard.merchantId);
  await ok(client.post(at(named.id, 'check-in')));
  const again = await owner.query("select 1 from tasks where ref_id = $1 and task_type = 'receive'", [
    receipt.id,
  ]);
  t.is(again.rowCount, 1, 'the open task is the one');
});

test('check-in leaves a receipt that is counted at a desk to that desk', async (t) => {
  const { client, standard, owner } = platform;
  const yard = await newYard(client);
  const receipt = await announced(client, standard, yard, 'MSCU7654329');
  const path = `/api/wms/inbound-receipts/${receipt.id}`;
  const [dock] = await ok(client.get(`/api/wms/locations?warehouse_id=${yard.warehouseId}&type=staging`));
  const line = { receipt_line_id: receipt.lines[0].id, received_qty: 1, location_id: dock.id };
  await ok(client.post(`${path}/receive-line`, line));
  const booked = await ok(book(client, yard, { container_no: 'MSCU7654329', plate: 'BOX 3' }));
  t.is((await ok(client.post(at(booked.id, 'check-in')))).receipt_id, receipt.id);
  const { rowCount } = await owner.query('select 1 from tasks where ref_id = $1', [receipt.id]);
  t.is(rowCount, 0);
  await ok(client.post(`${path}/receive-line`, line));
});

test('check-in marks the ASN of the container arrived, and opens the task of its receipt', async (t) => {
  const { client, standard, owner } = platform;
  const yard = await newYard(client);
  const asn = await ok(
    client.post('/v1/purchase/asns', {
      warehouse_id: yard.warehouseId,
      container_no: 'TGHU7654321',
      lines: [{ sku: 'PLAIN', qty: 7 }],
    }),
  );
  const booked = await ok(book(client, yard, { container_no: 'TGHU7654321', plate: 'ASN 1' }));
  const checked = await ok(client.post(at(booked.id, 'check-in')));
  const { rows } = await owner.query('select status, receipt_id from asns where id = $1', [asn.id]);
  t.deepEqual(rows, [{ status: 'arrived', receipt_id: checked.receipt_id }]);
  const tasks = await owner.query("select status from tasks where ref_id = $1 and task_type = 'receive'", [
    checked.receipt_id,
  ]);
  t.deepEqual(tasks.rows, [{ status: 'pending' }], standard.id);
});

test('a truck goes from the gate to its door and out again', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 2 });
  const booked = await ok(book(client, yard, { plate: 'WAY 1', door: 'D1' }));
  t.is((await client.post(at(booked.id, 'to-door'))).body.error.code, 'ILLEGAL_TRANSITION');
  await ok(client.post(at(booked.id, 'check-in'), { spot: 'P2' }));
  const atDoor = await ok(client.post(at(booked.id, 'to-door')));
  t.is(atDoor.status, 'at_door');
  t.is((await client.post(at(booked.id, 'to-door'), { door: 'D1' })).status, 200);
  const other = await client.post(at(booked.id, 'to-door'), { door: 'D2' });
  t.deepEqual(other.body.error?.details?.on_record, { door_id: yard.doors[0] }, other.text);
  const map = await ok(client.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}`));
  t.deepEqual(
    map.spots.map(({ code, state }: { code: string; state: string }) => [code, state]),
    [
      ['D1', 'occupied'],
      ['D2', 'free'],
      ['P1', 'free'],
      ['P2', 'free'],
      ['P3', 'free'],
    ],
  );
  await ok(gate(client, yard, 'out', 'way 1'));
  t.is((await ok(client.get(`/v1/yms/appointments/${booked.id}`))).status, 'completed');
  t.is((await ok(book(client, yard, { door: 'D1' }))).status, 'scheduled', 'its door is free for another');
});

test('an appointment is rescheduled, missed and cancelled as its table says', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  const one = await ok(book(client, yard));
  const other = await ok(book(client, yard, inHours(4)));
  const refused = await client.post(at(other.id, 'reschedule'), inHours(2, 30));
  t.is(refused.body.error.code, 'DOCK_CONFLICT');
  const moved = await ok(client.post(at(one.id, 'reschedule'), inHours(2, 90)));
  t.is(moved.window_end, inHours(2, 90).window_end, 'its own window is not in its way');
  t.is((await client.post(at(one.id, 'no-show'))).body.error.details[0].code, 'not_begun');
  t.is((await ok(client.post(at(one.id, 'cancel'), { reason: 'Broke down' }))).status, 'cancelled');
  t.is((await ok(client.post(at(one.id, 'cancel')))).status, 'cancelled', 'again: the same');
  t.is((await client.post(at(one.id, 'check-in'), { plate: 'X 1' })).body.error.code, 'ILLEGAL_TRANSITION');
  const missed = await ok(book(client, yard, inHours(-3)));
  t.is((await ok(client.post(at(missed.id, 'no-show')))).status, 'no_show');
});

test('a merchant asks, the operator approves and gives the door; another merchant sees nothing of it', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, [
    'yms.view',
    'yms.manage',
    'yms.approve',
    'wms.master_data.manage',
  ]);
  const yard = await newYard(house);
  const mine = await platform.clientWith(threePl, ['yms.view', 'yms.manage'], {
    merchantId: threePl.merchantId,
  });
  const rival = await platform.clientWith(threePl, ['yms.view', 'yms.manage', 'yms.approve'], {
    merchantId: threePl.secondMerchantId!,
  });
  const asked = await ok(book(mine, yard, { container_no: 'SECRET7', note: 'ours' }));
  t.like(asked, { status: 'requested', door_id: null, merchant_id: threePl.merchantId });
  t.is((await book(mine, yard, { door: 'D1' })).body.error.details[0].code, 'not_yours');
  t.is((await rival.get(`/v1/yms/appointments/${asked.id}`)).status, 404);
  t.is((await rival.post(at(asked.id, 'cancel'))).status, 404);
  t.is((await ok(rival.get('/v1/yms/appointments'))).total, 0);
  t.is((await rival.post(at(asked.id, 'approve'))).status, 404);
  t.is((await mine.post(at(asked.id, 'approve'))).status, 403);
  t.is(
    (await mine.post(at(asked.id, 'check-in'), { plate: 'M 1' })).status,
    403,
    'the gate is the operator’s',
  );
  t.like(await ok(house.post(at(asked.id, 'approve'))), { status: 'scheduled', door: 'D1' });
  t.is((await mine.get('/v1/yms/yard-map')).status, 403);
  const taken = await ok(book(rival, yard));
  t.is((await house.post(at(taken.id, 'approve'))).body.error.code, 'DOCK_CONFLICT');
});

test('the free windows of the docks can be asked for', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  const { window_start: from, window_end: end } = inHours(2);
  await ok(book(client, yard));
  const answer = await ok(
    client.get(`/v1/yms/free-slots?warehouse_id=${yard.warehouseId}&from=${from}&minutes=90&count=2`),
  );
  t.is(answer.slots.length, 2);
  t.is(answer.slots[0].window_start, end);
});

test('the day of a list is the warehouse’s', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 2 });
  // Half past ten in the evening in New York is the next day in UTC.
  const window = { window_start: '2031-03-10T02:30:00Z', window_end: '2031-03-10T03:30:00Z' };
  await ok(book(client, yard, window));
  const on = (day: string) =>
    client.get(`/v1/yms/appointments?filter[warehouse_id]=${yard.warehouseId}&filter[date]=${day}`);
  t.is((await ok(on('2031-03-09'))).total, 1);
  t.is((await ok(on('2031-03-10'))).total, 0);
});
