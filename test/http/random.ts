/** Reproducible randomness: the same seed makes the same choices. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 to `below` - 1. */
  whole(below: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
  uuid(): string;
}

/** mulberry32: small, fast, good enough for choosing. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  const digits = (count: number): string =>
    Array.from({ length: count }, () => whole(16).toString(16)).join('');
  return {
    next,
    whole,
    pick: (values) => values[whole(values.length)]!,
    chance: (probability) => next() < probability,
    uuid: () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
  };
}
