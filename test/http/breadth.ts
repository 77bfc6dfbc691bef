/**
 * What a walk over all endpoints tries at each of them: everything in `npm run test:deep`; in `npm test` a part that is
 * another one from endpoint to endpoint, so that each value is tried at many of them.
 */
import { isWholeWalk } from '../helpers/environment.ts';

const parts = 3;

/**
 * A third of the places a walk goes to; all of them in `npm run test:deep`. For what each place owes to code that all of
 * them share.
 */
export function someOf<T>(places: readonly T[]): readonly T[] {
  return isWholeWalk() ? places : places.filter((_, index) => index % parts === 0);
}

/** `turn` is the endpoint's place in the walk. */
export function triedAt<T>(turn: number, values: readonly T[], partMax = 3): readonly T[] {
  const stride = Math.ceil(values.length / partMax);
  return isWholeWalk() ? values : values.filter((_, index) => index % stride === turn % stride);
}
