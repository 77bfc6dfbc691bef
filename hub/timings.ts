/** All of the hub's waits in one place, in milliseconds; tests and the chaos run pass shorter ones. */
export interface Timings {
  connectMs: number;
  /** How long one status command may stay unanswered. */
  statusMs: number;
  /** Pause between two checks of a printer that is not done yet. */
  statusPollMs: number;
  /** If the paper runs out or printing stalls midway: how long a person has to fix it before the job fails. */
  troubleMs: number;
  /** How long a printer without status may take to end the connection. */
  finishMs: number;
  heartbeatMs: number;
  /** How often printers that were not ready are checked again while jobs wait for them. */
  recheckMs: number;
  /** How often a printer that reports its state is asked for it: a problem is known that soon. */
  watchMs: number;
  /** A local job found unsent at startup is printed only if it is younger. */
  staleJobMs: number;
  /** A label claimed longer ago is claimed once more before it is sent: the platform may have given it up. */
  claimMs: number;
  backoffMinMs: number;
  backoffMaxMs: number;
  requestMs: number;
  /** How long the local page waits for what the platform knows. */
  pageMs: number;
  /** How long to stay on HTTP before the WebSocket link is tried again. */
  fallbackMs: number;
  /** How long shutdown waits for a label that is being sent. */
  drainMs: number;
  discoveryMs: number;
  /** The network is searched at most this often for a registered printer that no longer answers. */
  followMs: number;
}

export const timings: Timings = {
  connectMs: 5_000,
  statusMs: 1_500,
  statusPollMs: 250,
  troubleMs: 600_000,
  finishMs: 5_000,
  heartbeatMs: 30_000,
  recheckMs: 3_000,
  watchMs: 400,
  staleJobMs: 60_000,
  claimMs: 60_000,
  backoffMinMs: 1_000,
  backoffMaxMs: 60_000,
  requestMs: 10_000,
  pageMs: 3_000,
  fallbackMs: 600_000,
  drainMs: 20_000,
  discoveryMs: 4_000,
  followMs: 60_000,
};
