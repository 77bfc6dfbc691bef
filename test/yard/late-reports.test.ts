/** What the gate reports late: the past has one trailer on a spot and one yard for a trailer, as the present has. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { gate, letPass, newYard, ok, parked } from './yard-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('a trailer reported late stands on its spot since the one before it left', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  await platform.owner.query(
    `update spots set created_at = created_at - interval '1 day' where warehouse_id = $1`,
    [yard.warehouseId],
  );
  const first = await parked(client, yard, 'LATE A', 'P1');
  await letPass(platform, first.visit_id, 60);
  await ok(gate(client, yard, 'out', 'LATE A', { occurred_at: minutesAgo(10) }));
  await ok(gate(client, yard, 'in', 'LATE B', { occurred_at: minutesAgo(30), spot: 'P1' }));
  const map = async (minutes: number) => {
    const at = minutesAgo(minutes);
    return ok(client.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}&at=${at}`));
  };
  const spot = (one: any) => one.spots.find(({ code }: { code: string }) => code === 'P1').plate;
  const before = await map(20);
  t.is(spot(before), 'LATE A');
  t.deepEqual(
    before.unparked.map(({ plate }: { plate: string }) => plate),
    ['LATE B'],
  );
  t.is(spot(await map(5)), 'LATE B');
});

test('a plate number is found however it is spaced', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  await parked(client, yard, 'spaced 1');
  const move = await client.post('/v1/yms/movements', { trailer_id: ' Spaced  1', to_location: 'P2' });
  t.is(move.body.plate, 'SPACED 1', move.text);
  for (const list of ['visits', 'gate-entries'])
    t.is((await ok(client.get(`/v1/yms/${list}?filter[plate]=spaced%20%201`))).total, 1, list);
});

test('a trailer cannot have come in before it last went out', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  const first = await parked(client, yard, 'TWICE 1');
  await letPass(platform, first.visit_id, 60);
  await ok(gate(client, yard, 'out', 'TWICE 1', { occurred_at: minutesAgo(10) }));
  const early = await gate(client, yard, 'in', 'TWICE 1', { occurred_at: minutesAgo(30) });
  t.is(early.status, 400);
  t.like(early.body.error.details[0], { path: 'occurred_at', code: 'before_departure' });
  t.is((await gate(client, yard, 'in', 'TWICE 1', { occurred_at: minutesAgo(5) })).status, 201);
});
