/**
 * What rows of calls to the outside have in common: a claim, and since when it is unknown whether the call was done. See
 * workers/outside/define-call.ts.
 */
import { sql, type SqlText } from './sql-text.ts';

/**
 * Room for requests to other people's servers: free slots, the most for one organization, and what each has under way.
 */
export interface OutboundRoom {
  readonly free: number;
  readonly ofOneMax: number;
  readonly underWay: ReadonlyMap<string, number>;
}

/**
 * Claims a row, for `set`. Whoever held a claim that ran out may have sent it: since then it is unknown. Where the far
 * side `isAsked`, the newest loss is the one that has to settle.
 */
export const claimedFor = (seconds: number, isAsked: SqlText = sql`false`): SqlText =>
  sql`claim = gen_random_uuid(), claimed_until = now() + make_interval(secs => ${seconds}),
      unknown_since = case when claim is null then unknown_since
                           when ${isAsked} then claimed_until
                           else coalesce(unknown_since, claimed_until) end`;

/**
 * Releases a row after a failed try: `unsent` says nothing new of the tries before, and an unknown one leaves the first
 * loss standing, unless it `isLostAnew`.
 */
export const releasedAfter = (kind: 'refused' | 'unsent' | 'unknown', isLostAnew = false): SqlText =>
  sql`claim = null, claimed_until = null,
      unknown_since = case ${kind}::text
        when 'unknown' then ${isLostAnew ? sql`now()` : sql`coalesce(unknown_since, now())`}
        when 'unsent' then unknown_since end`;
