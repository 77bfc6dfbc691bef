/** Asks carriers that took labels back whether they refund them: one that does not is told, since somebody pays it. */
import { findCallableAccount } from '../../db/parcels/accounts.read.ts';
import { lockLabel, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { settleRefund, takeAwaitedRefunds } from '../../db/parcels/refunds.write.ts';
import { labelEvent } from '../../domain/parcels/events.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { AskingHandler } from '../engine/handler.ts';
import type { Scheduling } from '../engine/scheduled.ts';
import { lineOf, type Refund } from './carriers/carrier.ts';
import { carriers } from './carriers/carriers.ts';
import { followDue } from './follow-due.ts';

/** Every hour. */
export const followRefunds = (parts: Scheduling): Promise<void> =>
  followDue(parts, 'awaited refunds', parcelCommands.followRefund, takeAwaitedRefunds);

type Question = { label: LockedLabel; account: Awaited<ReturnType<typeof findCallableAccount>> };

export const followRefund: AskingHandler<typeof parcelCommands.followRefund, Question, Refund> = {
  say: async ({ tx }, { label_id: id }) => {
    const label = await lockLabel(tx, id);
    return { label, account: label.account_id ? await findCallableAccount(tx, label.account_id) : undefined };
  },
  send: async (outside, { label, account }) => {
    const line = account && lineOf(outside, carriers, account);
    if (!account || !line || typeof line === 'string') return 'open';
    // One that gives no answer is asked again tomorrow.
    const answer = await carriers[account.adapter].askRefund?.(line, label);
    return answer?.kind === 'ok' ? answer.answer : 'open';
  },
  settle: async ({ tx, emit }, { label_id: id }, _question, refund) => {
    const label = await lockLabel(tx, id);
    if (refund === 'open' || label.state !== 'voided' || label.is_refund_refused) return { id };
    const reason = refund === 'refused' ? 'The carrier took the label back, and refuses its refund.' : null;
    await settleRefund(tx, id, reason);
    if (reason)
      emit(labelEvent(label, 'refund_refused', { state: label.state, previous_state: label.state, reason }));
    return { id };
  },
};
