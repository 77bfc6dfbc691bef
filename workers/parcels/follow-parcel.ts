/** Asks a carrier where a parcel is of which it has told nothing for a while. */
import { findCallableAccount } from '../../db/parcels/accounts.read.ts';
import { lockLabel, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { takeSilentLabels } from '../../db/parcels/tracking.write.ts';
import type { Tracked } from '../../domain/parcels/tracking.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { AskingHandler } from '../engine/handler.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';
import { lineOf } from './carrier.ts';
import { carriers } from './carriers.ts';
import { follow } from './record-tracking.ts';

// The rest is asked after with the next run.
const atOnce = 500;

/** Every ten minutes. Safe in several processes at once: who takes a parcel is the only one to ask after it. */
export async function followParcels(parts: Scheduling): Promise<void> {
  const silent = await takeSilentLabels(parts.database, atOnce);
  const due = silent.map(({ organization_id, id }) => ({ organization_id, input: { label_id: id } }));
  await submitDue(parts, 'silent parcels', parcelCommands.followParcel, due);
}

type Question = { label: LockedLabel; account: Awaited<ReturnType<typeof findCallableAccount>> };

export const followParcel: AskingHandler<typeof parcelCommands.followParcel, Question, Tracked[]> = {
  say: async ({ tx }, { label_id: id }) => {
    const label = await lockLabel(tx, id);
    return { label, account: label.account_id ? await findCallableAccount(tx, label.account_id) : undefined };
  },
  send: async (outside, { label, account }) => {
    if (!account) return [];
    const line = lineOf(outside, carriers, account);
    if (typeof line === 'string') return [];
    // One that gives no answer is asked again with the next round.
    const answer = await carriers[account.adapter].track(line, label);
    return answer.kind === 'ok' ? answer.answer : [];
  },
  settle: async (work, { label_id: id }, _question, told) => {
    const label = await lockLabel(work.tx, id);
    if (label.state === 'bought') await follow(work, label, told, 'poll');
    return { id };
  },
};
