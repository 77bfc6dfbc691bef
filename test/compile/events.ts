/** Events that are not declared do not compile. */
import type { DomainEvent } from '../../domain/domain-event.ts';
import { orderEvent } from '../../domain/orders/events.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

export const loadPlanned = {
  load_id: id,
  load_no: 'LOAD-1',
  warehouse_id: id,
  status: 'planned',
  previous_status: null,
} as const;

/** Never called: it is here only to be compiled. */
export function whatDoesNotCompile(emit: (event: DomainEvent) => void): void {
  emit({ type: 'item.created', subject_type: 'item', subject_id: id });
  emit({ type: 'load.planned', subject_type: 'load', subject_id: id, data: loadPlanned });
  // @ts-expect-error no table names it
  emit({ type: 'item.exploded', subject_type: 'item', subject_id: id });
  // @ts-expect-error another subject's sequence
  emit({ type: 'item.created', subject_type: 'load', subject_id: id });
  // @ts-expect-error the payload is missing
  emit({ type: 'load.planned', subject_type: 'load', subject_id: id });
  const withoutNo = { load_id: id, warehouse_id: id, status: 'planned', previous_status: null } as const;
  // @ts-expect-error load_no is missing
  emit({ type: 'load.planned', subject_type: 'load', subject_id: id, data: withoutNo });
  const lost = { ...loadPlanned, status: 'lost' } as const;
  // @ts-expect-error a state no load has
  emit({ type: 'load.planned', subject_type: 'load', subject_id: id, data: lost });
  const by = { type: 'charge.waived', subject_type: 'charge', subject_id: id } as const;
  // @ts-expect-error a field nobody declared
  emit({ ...by, data: { status: 'waived', by: 'me' } });
  const order = { id, order_no: 'SO-1', merchant_id: id };
  const states = { status: 'draft', previous_status: null } as const;
  emit(orderEvent(order, 'created', states, { total: 1 }));
  // @ts-expect-error an order is not lost
  emit(orderEvent(order, 'lost', states));
  // @ts-expect-error a created order names its total
  emit(orderEvent(order, 'created', states));
}
