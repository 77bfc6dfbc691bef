/** The yard's state machines, for the test that walks them all. */
import type { Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { book, inHours, newYard, ok, parked } from './yard-rig.ts';

const asBefore = 'as before';

export async function yardSubjects({
  client,
}: Platform): Promise<Readonly<Record<'dock_appointment' | 'yard_move', Subject>>> {
  const yard = await newYard(client);
  let serial = 0;
  const next = (): number => (serial += 1);
  const appointment = (id: string, step: string, body: object = {}) =>
    client.post(`/v1/yms/appointments/${id}/${step}`, body);
  const move = (step: string) => (id: string) => client.post(`/v1/yms/movements/${id}/${step}`);
  return {
    dock_appointment: {
      table: 'dock_appointments',
      column: 'status',
      make: async () => (await ok(book(client, yard, inHours(2 * next())))).id,
      ask: {
        approve: (id) => appointment(id, 'approve'),
        reschedule: (id) => appointment(id, 'reschedule', inHours(2 * next())),
        check_in: (id) => appointment(id, 'check-in', { plate: `WALK ${next()}` }),
        to_door: (id) => appointment(id, 'to-door'),
        complete: (id) => appointment(id, 'complete'),
        no_show: (id) => appointment(id, 'no-show'),
        cancel: (id) => appointment(id, 'cancel'),
      },
      otherwise: {
        approve: { scheduled: asBefore },
        check_in: { checked_in: asBefore, at_door: asBefore, completed: asBefore },
        to_door: { at_door: asBefore },
        complete: { completed: asBefore },
        no_show: { no_show: asBefore },
        cancel: { cancelled: asBefore },
      },
    },
    yard_move: {
      table: 'yard_moves',
      column: 'status',
      make: async () => {
        const code = `T${next()}`;
        const spot = { warehouse_id: yard.warehouseId, code, kind: 'parking' };
        await ok(client.post('/api/yms/spots', spot));
        const { trailer_id } = await parked(client, yard, `MOVE ${next()}`);
        return (await ok(client.post('/v1/yms/movements', { trailer_id, to_location: code }))).id;
      },
      ask: { start: move('start'), complete: move('complete'), cancel: move('cancel') },
      otherwise: {
        start: { in_progress: asBefore },
        complete: { completed: asBefore },
        cancel: { cancelled: asBefore },
      },
    },
  };
}
