/** Asks carriers that took labels back whether they refund them: one that does not is told, since somebody pays it. */
import { findCallableAccount } from '../../db/parcels/accounts.read.ts';
import { lockLabel, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { settleRefund, takeAwaitedRefunds } from '../../db/parcels/refunds.write.ts';
import { labelEvent } from '../../domain/parcels/events.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { AskingHandler } from '../engine/handler.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';
import { lineOf, type Refund } from './carriers/carrier.ts';
import { carriers } from './carriers/carriers.ts';

const atOnce = 500;
// The rest is asked after with the next run.
const batchesMax = 20;

/** Every hour. Safe in several processes at once: who takes a refund is the only one to ask after it. */
export async function followRefunds(parts: Scheduling): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const awaited = await takeAwaitedRefunds(parts.database, atOnce);
    const due = awaited.map(({ organization_id, id }) => ({ organization_id, input: { label_id: id } }));
    await submitDue(parts, 'awaited refunds', parcelCommands.followRefund, due);
    if (awaited.length < atOnce) return;
  }
}

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
