/** What a scenario is given and what it answers. */

export interface Chaos {
  seed: number;
  /** The server databases are made on. */
  databaseUrl: string | undefined;
  /** 1 is the full size of design/reliability.md; tests run a small part of it. */
  size: number;
  /** Crashes Postgres (immediate) and starts it again; only where the server is the run's own. */
  postgres?: {
    crash(): Promise<void>;
    stop(): Promise<void>;
    start(): Promise<void>;
  };
}

export interface Result {
  /** Figures for the table. */
  figures: Record<string, number | string>;
  /** Sentences; none when the scenario holds. */
  problems: string[];
}

/** A scenario's figure at this size: at least `least`. */
export function sized(chaos: Chaos, full: number, least: number): number {
  return Math.max(least, Math.round(full * chaos.size));
}
