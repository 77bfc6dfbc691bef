/** Who acts. Waves, picks, loads and counts belong to the operator, whichever merchants' goods are in them. */
import { heldWhenAsked } from '../domain/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Person } from '../db/picking/pick-tasks.write.ts';
import type { Actor } from '../queues/engine/accepted-command.ts';
import type { Work } from './engine/handler.ts';

/**
 * Refuses 403 FORBIDDEN to a token of one merchant: it would see, and work on, only part of what it touches; or it would
 * set what it is charged by, which `why` then says.
 */
export function assertOperator(
  { actor }: Pick<Work, 'actor'>,
  why = 'Waves, picks, loads and counts are worked by the operator, not by one merchant.',
): void {
  if (actor.merchant_id) throw new Refusal('FORBIDDEN', why);
}

/** Refuses 403 FORBIDDEN with the sentence, unless the actor held the permission when it submitted the command. */
export function assertHeld(
  { actor }: Pick<Work, 'actor'>,
  permission: Parameters<typeof heldWhenAsked>[1],
  sentence: string,
): void {
  if (!heldWhenAsked(actor, permission)) throw new Refusal('FORBIDDEN', sentence, { permission });
}

/** The member behind the token, otherwise the token itself: a scanner with its own token counts as a person too. */
export function floorPerson({ actor, commandId }: Pick<Work, 'actor' | 'commandId'>): Person {
  return { id: actor.member_id ?? actor.token_id ?? commandId, name: actor.name };
}

/** The member behind a token, or the token itself for a device that belongs to no member. */
export function personOf(actor: Actor): string | null {
  return actor.member_id ?? actor.token_id;
}
