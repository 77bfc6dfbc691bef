/** Runs work repeatedly, never twice at once; stopping waits for the current run. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failed: (fault: unknown) => void,
): { stop(): Promise<void> } {
  let isStopped = false;
  let wake = (): void => {};
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      await work().catch(failed);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isStopped) wake();
      });
    }
  };
  const running = loop();
  return {
    stop: () => {
      isStopped = true;
      wake();
      return running;
    },
  };
}
