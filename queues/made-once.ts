/**
 * Things that never change once made, schemas before all: whoever asks again in the same words gets what was made
 * before. A few words make most of the thousands of fields there are, so a process that loads them all starts sooner.
 */

/** The maker, making one thing for each list of words: numbers, texts, and records of these. The words are few by nature. */
export function madeOnce<W extends readonly unknown[], M>(make: (...words: W) => M): (...words: W) => M {
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

/** The maker, making one thing out of each other thing. */
export function madeOnceOf<O extends object, M>(make: (other: O) => M): (other: O) => M {
  const made = new WeakMap<O, M>();
  return (other) => {
    const known = made.get(other);
    if (known !== undefined) return known;
    const fresh = make(other);
    made.set(other, fresh);
    return fresh;
  };
}
