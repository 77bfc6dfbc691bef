/** Uses up a signed challenge, so that a recorded exchange is worthless, and records that the hub is there. */
import { spendChallenge, touchHub } from '../../../db/printing/hubs.write.ts';
import type { hubCommands } from '../../../queues/printing/hubs.ts';
import type { Handler } from '../../engine/handler.ts';

export const recordHubLogin: Handler<typeof hubCommands.recordHubLogin> = async ({ tx }, input) => {
  const { hub_id: hubId, challenge_hash: hash } = input;
  const isFirstUse = await spendChallenge(tx, hubId, Buffer.from(hash, 'hex'));
  if (isFirstUse) await touchHub(tx, hubId);
  return { is_first_use: isFirstUse };
};
