/** A reason not to start that the operator can act on: shown as one sentence without a stack, exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The message of anything thrown, for a line of output. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
