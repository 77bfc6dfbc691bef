/** Settles as `work` does, or rejects with the error of `onLate` if `wait_ms` pass first. */
export async function withDeadline<T>(work: Promise<T>, wait_ms: number, onLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(onLate()), wait_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
