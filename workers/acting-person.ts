/** Who acts. Waves, picks, loads and counts are the operator's, whatever merchants' goods are in them. */
import { Refusal } from '../domain/refusals.ts';
import type { Person } from '../db/picking/pick-tasks.write.ts';
import type { Actor } from '../queues/accepted-command.ts';
import type { Work } from './handler.ts';

/** Refuses 403 FORBIDDEN to a token of one merchant: it would see, and work, a part of what it touches. */
export function assertOperator({ actor }: Pick<Work, 'actor'>): void {
  if (!actor.merchant_id) return;
  throw new Refusal(
    'FORBIDDEN',
    'Waves, picks, loads and counts are worked by the operator, not by one merchant.',
  );
}

/** The member behind the token, else the token itself: a scanner with a token of its own is somebody, too. */
export function floorPerson({ actor, commandId }: Pick<Work, 'actor' | 'commandId'>): Person {
  return { id: actor.member_id ?? actor.token_id ?? commandId, name: actor.name };
}

/** The member behind a token, or the token itself where a device belongs to no member. */
export function personOf(actor: Actor): string | null {
  return actor.member_id ?? actor.token_id;
}
