/**
 * A look that whoever asks meanwhile shares, since strangers may ask as often as they like: however many do, one is under
 * way. The next to ask after it has ended looks anew.
 */
export function sharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | undefined;
  return () =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));
}
