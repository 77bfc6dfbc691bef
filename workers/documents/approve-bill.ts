/**
 * Approves draft bills: assigns their numbers, posts their journal entries and freezes them; their freight splits can
 * then be rebilled, for which the goods must have left.
 */
import { approveBills } from '../../db/documents/approve-bill.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { splitTooEarly } from './freight-bill.ts';

export const approveBill: HandlerOfMany<typeof billCommands.approveBill> = async (tx, asked) => {
  const drafts = asked.map(({ work, input }) => ({ id: input.bill_id, by: work.actor.name }));
  const answers = await approveBills(tx, drafts, splitTooEarly);
  return answers.map((answer, index) => {
    if (answer instanceof Refusal) return answer;
    const { id, bill_no, status } = answer;
    const data = { status, previous_status: 'draft', bill_no } as const;
    asked[index]!.work.emit({ type: 'bill.approved', subject_type: 'bill', subject_id: id, data });
    return { id };
  });
};
