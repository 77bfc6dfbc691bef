/** An event as stream and list readers get it, and their position. */
import type { StreamedEvent, StreamPosition } from '../../../db/tenancy/followed-events.read.ts';
import { namesEvents } from '../../../domain/event-access.ts';
import { invalid } from '../../../domain/refusal.ts';

export interface ShownEvent {
  id: string;
  type: string;
  organization_id: string;
  occurred_at: string;
  sequence: number;
  subject: { type: string; id: string };
  data: Record<string, unknown>;
}

export function showEvent(organizationId: string, event: StreamedEvent): ShownEvent {
  return {
    id: event.id,
    type: event.type,
    organization_id: organizationId,
    occurred_at: event.occurred_at.toISOString(),
    sequence: event.subject_seq,
    subject: { type: event.subject_type, id: event.subject_id },
    data: event.data,
  };
}

/** A position in the stream as text; stream and list accept each other's. */
export function cursorOf({ transaction, position }: StreamPosition): string {
  return `${transaction}-${position}`;
}

/** Refuses 400, naming the parameter. */
export function positionOf(given: string, path: string): StreamPosition {
  const match = /^(\d{1,19})-(\d{1,18})$/.exec(given);
  if (!match) throw invalid(path, 'format', `${path} must be a position in this stream`);
  return { transaction: match[1]!, position: match[2]! };
}

/** The event types a reader asked for, comma-separated; undefined for all. Refuses 400 for one there is not. */
export function typesOf(given: string | undefined): string[] | undefined {
  const types = given?.split(',').map((type) => type.trim());
  const unknown = types?.find((type) => !namesEvents(type));
  if (unknown === undefined) return types;
  throw invalid('types', 'event_unknown', `types names no event and no kind of them: there is no ${unknown}`);
}

/** Whether the first position is before the second. */
export function isBehind(place: StreamPosition, other: StreamPosition): boolean {
  const [at, then] = [BigInt(place.transaction), BigInt(other.transaction)];
  return at === then ? BigInt(place.position) < BigInt(other.position) : at < then;
}

/** Whether a transaction's effects were visible in a snapshot (`xmin:xmax:xip,...`), as in pg_visible_in_snapshot. */
export function visibleIn(snapshot: string): (transaction: string) => boolean {
  const [xmin, xmax, open = ''] = snapshot.split(':');
  const [first, next] = [BigInt(xmin!), BigInt(xmax!)];
  const underWay = new Set(open.split(',').filter(Boolean));
  return (transaction) => {
    const number = BigInt(transaction);
    return number < first || (number < next && !underWay.has(transaction));
  };
}
