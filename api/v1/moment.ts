/** A moment as JSON shows it; null where it has not come. */
export const moment = (value: Date | null): string | null => value?.toISOString() ?? null;
