/** The hours of a dock are those of its warehouse's wall clock, and an hour that had its trucks stays full. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { book, inHours, newYard, ok, type Yard } from './yard-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** A yard with a truck an hour, in this time zone. */
async function oneAnHour(client: Client, timeZone: string): Promise<Yard> {
  const yard = await newYard(client, { doors: 3 });
  await ok(client.patch(`/api/wms/warehouses/${yard.warehouseId}`, { time_zone: timeZone }));
  await ok(client.patch(`/api/yms/dock-rules/${yard.warehouseId}`, { capacity_per_hour: 1 }));
  return yard;
}

const quarter = (start: string) => ({
  window_start: start,
  window_end: new Date(Date.parse(start) + 15 * 60_000).toISOString(),
});

// The first and last quarter of a clock hour, the next hour's first, and the one before midnight with the one after.
const days = {
  'Asia/Kolkata': ['04:30', '05:15', '05:30', '18:15', '18:30'],
  'Asia/Kathmandu': ['04:15', '05:00', '05:15', '18:00', '18:15'],
  "America/St. John's": ['13:30', '14:15', '14:30', '03:15', '03:30'],
} as const;

for (const [place, [first, last, next, beforeMidnight, midnight]] of Object.entries(days)) {
  test(`an hour in ${place} begins when its clocks show it`, async (t) => {
    const { client } = platform;
    const yard = await oneAnHour(client, place.replace(". John's", '_Johns'));
    const at = (minute: string) => quarter(`2035-01-13T${minute}:00.000Z`);
    t.is((await book(client, yard, at(first))).status, 201);
    const full = await book(client, yard, at(last));
    t.is(full.body.error?.code, 'DOCK_FULL', full.text);
    const free = at(next);
    t.is(full.body.error.details.next_free_slots[0].window_start, free.window_start);
    t.is((await book(client, yard, free)).status, 201, 'a new hour');
    for (const minute of [beforeMidnight, midnight])
      t.is((await book(client, yard, at(minute))).status, 201, 'midnight parts two hours');
  });
}

test('free slots from a day on begin when that day begins at the warehouse', async (t) => {
  const { client } = platform;
  const yard = await oneAnHour(client, 'Asia/Kolkata');
  const { slots } = await ok(
    client.get(`/v1/yms/free-slots?warehouse_id=${yard.warehouseId}&from=2035-01-13&minutes=15&count=2`),
  );
  t.deepEqual(
    slots.map((slot: { window_start: string }) => slot.window_start),
    ['2035-01-12T18:30:00.000Z', '2035-01-12T19:30:00.000Z'],
  );
});

test('the hour that happens twice when clocks are set back is two hours', async (t) => {
  const { client } = platform;
  const yard = await oneAnHour(client, 'America/New_York');
  for (const start of ['2035-11-04T05:30:00.000Z', '2035-11-04T06:30:00.000Z'])
    t.is((await book(client, yard, quarter(start))).status, 201);
  t.is((await book(client, yard, quarter('2035-11-04T06:45:00.000Z'))).body.error.code, 'DOCK_FULL');
});

test('a truck that is done keeps its place in the hour, though not its door', async (t) => {
  const { client } = platform;
  const yard = await newYard(client);
  await ok(client.patch(`/api/yms/dock-rules/${yard.warehouseId}`, { capacity_per_hour: 1 }));
  const done = await ok(book(client, yard, { ...inHours(2, 60), plate: 'DONE 1' }));
  for (const step of ['check-in', 'complete'])
    await ok(client.post(`/v1/yms/appointments/${done.id}/${step}`));
  t.is((await book(client, yard, inHours(2, 15))).body.error?.code, 'DOCK_FULL');
  await ok(client.patch(`/api/yms/dock-rules/${yard.warehouseId}`, { capacity_per_hour: 2 }));
  t.is((await book(client, yard, inHours(2, 15))).body.door, 'D1');
});

test('an appointment shows the door its trailer was put at, and its own is free for others', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 3 });
  const here = async (plate: string) => {
    const booked = await ok(book(client, yard, { plate }));
    await ok(client.post(`/v1/yms/appointments/${booked.id}/check-in`));
    return booked;
  };
  const [first, second] = [await here('MOVED 1'), await here('MOVED 2')];
  t.deepEqual([first.door, second.door], ['D1', 'D2']);
  const toDoor = (id: string, door: string) =>
    ok(client.post(`/v1/yms/appointments/${id}/to-door`, { door }));
  t.is((await toDoor(first.id, 'D3')).door, 'D3');
  t.is((await book(client, yard, { door: 'D3' })).body.error?.code, 'DOCK_CONFLICT');
  t.is((await ok(book(client, yard, { door: 'D1' }))).door, 'D1');
  const squeezed = await toDoor(second.id, 'D1');
  t.like(squeezed, { status: 'at_door', door: 'D2' }, 'D1 is another truck’s by now');
});

test('a door out of service is chosen for nobody; who names it may book it', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 2 });
  await ok(client.post(`/api/yms/spots/${yard.doors[0]}/close`, { reason: 'The leveller is broken.' }));
  t.is((await ok(book(client, yard))).door, 'D2');
  const { slots } = await ok(client.get(`/v1/yms/free-slots?warehouse_id=${yard.warehouseId}`));
  t.deepEqual([...new Set(slots.map(({ door }: { door: string }) => door))], ['D2']);
  t.is((await ok(book(client, yard, { door: 'D1', ...inHours(72) }))).door, 'D1', 'mended by then');
  await ok(client.post(`/api/yms/spots/${yard.doors[0]}/open`));
  t.is((await ok(book(client, yard))).door, 'D1');
});

test('free slots end with the last year that a date-time can name', async (t) => {
  const { client } = platform;
  const yard = await newYard(client, { doors: 1 });
  const from = (moment: string) =>
    ok(client.get(`/v1/yms/free-slots?warehouse_id=${yard.warehouseId}&from=${encodeURIComponent(moment)}`));
  t.deepEqual((await from('9999-12-31T23:59:59Z')).slots, []);
  const { slots } = await from('9999-12-31T22:30:00Z');
  t.deepEqual(
    slots.map(({ window_end: end }: { window_end: string }) => end),
    ['9999-12-31T23:30:00.000Z'],
  );
});
