/** The actor of scheduled work: no token, and access to every merchant's goods. */
import type { Actor } from '../../queues/engine/accepted-command.ts';

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
