/** Recurring slots: a door kept for a carrier, week after week. */
import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { organizationsWithSlots } from '../../db/yard/recurring-slots.read.ts';
import { slotsToOpen } from '../../db/yard/recurring-slots.write.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { runHere } from '../helpers/run-here.ts';
import { until } from '../helpers/wait.ts';
import { book, newYard, ok } from './yard-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('recurring slots keep a door every week, each day once, in the zone of the warehouse', async (t) => {
  const { client, standard } = platform;
  const yard = await newYard(client);
  const slot = await ok(
    client.post('/api/yms/recurring-slots', {
      warehouse_id: yard.warehouseId,
      door_id: yard.doors[0],
      carrier_id: standard.carrierId,
      weekdays: [2, 4],
      start_time: '08:30',
      minutes: 45,
    }),
  );
  const list = `/v1/yms/appointments?filter[warehouse_id]=${yard.warehouseId}&page_size=200&sort=window_start`;
  const opened = await ok(client.get(list));
  t.true(opened.total >= 7 && opened.total <= 9, `${opened.total} in four weeks`);
  const local = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  for (const { window_start: start, carrier, recurring_slot_id: id } of opened.data) {
    t.regex(local.format(new Date(start)), /^(Tue|Thu),? 08:30$/);
    t.is(carrier, 'Carrier One');
    t.is(id, slot.id);
  }
  const day = opened.data[0];
  t.is(
    (await book(client, yard, { window_start: day.window_start, window_end: day.window_end })).status,
    409,
  );
  const ended = await ok(client.post(`/api/yms/recurring-slots/${slot.id}/end`));
  t.false(ended.is_active);
  t.is((await ok(client.get(`${list}&filter[status]=cancelled`))).total, opened.total);
  t.is(
    (await book(client, yard, { window_start: day.window_start, window_end: day.window_end })).status,
    201,
  );
});

test('a slot whose door is out of use waits for it, and holds up no other', async (t) => {
  const { client, owner } = platform;
  const yard = await newYard(client, { doors: 2 });
  const slots: { id: string; opened_through: string }[] = [];
  for (const door_id of yard.doors)
    slots.push(
      await ok(
        client.post('/api/yms/recurring-slots', {
          warehouse_id: yard.warehouseId,
          door_id,
          carrier: 'Swift Haul',
          weekdays: [1, 2, 3, 4, 5, 6, 7],
          start_time: '08:30',
          minutes: 45,
        }),
      ),
    );
  const [waiting, other] = slots;
  await owner.query(
    `update recurring_slots set opened_through = opened_through - 7 where warehouse_id = $1`,
    [yard.warehouseId],
  );
  await owner.query(
    `delete from dock_appointments where warehouse_id = $1 and slot_date > (select min(opened_through) from recurring_slots
      where warehouse_id = $1)`,
    [yard.warehouseId],
  );
  const daysOf = async (slot: { id: string }) =>
    (await owner.query('select 1 from dock_appointments where recurring_slot_id = $1', [slot.id])).rowCount!;
  const before = await daysOf(waiting!);
  const set = (is_active: boolean) => ok(client.patch(`/api/yms/spots/${yard.doors[0]}`, { is_active }));
  await set(false);
  const open = ({ id }: { id?: string }) =>
    runHere(platform, 'yms.open_recurring_slots', id ? { slot_id: id } : {});
  t.like(await open(waiting!), { state: 'done', result: { made: 0, waiting: 1 } });
  t.is((await open({})).state, 'done');
  await until('the other is opened', async () => (await daysOf(other!)) === before + 7);
  t.is(await daysOf(waiting!), before);
  await set(true);
  t.like((await open(waiting!)).result, { made: 7, waiting: 0 });
  t.is(await daysOf(waiting!), before + 7, 'none of its days is lost');

  // Fourteen hours before UTC, or twelve behind: in one of them it is another day than in UTC.
  const isToBeOpened = (zone: string) =>
    inTenant(platform.database, { organizationId: platform.standard.id }, async (tx) => {
      await tx.raw('update warehouses set time_zone = ? where id = ?', [zone, yard.warehouseId]);
      await tx.raw(
        `update recurring_slots set opened_through = (now() at time zone ?)::date + 28 where id = ?`,
        [zone, waiting!.id],
      );
      const opened = (await slotsToOpen(tx)).includes(waiting!.id);
      await tx.raw('update recurring_slots set opened_through = opened_through - 1 where id = ?', [
        waiting!.id,
      ]);
      return [opened, (await slotsToOpen(tx)).includes(waiting!.id)];
    });
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
    t.deepEqual(await isToBeOpened(zone), [false, true]);
});

test('a slot is due for opening as soon as its warehouse has a new day', async (t) => {
  const { threePl, owner, database } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  const yard = await newYard(client);
  const { id } = await ok(
    client.post('/api/yms/recurring-slots', {
      warehouse_id: yard.warehouseId,
      door_id: yard.doors[0],
      carrier: 'Swift Haul',
      weekdays: [1],
      start_time: '08:30',
      minutes: 45,
    }),
  );
  // Where days begin first.
  const zone = 'Pacific/Kiritimati';
  await owner.query('update warehouses set time_zone = $2 where id = $1', [yard.warehouseId, zone]);
  const isDue = async (days: number): Promise<boolean> => {
    await owner.query(
      'update recurring_slots set opened_through = (now() at time zone $2)::date + $3::integer where id = $1',
      [id, zone, days],
    );
    return (await organizationsWithSlots(database)).includes(threePl.id);
  };
  t.deepEqual([await isDue(28), await isDue(27)], [false, true]);
});
