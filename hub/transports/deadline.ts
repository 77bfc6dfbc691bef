/** Settles as `work` does, or rejects with the error of `onLate` if `waitMs` pass first. */
export async function withDeadline<T>(work: Promise<T>, waitMs: number, onLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(onLate()), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
