import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { book, gate, letPass, newYard, ok, parked } from './yard-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const move = (trailer: string, to: string) => ({ trailer_id: trailer, to_location: to });

test('a walk-in is a visit, out closes it, and what passed the gate never changes', async (t) => {
  const { client, owner } = platform;
  const yard = await newYard(client);
  const entry = await parked(client, yard, 'ab  123', 'P1');
  t.like(entry, { direction: 'in', plate: 'AB 123', appointment_id: null });
  const [visit] = (await ok(client.get(`/v1/yms/visits?filter[warehouse_id]=${yard.warehouseId}`))).data;
  t.like(visit, { is_walk_in: true, spot: 'P1', departed_at: null, content: 'unknown' });
  const twice = await gate(client, yard, 'in', 'AB 123');
  t.is(twice.body.error.code, 'ALREADY_IN_YARD');
  t.is(twice.body.error.details.visit_id, visit.id);
  t.is((await gate(client, yard, 'in', 'CD 1', { spot: 'P1' })).body.error.code, 'SPOT_TAKEN');
  t.is((await ok(client.get('/v1/yms/gate-entries?filter[plate]=CD 1'))).total, 0, 'nothing of it is kept');
  t.is((await ok(gate(client, yard, 'out', 'AB 123'))).direction, 'out');
  t.is((await gate(client, yard, 'out', 'AB 123')).body.error.code, 'NOT_IN_YARD');
  await t.throwsAsync(owner.query("update gate_entries set plate = 'X'"), { message: /append-only/ });
  await t.throwsAsync(owner.query('delete from gate_entries'), { message: /append-only/ });
});

test('one plate at two gates at once begins one visit', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  const answers = await Promise.all([1, 2, 3, 4].map(() => gate(client, yard, 'in', 'TWIN 1')));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  );
});

test('two trailers to one spot: one reserves it, the other is told', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  const trailers = [];
  for (const plate of ['RACE 1', 'RACE 2']) trailers.push((await parked(client, yard, plate)).trailer_id);
  const answers = await Promise.all(trailers.map((id) => client.post('/v1/yms/movements', move(id, 'P1'))));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
    answers.map(({ text }) => text).join(),
  );
  const loser = answers.find(({ status }) => status === 409)!;
  t.is(loser.body.error.code, 'SPOT_TAKEN');
  t.is(loser.body.error.details.state, 'reserved');
});

test('a move reserves its target, is done, and frees where the trailer stood', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  await parked(client, yard, 'MOVE 1', 'P1');
  const pending = await ok(client.post('/v1/yms/movements', move('move 1', 'P2')));
  t.like(pending, { status: 'pending', from_location: 'P1', to_location: 'P2', plate: 'MOVE 1' });
  t.is((await client.post('/v1/yms/movements', move('MOVE 1', 'P3'))).body.error.code, 'MOVE_OPEN');
  t.is((await client.post(`/v1/yms/movements`, move('NOBODY', 'P3'))).body.error.code, 'UNKNOWN_REFERENCE');
  const states = async () => {
    const { spots } = await ok(client.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}`));
    return Object.fromEntries(spots.map(({ code, state }: { code: string; state: string }) => [code, state]));
  };
  t.like(await states(), { P1: 'occupied', P2: 'reserved', P3: 'free' });
  const path = `/v1/yms/movements/${pending.id}`;
  t.is((await ok(client.post(`${path}/start`))).status, 'in_progress');
  const done = await ok(client.post(`${path}/complete`));
  t.is(done.status, 'completed');
  t.deepEqual(await ok(client.post(`${path}/complete`)), done, 'again: the same');
  t.like(await states(), { P1: 'free', P2: 'occupied', P3: 'free' });
  t.is((await client.post(`${path}/cancel`)).body.error.code, 'ILLEGAL_TRANSITION');
  const back = await ok(client.post('/v1/yms/movements', move('MOVE 1', 'P1')));
  t.is((await ok(client.post(`/v1/yms/movements/${back.id}/cancel`))).status, 'cancelled');
  t.like(await states(), { P1: 'free', P2: 'occupied' });
  await ok(client.post('/v1/yms/movements', move('MOVE 1', 'P1')));
  await ok(gate(client, yard, 'out', 'MOVE 1'));
  t.like(await states(), { P1: 'free', P2: 'free' }, 'what leaves the yard reserves nothing');
});

test('a spot out of service takes nobody', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  await ok(client.post(`/api/yms/spots/${yard.spots[0]}/close`, { reason: 'Pothole' }));
  const refused = await gate(client, yard, 'in', 'HOLE 1', { spot: 'P1' });
  t.like(refused.body.error, { code: 'SPOT_TAKEN' });
  t.like(refused.body.error.details, { state: 'out_of_service', reason: 'Pothole' });
  const { counts } = await ok(client.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}`));
  t.deepEqual(counts, { free: 3, reserved: 0, occupied: 0, out_of_service: 1 });
  await ok(client.post(`/api/yms/spots/${yard.spots[0]}/open`));
  t.is((await gate(client, yard, 'in', 'HOLE 1', { spot: 'P1' })).status, 201);
});

