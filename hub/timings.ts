/** All of the hub's waits in one place, in milliseconds; tests and the chaos run pass shorter ones. */
export interface Timings {
  connect_ms: number;
  /** How long one status command may stay unanswered. */
  status_ms: number;
  /** Pause between two checks of a printer that is not done yet. */
  status_poll_ms: number;
  /** If the paper runs out or printing stalls midway: how long a person has to fix it before the job fails. */
  trouble_ms: number;
  /** How long a printer without status may take to end the connection. */
  finish_ms: number;
  heartbeat_ms: number;
  /** How often printers that were not ready are checked again while jobs wait for them. */
  recheck_ms: number;
  /** How often a printer that reports its state is asked for it: a problem is known that soon. */
  watch_ms: number;
  /** A local job found unsent at startup is printed only if it is younger. */
  stale_job_ms: number;
  backoff_min_ms: number;
  backoff_max_ms: number;
  request_ms: number;
  /** How long to stay on HTTP before the WebSocket link is tried again. */
  fallback_ms: number;
  /** How long shutdown waits for a label that is being sent. */
  drain_ms: number;
  discovery_ms: number;
  /** The network is searched at most this often for a registered printer that no longer answers. */
  follow_ms: number;
}

export const timings: Timings = {
  connect_ms: 5_000,
  status_ms: 1_500,
  status_poll_ms: 250,
  trouble_ms: 600_000,
  finish_ms: 5_000,
  heartbeat_ms: 30_000,
  recheck_ms: 3_000,
  watch_ms: 400,
  stale_job_ms: 60_000,
  backoff_min_ms: 1_000,
  backoff_max_ms: 60_000,
  request_ms: 10_000,
  fallback_ms: 600_000,
  drain_ms: 20_000,
  discovery_ms: 4_000,
  follow_ms: 60_000,
};
