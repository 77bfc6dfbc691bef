/**
 * When a whole endpoint is left alone: when it asks for it, when nobody answers there, or when delivery after delivery
 * is refused. What it refuses of one subject holds back that subject only.
 */

export const pauseReasons = ['asked_to_wait', 'unreachable', 'failing'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** How a try failed: the endpoint asked us to wait this long, was not reached, or did not take this event. */
export type Trouble = { kind: 'asked_to_wait'; ms: number } | { kind: 'unreachable' } | { kind: 'refused' };

export interface EndpointHealth {
  /** Deliveries in a row that failed at their first try; each is of another subject. */
  failed_in_a_row: number;
  /** Whether it is being left alone at this moment: a try that ends now had begun before. */
  is_resting: boolean;
  /** Whether it was left alone and this is the try that shows how it is. */
  is_probed: boolean;
}

export interface AfterFailure {
  failed_in_a_row: number;
  /** Null: it is not left alone. Undefined: whatever holds goes on. */
  pause: { reason: PauseReason; ms: number } | null | undefined;
}

/** More than are under way to one endpoint at a time. */
const failedInARowMax = 8;
const pausesMs = [5_000, 30_000, 60_000];

const pauseMs = (times: number): number => pausesMs[Math.min(times, pausesMs.length) - 1]!;

export function afterFailure(
  { failed_in_a_row: before, is_resting: isResting, is_probed: isProbed }: EndpointHealth,
  isFirstTry: boolean,
  trouble: Trouble,
): AfterFailure {
  if (trouble.kind === 'asked_to_wait')
    return { failed_in_a_row: before, pause: { reason: 'asked_to_wait', ms: trouble.ms } };
  if (isResting) return { failed_in_a_row: before, pause: undefined };
  const isUnreachable = trouble.kind === 'unreachable';
  // A second try of the same delivery says nothing about the others.
  const now = before + (isUnreachable || isFirstTry || isProbed ? 1 : 0);
  if (isUnreachable) return { failed_in_a_row: now, pause: { reason: 'unreachable', ms: pauseMs(now) } };
  if (now < failedInARowMax) return { failed_in_a_row: now, pause: null };
  return { failed_in_a_row: now, pause: { reason: 'failing', ms: pauseMs(now - failedInARowMax + 1) } };
}
