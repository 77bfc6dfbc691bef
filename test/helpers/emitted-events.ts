/**
 * Checks the events a test run emitted against the catalogue: every event is declared, with the right subject and
 * payload.
 */
import type pg from 'pg';
import { declarationOf, type EventType } from '../../domain/domain-event.ts';
import { payloadSchema } from '../../queues/event-payloads.ts';

export interface EmittedEvent {
  type: string;
  subject_type: string;
  data: unknown;
}

/** What is wrong with an event; undefined if it matches its declaration. */
export function misfitOf({ type, subject_type: subject, data }: EmittedEvent): string | undefined {
  const declared = declarationOf(type);
  if (!declared) return `${type} is not declared`;
  if (!declared.subjects.includes(subject)) return `${type} is about a ${subject}`;
  const { error } = payloadSchema(type as EventType).validate(data);
  return error && `${type}: ${error.message} in ${JSON.stringify(data)}`;
}

// A flood of events contains many alike; one of each type and shape is enough.
const sampleMax = 20_000;

/** Every event in the database that does not match its declaration, each complaint once. */
export async function eventMisfits(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<EmittedEvent>(
    `select type, subject_type, data from events where command_id in (select id from commands) limit ${sampleMax}`,
  );
  return [...new Set(rows.map(misfitOf).filter((misfit) => misfit !== undefined))].slice(0, 20);
}
