/** The search for orders that a store has but that never reached us. */
import { invalid } from '../refusal.ts';

/** It has not ended; a connection has one open search at a time. */
export const openSearchStates = ['queued', 'running'] as const;
export const gapSearchStatuses = [...openSearchStates, 'done', 'failed'] as const;
export type GapSearchStatus = (typeof gapSearchStatuses)[number];

/** What became of a missing order. */
export const gapOutcomes = ['missing', 'fetched', 'came_meanwhile', 'gone', 'unreadable'] as const;
export type GapOutcome = (typeof gapOutcomes)[number];

/** Which of a store's timestamps the search window applies to. */
export const lookedBys = ['created', 'updated'] as const;
export type LookedBy = (typeof lookedBys)[number];

export const windowDaysMax = 31;

const dayMs = 86_400_000;

/** Refuses 400 VALIDATION_FAILED for a window that ends before it begins, or is longer than one search may cover. */
export function assertWindow({ since, until }: { since: string; until: string }): void {
  const ms = Date.parse(until) - Date.parse(since);
  if (ms <= 0) throw invalid('until', 'order', 'until must lie after since');
  if (ms > windowDaysMax * dayMs)
    throw invalid('since', 'too_long', `since must lie at most ${windowDaysMax} days before until`);
}
