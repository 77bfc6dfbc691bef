/** Who acts where the clock does: nobody's token, every merchant's goods. */
import type { Actor } from '../queues/gateway.ts';

export function scheduleActor(task: string): Actor {
  return {
    token_id: null,
    member_id: null,
    name: `schedule: ${task}`,
    permissions: [],
    merchant_id: null,
    ip: null,
    request_id: 'schedule',
  };
}
