/** Cuts days of activity into chunks that each fit a short transaction. */

export interface Chunk {
  from: string;
  to: string;
  activities: number;
}

/**
 * Collects consecutive days until a chunk is full; a single day is never split. Days without activity are included, so
 * the chunks leave no gaps.
 */
export function chunksOf(
  days: readonly { day: string; activities: number }[],
  period: { from: string; to: string },
  full: number,
): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { day, activities } of days) {
    const last = chunks.at(-1);
    if (last && last.activities + activities <= full) {
      last.to = day;
      last.activities += activities;
    } else {
      chunks.push({ from: day, to: day, activities });
    }
  }
  if (chunks.length === 0) return [{ ...period, activities: 0 }];
  chunks[0]!.from = period.from;
  chunks.at(-1)!.to = period.to;
  return chunks;
}
