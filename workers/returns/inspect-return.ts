/** Records what inspection found of received units. */
import { insertInspection, lineToInspect, serialsNotToInspect } from '../../db/returns/inspections.write.ts';
import { lockReturn } from '../../db/returns/returns.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { assertSerialsOf, assertUndivided } from '../../domain/inventory/serials.ts';
import { newId } from '../../domain/new-id.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { assertWithinReceived } from '../../domain/returns/return-limits.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';

export const inspectReturn: Handler<typeof returnCommands.inspectReturn> = async (work, input) => {
  const { tx, actor, emit } = work;
  const found = await lockReturn(tx, input.return_id);
  const status = nextState(returnStates, found.status, 'inspect');
  const line = await lineToInspect(tx, found.id, input.return_line_id);
  if (!line) throw unknownReference('return_line_id', 'line of this return');
  const serials = input.serial_nos ?? [];
  assertUndivided(line, decimal(input.qty));
  assertSerialsOf(line, serials, decimal(input.qty));
  assertWithinReceived(line, decimal(input.qty));
  const strangers = await serialsNotToInspect(tx, found.id, line, serials);
  if (strangers.length > 0) {
    const message = 'A serial number was not received on this line, or is inspected already.';
    throw new Refusal('UNKNOWN_REFERENCE', message, { path: 'serial_nos', serial_nos: strangers });
  }
  const id = newId();
  const defects = input.defects ?? [];
  await insertInspection(tx, {
    id,
    return_line_id: line.id,
    merchant_id: found.merchant_id,
    qty: input.qty,
    serial_nos: serials,
    grade: input.grade,
    defects,
    note: input.note ?? '',
    minutes: input.minutes ?? null,
    inspected_by: actor.name,
  });
  emit(
    returnEvent(found, 'inspected', {
      status,
      previous_status: found.status,
      return_line_id: line.id,
      inspection_id: id,
      item_id: line.item_id,
      qty: input.qty,
      serial_nos: serials,
      grade: input.grade,
      defects,
    }),
  );
  return { id: found.id, inspection_id: id };
};
