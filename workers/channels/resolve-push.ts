/** What a person says of what a store refuses: it is told again at once, or not any more. Does nothing when repeated. */
import { giveUpPush as leavePush, lockPush, retryPush as sendAgain } from '../../db/channels/pushes.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Resolution = 'push_retried' | 'push_given_up';

export const retryPush: Handler<typeof channelCommands.retryPush> = async (work, { push_id: id, reason }) => {
  const push = await lockPush(work.tx, id);
  const connectionId = await sendAgain(work.tx, push, { by: work.actor.name, for: reason });
  work.signal({ kind: 'look', reason: 'pushes' });
  tell(work, 'push_retried', { ...push, connection_id: connectionId }, reason);
  return { id };
};

export const giveUpPush: Handler<typeof channelCommands.giveUpPush> = async (
  work,
  { push_id: id, reason },
) => {
  const push = await lockPush(work.tx, id);
  if (push.is_given_up) return { id };
  if (push.is_told) throw new Refusal('PUSH_TOLD', 'The store has it: there is nothing to give up.');
  await leavePush(work.tx, id, { by: work.actor.name, for: reason });
  // What of the order waited for it goes on.
  work.signal({ kind: 'look', reason: 'pushes' });
  tell(work, 'push_given_up', push, reason);
  return { id };
};

function tell(
  { emit }: Work,
  what: Resolution,
  { id, connection_id, merchant_id, kind, subject }: Awaited<ReturnType<typeof lockPush>>,
  reason: string,
): void {
  emit({
    type: `channel.${what}`,
    subject_type: 'channel_connection',
    subject_id: connection_id,
    data: { connection_id, merchant_id, push_id: id, kind, subject, reason },
  });
}
