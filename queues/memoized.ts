/**
 * Memoizes values that never change, above all schemas: asking again with the same arguments returns the same object. A
 * few sets of arguments make up most of the thousands of fields, so a process that loads them all starts faster.
 */

/** Memoizes by the arguments: numbers, strings, and records of these. There are only a few distinct sets of them. */
export function memoized<W extends readonly unknown[], M>(make: (...words: W) => M): (...words: W) => M {
  const made = new Map<string, M>();
  return (...words) => {
    const key = JSON.stringify(words);
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(...words);
    made.set(key, fresh);
    return fresh;
  };
}

/** Memoizes by the object passed in. */
export function memoizedOf<O extends object, M>(make: (other: O) => M): (other: O) => M {
  const made = new WeakMap<O, M>();
  return (other) => {
    const known = made.get(other);
    if (known !== undefined) return known;
    const fresh = make(other);
    made.set(other, fresh);
    return fresh;
  };
}
