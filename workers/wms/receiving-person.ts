/** Who counts: the member behind a token, or the token itself where a device belongs to no member. */
import type { Actor } from '../../queues/gateway.ts';

export function personOf(actor: Actor): string | null {
  return actor.member_id ?? actor.token_id;
}
