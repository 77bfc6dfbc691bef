/** A check of a server that may be down, bounded in time. */
const checkMsMax = 2_000;

/** Whether the check succeeded within two seconds; an error and silence both count as false. */
export async function answersInTime(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, checkMsMax, false);
  });
  const succeeded = check.then(
    () => true,
    () => false,
  );
  const isFine = await Promise.race([succeeded, timeout]);
  clearTimeout(timer);
  return isFine;
}