test('the map shows any past minute as it was', async (t) => {
  const { client, owner } = platform;
  const yard = await newYard(client);
  await owner.query("update spots set created_at = now() - interval '1 day' where warehouse_id = $1", [
    yard.warehouseId,
  ]);
  const entry = await parked(client, yard, 'PAST 1', 'P1');
  await letPass(platform, entry.visit_id, 60);
  const moved = await ok(client.post('/v1/yms/movements', move('PAST 1', 'P2')));
  await ok(client.post(`/v1/yms/movements/${moved.id}/complete`));
  // The move was requested 30 minutes ago and completed 20 minutes ago.
  await owner.query(
    `update yard_moves set created_at = now() - interval '30 minutes', finished_at = now() - interval '20 minutes'
      where id = $1`,
    [moved.id],
  );
  await owner.query(
    `update spot_stays set to_at = now() - interval '20 minutes' where visit_id = $1 and to_at is not null`,
    [entry.visit_id],
  );
  await owner.query(
    `update spot_stays set from_at = now() - interval '20 minutes' where visit_id = $1 and to_at is null`,
    [entry.visit_id],
  );
  const mapAgo = async (minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    const map = await ok(client.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}&at=${at}`));
    return Object.fromEntries(
      map.spots.map((spot: any) => [
        spot.code,
        `${spot.state} ${spot.plate ?? ''} ${spot.dwell_minutes ?? ''}`.trim(),
      ]),
    );
  };
  t.like(await mapAgo(90), { P1: 'free', P2: 'free' });
  t.like(await mapAgo(45), { P1: 'occupied PAST 1 15', P2: 'free' });
  t.like(await mapAgo(25), { P1: 'occupied PAST 1 35', P2: 'reserved' });
  t.like(await mapAgo(10), { P1: 'free', P2: 'occupied PAST 1 10' });
  await ok(client.patch(`/api/yms/spots/${yard.spots[0]}`, { is_active: false }));
  t.like(await mapAgo(10), { P1: 'free' }, 'out of use since');
  const now = await ok(client.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}`));
  t.is(now.spots.find(({ code }: { code: string }) => code === 'P1').state, 'out_of_service');
  const future = await client.get(`/v1/yms/yard-map?at=${new Date(Date.now() + 3_600_000).toISOString()}`);
  t.is(future.status, 400);
});

test('minutes beyond the free ones are detention, billed to whose goods they are', async (t) => {
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, [
    'yms.view',
    'yms.manage',
    'wms.master_data.manage',
    'billing.rates',
    'accounting.view',
  ]);
  const yard = await newYard(client);
  await ok(client.patch(`/api/yms/dock-rules/${yard.warehouseId}`, { free_minutes: 30 }));
  const entry = await ok(
    gate(client, yard, 'in', 'SLOW 1', { merchant_id: threePl.merchantId, container_no: 'TCLU1234567' }),
  );
  await letPass(platform, entry.visit_id, 100);
  const [before] = (await ok(client.get('/v1/yms/visits?filter[plate]=slow 1'))).data;
  t.like(before, { dwell_minutes: 100, free_minutes: 30, detention_minutes: 70 });
  await ok(client.patch(`/api/yms/dock-rules/${yard.warehouseId}`, { free_minutes: 0 }));
  await ok(gate(client, yard, 'out', 'SLOW 1'));
  const { rows } = await platform.owner.query(
    'select merchant_id, minutes::integer as minutes, container_no, source_ref from billable_detentions where source_id = $1',
    [entry.visit_id],
  );
  t.deepEqual(rows, [
    { merchant_id: threePl.merchantId, minutes: 70, container_no: 'TCLU1234567', source_ref: 'SLOW 1' },
  ]);
});

test('the yard is closed to others', async (t) => {
  const { client, threePl, standard } = platform;
  const yard = await newYard(client);
  const booked = await ok(book(client, yard));
  const stranger = await platform.clientWith(threePl, ['yms.view', 'yms.manage', 'yms.approve']);
  t.is((await stranger.get(`/v1/yms/appointments/${booked.id}`)).status, 404);
  t.is((await stranger.post(`/v1/yms/appointments/${booked.id}/cancel`)).status, 404);
  t.is((await book(stranger, yard)).body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await stranger.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}`)).status, 400);
  const { spots } = await ok(stranger.get('/v1/yms/yard-map'));
  t.false(spots.some((spot: { warehouse_id: string }) => spot.warehouse_id === yard.warehouseId));
  const viewer = await platform.clientWith(standard, ['yms.view']);
  t.is((await book(viewer, yard)).status, 403);
  t.is(
    (await viewer.post('/api/yms/spots', { warehouse_id: yard.warehouseId, code: 'X', kind: 'door' })).status,
    403,
  );
});
