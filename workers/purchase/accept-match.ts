/** Accepts differences of a bill. Earlier acceptances stay as they are. */
import { findBillMatch } from '../../db/purchase/bill-match.read.ts';
import { insertAcceptances, lockBill } from '../../db/purchase/bill-match.write.ts';
import { notFound, unknownReference } from '../../domain/refusal.ts';
import type { matchCommands } from '../../queues/purchase/matches.ts';
import type { Handler } from '../engine/handler.ts';

export const acceptMatch: Handler<typeof matchCommands.acceptMatch> = async (
  { tx, actor, emit },
  { bill_id: id, reason, differences: named },
) => {
  await lockBill(tx, id);
  const match = await findBillMatch(tx, id);
  if (!match) throw notFound('bill of a purchase order');
  const wanted = named
    ? named.map(({ bill_line_id: lineId, kind }, index) => {
        const found = match.differences.find((one) => one.line_id === lineId && one.kind === kind);
        if (!found) throw unknownReference(`differences.${index}.bill_line_id`, 'difference of the bill');
        return found;
      })
    : match.differences;
  const open = wanted.filter(({ accepted }) => accepted === undefined);
  if (open.length === 0) return { id };
  await insertAcceptances(tx, id, open, { reason, by: actor.name });
  emit({
    type: 'bill_match.accepted',
    subject_type: 'bill',
    subject_id: id,
    data: { purchase_order_id: match.purchase_order_id, kinds: open.map(({ kind }) => kind), reason },
  });
  return { id };
};
