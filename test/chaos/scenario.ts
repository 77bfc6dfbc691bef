/** What a scenario is given and what it returns. */

export interface Chaos {
  seed: number;
  /** The server databases are created on. */
  databaseUrl: string | undefined;
  /** 1 is the full size; tests run a small fraction of it. */
  size: number;
  /** Crashes Postgres (immediate) and restarts it; only if the server is the run's own. */
  postgres?: {
    crash(): Promise<void>;
    stop(): Promise<void>;
    start(): Promise<void>;
  };
}

export interface Result {
  /** Figures for the table. */
  figures: Record<string, number | string>;
  /** Sentences; empty if the scenario holds. */
  problems: string[];
}

/** A scenario's figure at this size, but at least `least`. */
export function sized(chaos: Chaos, full: number, least: number): number {
  return Math.max(least, Math.round(full * chaos.size));
}

/** Stops all that was started, the last first. What cannot be stopped is told, and hides no failure before it. */
export async function stopAll(stops: readonly (() => unknown)[]): Promise<void> {
  for (const stop of stops)
    try {
      await stop();
    } catch (fault) {
      console.error('It could not be stopped:', fault);
    }
}
