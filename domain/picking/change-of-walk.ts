/** What becomes of a walk whose picks have changed under way. Pure. */

/** A stop of the walk with what its place has to do with the job by now, or such a place that is no stop. */
export interface StopNow {
  location_id: string;
  stop: number | null;
  metres: number | null;
  /** Something is to be picked there. */
  is_left: boolean;
  is_picked: boolean;
}

interface WalkChange {
  /** The last stop that was walked to: the rest begins there. */
  walked: (StopNow & { stop: number }) | undefined;
  /** The places of the rest. */
  left: string[];
}

/** Undefined while the walk is as it should be. What was only passed over is no reason to change it. */
export function changeOfWalk(found: readonly StopNow[]): WalkChange | undefined {
  const stops = found.filter((one): one is StopNow & { stop: number } => one.stop !== null);
  const comesAgain = ({ location_id: at, stop }: StopNow & { stop: number }): boolean =>
    stops.some((one) => one.location_id === at && one.stop < stop);
  const walked = stops.findLast((one) => one.is_picked && !(one.is_left && comesAgain(one)));
  const ahead = stops.filter(({ stop }) => stop > (walked?.stop ?? 0));
  const isAstray = ({ location_id: at, is_left: isLeft, is_picked: isPicked, stop }: StopNow): boolean =>
    isLeft &&
    at !== walked?.location_id &&
    !ahead.some((one) => one.location_id === at) &&
    (isPicked || stop === null);
  const hasGone = ahead.some((one) => !one.is_left);
  if (!hasGone && !found.some(isAstray)) return undefined;
  return {
    walked,
    left: [...new Set(found.filter((one) => one.is_left).map(({ location_id: at }) => at))],
  };
}
