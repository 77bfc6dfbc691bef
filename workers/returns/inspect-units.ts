/** What inspection found of received units, for the command and for a return that is taken in at once. */
import {
  insertInspection,
  lineToInspect,
  serialsNotToInspect,
  type LineToInspect,
} from '../../db/returns/inspections.write.ts';
import { rulesFor } from '../../db/returns/return-rules.read.ts';
import { lockReturn } from '../../db/returns/returns.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { assertSerialsOf, assertUndivided } from '../../domain/inventory/serials.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { assertWithinReceived } from '../../domain/returns/return-limits.ts';
import { gradedTerms } from '../../domain/returns/return-rules.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Work } from '../engine/handler.ts';

type Input = InputOf<typeof returnCommands.inspectReturn>;

/** Records it, under the return's lock. */
export async function inspectUnits(work: Work, input: Input): Promise<{ id: string; inspection_id: string }> {
  const { tx, actor, emit } = work;
  const found = await lockReturn(tx, input.return_id);
  const status = nextState(returnStates, found.status, 'inspect');
  const line = await lineToInspect(tx, found.id, input.return_line_id);
  if (!line) throw unknownReference('return_line_id', 'line of this return');
  if (line.terms.inspect === 'never') {
    const message = 'units of this line are not inspected: their rule sends them to available';
    throw invalid('return_line_id', 'not_inspected', message);
  }
  const serials = input.serial_nos ?? [];
  assertUndivided(line, decimal(input.qty));
  assertSerialsOf(line, serials, decimal(input.qty));
  assertWithinReceived(line, decimal(input.qty));
  const strangers = await serialsNotToInspect(tx, found.id, line, serials);
  if (strangers.length > 0) {
    const message = 'A serial number was not received on this line, or is inspected already.';
    throw new Refusal('UNKNOWN_REFERENCE', message, { path: 'serial_nos', serial_nos: strangers });
  }
  const terms = gradedTerms(line.terms, await rulesFor(tx, found.merchant_id), {
    merchant_id: found.merchant_id,
    kind: found.kind,
    item_class: line.item_class,
    reason_code: line.reason_code,
    grade: input.grade,
  });
  const id = newId();
  const defects = input.defects ?? [];
  await insertInspection(tx, {
    id,
    return_line_id: line.id,
    merchant_id: found.merchant_id,
    qty: input.qty,
    sampled_qty: sampledOf(line, input),
    terms,
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
}

/** How many units were looked at: all of them, unless the line's rule asks for a sample. */
function sampledOf(
  { terms }: LineToInspect,
  { qty, sampled_qty: sampled }: InputOf<typeof returnCommands.inspectReturn>,
) {
  if (sampled === undefined || sampled === null || sampled === qty) return qty;
  if (terms.inspect !== 'sample')
    throw invalid(
      'sampled_qty',
      'not_allowed',
      'all units of this line are looked at: its rule asks for no sample',
    );
  if (sampled > qty) throw invalid('sampled_qty', 'range', 'sampled_qty must not be more than qty');
  return sampled;
}
