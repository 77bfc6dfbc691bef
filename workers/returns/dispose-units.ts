/**
 * Decides what becomes of inspected units. The return's lock makes two decisions about one inspection take turns: the
 * second is told what is left.
 */
import {
  insertDisposition,
  inspectionToDispose,
  standingsOf,
  type InspectionToDispose,
} from '../../db/returns/inspections.write.ts';
import { assertReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { lockReturn, type LockedReturn } from '../../db/returns/returns.write.ts';
import { settleReturn } from '../../db/returns/settle-return.write.ts';
import { lockPutBacksHome } from '../../db/shipping/put-backs.write.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { movesStock, type DispositionKind } from '../../domain/returns/dispositions.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import {
  assertWithinInspected,
  standingOf,
  type StandingStatus,
} from '../../domain/returns/return-limits.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Work } from '../engine/handler.ts';
import { endPutBacks } from '../shipping/end-put-backs.ts';
import { postDisposition, type UnitsToMove } from './disposition-stock.ts';
import { replaceUnits } from './replacement.ts';
import { sendOn } from './units-sent-on.ts';

type Input = InputOf<typeof returnCommands.disposeReturn>;

interface Decided {
  id: string;
  inspection: InspectionToDispose;
  qty: Decimal;
  serial_nos: readonly string[];
  lot_no: string;
  stock_status: StandingStatus;
}

export async function disposeUnits(
  work: Work,
  input: Input,
): Promise<{ id: string; disposition_id: string }> {
  const { tx, actor, emit } = work;
  const found = await lockReturn(tx, input.return_id);
  const inspection = await inspectionToDispose(tx, found.id, input.inspection_id);
  // Whoever lost a race for the last units is told that, and not what became of the return by it.
  const share = inspection && shareOf(input, inspection);
  nextState(returnStates, found.status, 'dispose');
  if (!inspection || !share) throw unknownReference('inspection_id', 'inspection of this return');
  const kind = input.kind ?? inspection.disposition;
  if (!kind) throw invalid('kind', 'required', 'kind is required: no rule says what becomes of these units');
  assertAbout(kind, input);
  const named = { lot_no: input.lot_no ?? inspection.lot_no, stock_status: input.stock_status ?? null };
  const stands = standingOf(await standingsOf(tx, inspection.return_line_id), named, share.qty);
  const decided: Decided = { id: newId(), inspection, ...share, ...stands };
  const { id, qty, serial_nos } = decided;
  // Units that go back to whoever sent them are not replaced.
  if (inspection.is_replaced && kind !== 'customer')
    await replaceUnits(work, found, [{ item_id: inspection.item_id, qty: qty.toFixed() }]);
  // What goes to a vendor is taken from where it stands once its return is released, which is locked before put-backs.
  const toPutBack =
    kind === 'vendor' ? [] : await lockPutBacksHome(tx, { ...inspection, lot_no: decided.lot_no });
  const entries = await post(work, found, { ...input, kind }, decided);
  const facts = {
    inspection_id: inspection.id,
    return_line_id: inspection.return_line_id,
    kind,
    to_item_id: input.to_item_id ?? null,
    serial_nos,
  };
  await insertDisposition(tx, {
    ...facts,
    id,
    merchant_id: found.merchant_id,
    qty: qty.toFixed(),
    lot_no: decided.lot_no,
    stock_status: decided.stock_status,
    reason_code: input.reason_code ?? null,
    note: input.note ?? '',
    ledger_entry_ids: entries,
    disposed_by: actor.name,
  });
  if (kind === 'vendor' || kind === 'customer') await goOn(work, found, { ...input, kind }, decided);
  await endPutBacks(work, toPutBack);
  const status = await settleReturn(work, found);
  emit(
    returnEvent(found, 'disposed', {
      ...facts,
      serial_nos: [...serial_nos],
      status,
      previous_status: found.status,
      disposition_id: id,
      item_id: inspection.item_id,
      order_line_id: inspection.order_line_id,
      qty: toJsonNumber(qty),
    }),
  );
  return { id: found.id, disposition_id: id };
}

/** Refuses 400 for what is said of another kind of disposition. */
function assertAbout(kind: DispositionKind, input: Input): void {
  if (kind !== 'downgrade' && input.to_item_id)
    throw invalid('to_item_id', 'not_allowed', 'to_item_id is given for a downgrade alone');
  if (kind !== 'customer' && input.ship_to)
    throw invalid('ship_to', 'not_allowed', 'ship_to is given for units that go to the customer alone');
  const { vendor_return_id: named, vendor_id: vendor } = input;
  const path = named ? 'vendor_return_id' : 'vendor_id';
  if (kind !== 'vendor' && (named || vendor))
    throw invalid(path, 'not_allowed', `${path} is given for units that go to a vendor alone`);
  if (input.places) assertPlaces(kind, input, input.places);
  if (named && vendor) throw invalid('vendor_id', 'not_allowed', 'vendor_return_id names the vendor already');
}

function assertPlaces(kind: DispositionKind, input: Input, places: NonNullable<Input['places']>): void {
  if (input.location_id || input.qty)
    throw invalid(
      'places',
      'not_allowed',
      'places says where the units are and how many: leave out location_id and qty',
    );
  if (!movesStock(kind))
    throw invalid('places', 'not_allowed', 'places is for units that are restocked, downgraded or scrapped');
  for (const [index, { location_id: id }] of places.entries()) {
    const path = `places.${index}.location_id`;
    if (places.findIndex((one) => one.location_id.toLowerCase() === id.toLowerCase()) !== index)
      throw invalid(path, 'duplicate', `${path} is named twice`);
  }
}

/** Where the units lie; none when nobody said. */
function placesOf({ places, location_id: id }: Input, qty: Decimal): UnitsToMove['places'] {
  const named = places?.map((place, index) => ({
    ...place,
    qty: decimal(place.qty),
    path: `places.${index}`,
  }));
  return named ?? (id ? [{ location_id: id, qty }] : []);
}

/** How many units, and which. Refuses 409 INSPECTION_DISPOSED when fewer are left. */
function shareOf(input: Input, inspection: InspectionToDispose): Pick<Decided, 'qty' | 'serial_nos'> {
  const left = decimal(inspection.qty).minus(decimal(inspection.disposed));
  const asked = input.qty ?? null;
  const there = input.places?.map((place) => decimal(place.qty));
  const qty = there ? sum(there) : asked === null ? left : decimal(asked);
  assertWithinInspected(inspection, qty.gt(zero) ? qty : decimal(inspection.qty));
  const isTracked = inspection.serials_left.length > 0;
  const serials = input.serial_nos ?? (isTracked && qty.eq(left) ? inspection.serials_left : []);
  const strangers = serials.filter((serial) => !inspection.serials_left.includes(serial));
  if (strangers.length > 0) {
    const message = 'A serial number is not of this inspection, or was disposed of already.';
    throw new Refusal('UNKNOWN_REFERENCE', message, { path: 'serial_nos', serial_nos: strangers });
  }
  if (isTracked && !qty.eq(String(new Set(serials).size))) {
    const message = 'There must be one serial number for each unit disposed of.';
    throw new Refusal('SERIAL_COUNT_MISMATCH', message, {
      serials: serials.length,
      units: toJsonNumber(qty),
    });
  }
  return { qty, serial_nos: serials };
}

async function post(
  work: Work,
  { warehouse_id, merchant_id }: LockedReturn,
  input: Input & { kind: DispositionKind },
  { id, inspection, qty, serial_nos, lot_no, stock_status }: Decided,
): Promise<string[]> {
  const { kind } = input;
  if (!movesStock(kind)) return [];
  const reason = input.reason_code ?? 'return';
  await assertReasonCode(work.tx, reason);
  return postDisposition(work, {
    kind,
    disposition_id: id,
    return_line_id: inspection.return_line_id,
    warehouse_id,
    merchant_id,
    item_id: inspection.item_id,
    places: placesOf(input, qty),
    lot_no,
    stock_status,
    to_item_id: input.to_item_id ?? null,
    qty,
    serial_nos,
    reason_code: reason,
    note: input.note ?? null,
  });
}

/** Back to whoever sent them, or to a vendor: the one their rule names, where nobody names another. */
function goOn(
  work: Work,
  found: LockedReturn,
  input: Input & { kind: 'vendor' | 'customer' },
  { id, inspection, qty, serial_nos, lot_no, stock_status }: Decided,
): Promise<void> {
  const vendor_id = input.vendor_id ?? (input.vendor_return_id ? null : inspection.vendor_id);
  return sendOn(
    work,
    found,
    { ...input, vendor_id },
    {
      item_id: inspection.item_id,
      location_id: input.location_id ?? null,
      lot_no,
      stock_status,
      qty: qty.toFixed(),
      serial_nos,
      reason_code: input.reason_code ?? inspection.reason_code,
      disposition_id: id,
    },
  );
}
