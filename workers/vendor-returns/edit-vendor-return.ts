/**
 * Changes a return to a vendor that is still a draft: where it goes and how, where the goods of its lines stand by now, and
 * which lines it has. Its lock makes a disposition that joins it, its release and its cancellation take turns with this.
 */
import { requireLocation } from '../../db/inventory/stock-references.read.ts';
import {
  changeVendorReturn,
  lockVendorReturn,
  placeLines,
  readLinesToReturn,
  removeLines,
  type LockedVendorReturn,
  type VendorReturnLine,
} from '../../db/vendor-returns/vendor-returns.write.ts';
import { invalid, unknownReference, within } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { vendorReturnEvent } from '../../domain/vendor-returns/events.ts';
import { vendorReturnStates } from '../../domain/vendor-returns/vendor-return-states.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { Handler, Work } from '../engine/handler.ts';

type AskedLine = NonNullable<InputOf<typeof vendorReturnCommands.editVendorReturn>['lines']>[number];

export const editVendorReturn: Handler<typeof vendorReturnCommands.editVendorReturn> = async (
  work,
  { vendor_return_id: id, lines: asked = [], ...words },
) => {
  const { tx, emit } = work;
  const found = await lockVendorReturn(tx, id);
  const status = nextState(vendorReturnStates, found.status, 'edit');
  const fields = Object.entries(words).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (fields.length > 0) await changeVendorReturn(tx, found.id, words);
  if (asked.length > 0) await changeLines(work, found, asked);
  const changed = asked.length > 0 ? [...fields, 'lines'] : fields;
  if (changed.length > 0)
    emit(vendorReturnEvent(found, 'changed', { status, previous_status: found.status, fields: changed }));
  return { id: found.id };
};

async function changeLines(
  work: Work,
  found: LockedVendorReturn,
  asked: readonly AskedLine[],
): Promise<void> {
  const { tx } = work;
  const known = await readLinesToReturn(tx, found.id);
  for (const [index, line] of asked.entries()) await assertLine(work, found, { known, asked, line, index });
  const removed = asked.filter(({ remove }) => remove).map(({ id }) => id);
  if (removed.length === known.length)
    throw invalid('lines', 'required', 'a return to a vendor keeps a line: cancel it instead');
  await removeLines(tx, removed);
  await placeLines(
    tx,
    asked.flatMap(({ id, location_id }) => (location_id ? [{ id, location_id }] : [])),
  );
}

interface LineOf {
  known: readonly VendorReturnLine[];
  asked: readonly AskedLine[];
  line: AskedLine;
  index: number;
}

/** Which available stock goes is the allocator's choice: such a line stands nowhere. */
async function assertLine(
  { tx }: Work,
  { warehouse_id }: LockedVendorReturn,
  { known, asked, line: { id, location_id: at, remove = false }, index }: LineOf,
): Promise<void> {
  const path = `lines.${index}`;
  const isLine = (one: { id: string }): boolean => one.id.toLowerCase() === id.toLowerCase();
  const line = known.find(isLine);
  if (!line) throw unknownReference(`${path}.id`, 'line of this return to a vendor');
  if (asked.findIndex(isLine) !== index)
    throw invalid(`${path}.id`, 'duplicate', `${path}.id is named twice`);
  if (remove) {
    if (at)
      throw invalid(`${path}.location_id`, 'not_allowed', `${path} is removed: leave out its location_id`);
    return;
  }
  if (!at) throw invalid(`${path}.location_id`, 'required', `${path}.location_id or remove is required`);
  if (line.location_id === null)
    throw invalid(
      `${path}.location_id`,
      'not_allowed',
      `${path}.location_id is given for stock on hold or damaged alone`,
    );
  await within(path, () => requireLocation(tx, warehouse_id, at));
}
