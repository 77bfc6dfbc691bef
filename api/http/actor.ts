/** Who asks, as it is kept with each command of the request. */
import type { Actor } from '../../queues/accepted-command.ts';
import type { Exchange } from './exchange.ts';

export function actorOf({ ctx, caller, requestId }: Exchange): Actor {
  return {
    token_id: caller.token_id,
    member_id: caller.member_id,
    name: caller.name,
    permissions: caller.permissions,
    merchant_id: caller.merchant_id,
    ip: ctx.ip,
    request_id: requestId,
  };
}
