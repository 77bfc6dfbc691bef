/** A planned move from a shelf with stock, for the tests of state machines. */
import { repeats, verbsOf, type Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';

export function plannedMoveSubject({ client, standard }: Platform, item: string): Subject {
  const { create, acts } = verbsOf(client);
  return {
    table: 'planned_moves',
    column: 'status',
    make: () =>
      create('/api/wms/moves', {
        kind: 'reslot',
        warehouse_id: standard.warehouseId,
        from_location_id: standard.locations['A-01'],
        to_location_id: standard.locations['A-02'],
        item_id: item,
        qty: 1,
      }),
    ask: acts('/api/wms/moves', {
      claim: {},
      start: {},
      unclaim: {},
      confirm: {},
      cancel: { reason: 'not needed' },
    }),
    otherwise: repeats({
      claim: 'assigned',
      start: 'in_progress',
      unclaim: 'open',
      confirm: 'done',
      cancel: 'cancelled',
    }),
  };
}
