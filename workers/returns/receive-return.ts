/**
 * A return taken in at once: its units are counted, inspected and disposed of in one transaction, through the steps
 * themselves. A refusal of any step takes all of them back.
 */
import { lockLots, type Lot } from '../../db/inventory/lots/lots.write.ts';
import { arrivalLocation } from '../../db/receiving/default-location.read.ts';
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { inspectionToDispose, lineToInspect } from '../../db/returns/inspections.write.ts';
import { linesCounted, type CountedLine } from '../../db/returns/return-receiving.write.ts';
import { lockReturn, receiptIdOf, type LockedReturn } from '../../db/returns/returns.write.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import { assertHeld } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { completeReceive } from '../receiving/complete-receive.ts';
import { receiveAll } from '../receiving/receive-all.ts';
import { authorizeUnits } from './authorize-units.ts';
import { disposeUnits } from './dispose-units.ts';
import { inspectUnits } from './inspect-units.ts';

type Input = InputOf<typeof returnCommands.receiveReturn>;
type Line = Input['lines'][number] & { location_id: string };

export const receiveReturn: Handler<typeof returnCommands.receiveReturn> = async (work, input) => {
  const { tx } = work;
  const known = await receiptIdOf(tx, input.return_id);
  if (known) await lockReceipt(tx, known);
  const found = await lockReturn(tx, input.return_id);
  assertMayCountAndInspect(work);
  if (found.status === 'requested') await authorizeIfAllowed(work, found);
  const receiptId = await receiptIdOf(tx, found.id);
  if (!receiptId) {
    nextState(returnStates, found.status, 'receive');
    throw new Error(`return ${found.id} is ${found.status} and has no receipt`);
  }
  const lines = await placed(work, found, input);
  const counted = await linesCounted(tx, found.id);
  await lockLots(tx, lotsOf(lines, counted));
  await count(work, counted, receiptId, lines);
  for (const line of lines) await inspectAndDispose(work, found, line);
  const isOver =
    input.complete || (await linesCounted(tx, found.id)).every(({ is_expected: isExpected }) => !isExpected);
  if (isOver) only(await completeReceive(tx, [{ work, input: { receipt_id: receiptId } }]));
  return { id: found.id };
};

// Who may dispose of units is not by that who may count them in, or judge them.
function assertMayCountAndInspect(work: Work): void {
  for (const permission of ['wms.inbound.receive', 'wms.returns.inspect'] as const)
    assertHeld(work, permission, `Receiving a return at once needs ${permission} as well.`);
}

async function authorizeIfAllowed(work: Work, found: LockedReturn): Promise<void> {
  assertHeld(
    work,
    'oms.returns.authorize',
    'The return is not authorized yet; receiving it all the same needs oms.returns.authorize.',
  );
  await authorizeUnits(work, found);
}

/** The lines with the place their units come to: the one they name, else where goods arrive. */
async function placed(
  { tx }: Work,
  { warehouse_id: warehouseId }: LockedReturn,
  input: Input,
): Promise<Line[]> {
  const arrival = await arrivalLocation(tx, warehouseId);
  return input.lines.map((line, index) => {
    const location_id = line.location_id ?? arrival;
    if (location_id) return { ...line, location_id };
    const path = `lines.${index}.location_id`;
    throw invalid(path, 'required', `${path} is required: the warehouse has no staging location`);
  });
}

/** What units are of, and become: once counted they are judged by it, and a hold locks it before its stock. */
function lotsOf(lines: readonly Line[], known: readonly CountedLine[]): Lot[] {
  return lines.flatMap(({ return_line_id: id, lot_no: named, to_item_id: other }) => {
    const line = known.find((one) => one.id === id);
    const lot_no = named ?? line?.lot_no;
    if (!line || !lot_no) return [];
    return [line.item_id, ...(other ? [other] : [])].map((item_id) => ({ item_id, lot_no }));
  });
}

async function count(
  work: Work,
  known: readonly CountedLine[],
  receiptId: string,
  lines: readonly Line[],
): Promise<void> {
  const counts = lines.map(
    ({ return_line_id: id, qty, location_id, lot_no, expiry_date, serial_nos }, index) => {
      const line = known.find((one) => one.id === id);
      if (!line) throw unknownReference(`lines.${index}.return_line_id`, 'line of this return');
      return {
        line_id: line.receipt_line_id,
        received_qty: qty,
        location_id,
        lot_no,
        expiry_date,
        serial_nos,
      };
    },
  );
  only(await receiveAll(work.tx, [{ work, input: { receipt_id: receiptId, lines: counts } }]));
}

/** Units whose rule has them inspected are of grade A unless said otherwise; without a disposition they wait on hold. */
async function inspectAndDispose(work: Work, found: LockedReturn, line: Line): Promise<void> {
  const { return_line_id, qty, serial_nos, location_id, lot_no, reason_code } = line;
  const known = await lineToInspect(work.tx, found.id, return_line_id);
  if (known?.terms.inspect === 'never') return assertAsTheRuleSays(line);
  const of = { return_id: found.id, qty, serial_nos };
  const { grade = 'A', to_item_id } = line;
  const { inspection_id } = await inspectUnits(work, { ...of, return_line_id, grade });
  const byRule = line.disposition
    ? null
    : (await inspectionToDispose(work.tx, found.id, inspection_id))!.disposition;
  // No rule says what downgraded units become, nor where units go that no order sent.
  const isOpen =
    (byRule === 'downgrade' && !to_item_id) || (byRule === 'customer' && found.order_id === null);
  const kind = line.disposition ?? (isOpen ? null : byRule);
  if (kind)
    await disposeUnits(work, { ...of, inspection_id, kind, to_item_id, location_id, lot_no, reason_code });
  else if (to_item_id)
    throw invalid('to_item_id', 'not_allowed', 'to_item_id is given for a downgrade alone');
}

/** Units that nobody inspects are available once they are counted: 400 for one who found them to be anything else. */
function assertAsTheRuleSays({ return_line_id: id, grade = 'A', disposition, to_item_id }: Line): void {
  const isRestocked = !to_item_id && (disposition ?? 'restock') === 'restock';
  if (grade === 'A' && isRestocked) return;
  const path = isRestocked ? 'grade' : 'disposition';
  const message = `units of line ${id} are not inspected: their rule sends them to available`;
  throw invalid(path, 'not_inspected', message);
}

function only<T>([answer]: readonly (T | Refusal)[]): T {
  if (answer instanceof Refusal) throw answer;
  return answer!;
}
