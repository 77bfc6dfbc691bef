export interface JobError {
  code: string;
  message: string;
  may_have_printed: boolean;
}

export interface JobResult {
  status: 'done' | 'failed';
  error: JobError | null;
  verified: boolean;
  bytes: number;
  duration_ms: number;
}

/**
 * The records of a job, in the order things happen to it. `key` is the local job's id or the claim id of a cloud job: a
 * job that a person retried comes back under a new claim and is a new entry.
 */
export type JournalRecord =
  | {
      type: 'accepted';
      key: string;
      at: number;
      device_id: string;
      copies: number;
      zpl: string;
      client_key: string | null;
      /** What was asked for under the client's key; the label itself is forgotten when it is printed. */
      digest: string | null;
    }
  | {
      type: 'claiming';
      key: string;
      at: number;
      hub_id: string;
      print_job_id: string | null;
      device_id: string | null;
    }
  | { type: 'claimed'; key: string; print_job_id: string; device_id: string; copies: number }
  | { type: 'dropped'; key: string }
  | { type: 'sending'; key: string; at: number }
  | { type: 'result'; key: string; at: number; result: JobResult }
  | { type: 'reported'; key: string };

export type JobStage = 'accepted' | 'claiming' | 'claimed' | 'sending' | 'result' | 'reported';

/** Everything known about one job, folded from its records. */
export interface JournalEntry {
  key: string;
  source: 'local' | 'cloud';
  stage: JobStage;
  at: number;
  device_id: string | null;
  copies: number;
  zpl: string | null;
  client_key: string | null;
  digest: string | null;
  hub_id: string | null;
  print_job_id: string | null;
  result: JobResult | null;
}

/** Applies one record; returns `null` if the job is to be forgotten. Records for unknown jobs change nothing. */
export function applyRecord(entry: JournalEntry | undefined, record: JournalRecord): JournalEntry | null {
  if (record.type === 'accepted') {
    const { type: stage, ...facts } = record;
    return { ...blankEntry, ...facts, source: 'local', stage };
  }
  if (record.type === 'claiming') {
    const { key, at, hub_id, print_job_id, device_id } = record;
    return { ...blankEntry, key, at, source: 'cloud', stage: 'claiming', hub_id, print_job_id, device_id };
  }
  if (!entry || record.type === 'dropped') return null;
  if (record.type === 'claimed') {
    const { print_job_id, device_id, copies } = record;
    return { ...entry, stage: 'claimed', print_job_id, device_id, copies };
  }
  if (record.type === 'sending') return { ...entry, stage: 'sending', at: record.at };
  if (record.type === 'result')
    return { ...entry, stage: 'result', at: record.at, result: record.result, zpl: null };
  return { ...entry, stage: 'reported' };
}

const blankEntry = {
  device_id: null,
  copies: 1,
  zpl: null,
  client_key: null,
  digest: null,
  hub_id: null,
  print_job_id: null,
  result: null,
};

/** How long a finished job is remembered, for `client_job_id` and the local page. */
const rememberMs = 24 * 3_600_000;
/** This many of the latest are remembered whatever the clock says: it may have been wrong by years, then or now. */
const rememberedMin = 1_000;

/** The entries, oldest first, that can be forgotten: finished, and neither young nor among the latest. */
export function forgettable(entries: readonly JournalEntry[], now: number): JournalEntry[] {
  const finished = entries.filter(
    ({ stage, source }) => stage === 'reported' || (stage === 'result' && source === 'local'),
  );
  return finished
    .slice(0, Math.max(0, finished.length - rememberedMin))
    .filter(({ at }) => Math.abs(now - at) >= rememberMs);
}

/**
 * An entry of a journal with lost lines: one of them may have been its SENDING. Unless it is known to have ended, it
 * counts as interrupted and is never sent again; `null` if not even its job is known.
 */
export function doubted(entry: JournalEntry): JournalEntry | null {
  if (entry.stage === 'result' || entry.stage === 'reported') return entry;
  return entry.source === 'cloud' && entry.print_job_id === null ? null : { ...entry, stage: 'sending' };
}

/** The fewest records that fold to this entry again. */
export function recordsOf(entry: JournalEntry): JournalRecord[] {
  const { key, at, device_id, copies, client_key, digest, hub_id, print_job_id, stage, result } = entry;
  const records: JournalRecord[] = [];
  if (entry.source === 'local') {
    records.push({
      type: 'accepted',
      key,
      at,
      device_id: device_id ?? '',
      copies,
      zpl: entry.zpl ?? '',
      client_key,
      digest,
    });
  } else {
    records.push({ type: 'claiming', key, at, hub_id: hub_id ?? '', print_job_id, device_id });
    if (stage !== 'claiming' && print_job_id && device_id) {
      records.push({ type: 'claimed', key, print_job_id, device_id, copies });
    }
  }
  if (stage === 'sending') records.push({ type: 'sending', key, at });
  if (result) records.push({ type: 'result', key, at, result });
  if (stage === 'reported') records.push({ type: 'reported', key });
  return records;
}
