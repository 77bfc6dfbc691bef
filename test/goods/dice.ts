import { createRandom } from '../http/random.ts';

/** Chance that can be repeated: the same seed throws the same dice. */
export interface Dice {
  /** A whole number from 0, below this one. */
  below(limit: number): number;
  /** A whole number from 1 up to this one. */
  upTo(most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
}

export function diceOf(seed: number): Dice {
  const { whole, chance, pick } = createRandom(seed);
  return { below: whole, upTo: (most) => 1 + whole(most), chance, pick };
}
