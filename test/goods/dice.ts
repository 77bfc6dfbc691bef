/** Chance that can be repeated: the same seed throws the same dice. */
export interface Dice {
  /** A whole number from 0, below this one. */
  below(limit: number): number;
  /** A whole number from 1 up to this one. */
  upTo(most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
}

/** mulberry32: thirty-two bits of state are plenty for a few hundred steps. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    upTo: (most) => 1 + below(most),
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)],
  };
}
