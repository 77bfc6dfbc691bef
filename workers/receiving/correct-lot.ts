/** Corrects a lot's recorded dates. The former dates stay in the event and in the command log. */
import { lockLot, setLotDates } from '../../db/inventory/lots/lots.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../engine/handler.ts';

export const correctLot: Handler<typeof receiptCommands.correctLot> = async ({ tx, emit }, input) => {
  const { item_id: itemId, lot_no: lotNo, expiry_date: expiry, note } = input;
  const previous = await lockLot(tx, itemId, lotNo);
  const manufactured =
    input.manufacture_date === undefined ? previous.manufacture_date : input.manufacture_date;
  if (expiry && manufactured && expiry < manufactured) {
    throw new Refusal('EXPIRY_BEFORE_MANUFACTURE', 'expiry_date is before manufacture_date.', {
      manufacture_date: manufactured,
      expiry_date: expiry,
    });
  }
  const lot = { item_id: itemId, lot_no: lotNo, manufacture_date: manufactured, expiry_date: expiry };
  await setLotDates(tx, lot);
  emit({ type: 'lot.corrected', subject_type: 'item', subject_id: itemId, data: { ...lot, previous, note } });
  return { ...lot, previous };
};
