/**
 * A look that whoever asks meanwhile shares, since strangers may ask as often as they like: however many do, one is under
 * way. The next to ask after it has ended looks anew; or after half a minute, for one over a connection that has silently
 * gone does not end for long, and says nothing of how things are by then.
 */
const sharedMsMax = 30_000;

export function sharedLook<T>(look: () => Promise<T>, now = () => performance.now()): () => Promise<T> {
  let last: { began: number; looking: Promise<T> } | undefined;
  return () => {
    if (last && now() - last.began < sharedMsMax) return last.looking;
    const mine = {
      began: now(),
      looking: look().finally(() => {
        if (last === mine) last = undefined;
      }),
    };
    last = mine;
    return mine.looking;
  };
}
