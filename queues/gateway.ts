/**
 * The way a command takes from a request: accepted (one committed row), enqueued (best effort), awaited (bounded).
 * The outcome comes from an announcement or from the row, whichever is first; the row is the truth.
 */
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '../domain/refusals.ts';
import type { AnyCommand } from './define-command.ts';
import type { Announcement, OutcomeListener } from './outcomes.ts';
import { firstDispatch, type Dispatch, type Producer } from './producer.ts';
import type { QueueName } from './policies.ts';

/** Who asks, from where: kept with the command as its audit. */
export interface Actor {
  token_id: string | null;
  member_id: string | null;
  name: string;
  permissions: readonly string[];
  merchant_id: string | null;
  ip: string | null;
  request_id: string;
}

export interface IdempotencyClaim {
  principal: string;
  route: string;
  key: string;
  fingerprint: string;
}

export interface Submission {
  command: AnyCommand;
  input: unknown;
  organizationId: string;
  actor: Actor;
  idempotency?: IdempotencyClaim | undefined;
}

export type Outcome =
  | { state: 'done'; result: unknown }
  | { state: 'refused'; code: string; message: string; details?: unknown }
  | { state: 'failed'; message: string };

export interface AcceptedCommand {
  id: string;
  organization_id: string;
  name: string;
  queue: QueueName;
  input: unknown;
  actor: Actor;
  idempotency: IdempotencyClaim | undefined;
}

/** What became of an idempotency key that was there before. */
export interface EarlierUse {
  command_id: string;
  fingerprint: string;
  response: StoredResponse | null;
}

export interface StoredResponse {
  status: number;
  body: unknown;
  location: string | null;
}

/** What the gateway needs of the database; db/tenancy/commands.write.ts is the one implementation. */
export interface CommandStore {
  /**
   * Commits the rows; durably when an answer may leave before the outcome. Ids missing from the answer lost their
   * idempotency key to an earlier request.
   */
  accept(commands: AcceptedCommand[], isDurable: boolean): Promise<Set<string>>;
  outcome(organizationId: string, commandId: string): Promise<Outcome | undefined>;
  /**
   * Whether the row is there and on disk: its own commit may not have waited for that, and a crash of the database may
   * have taken it.
   */
  isKept(organizationId: string, commandId: string): Promise<boolean>;
  earlierUse(organizationId: string, claim: IdempotencyClaim): Promise<EarlierUse | undefined>;
}

export type Submitted =
  | { kind: 'outcome'; commandId: string; outcome: Outcome }
  | { kind: 'pending'; commandId: string }
  | { kind: 'earlier'; use: EarlierUse };

export interface Gateway {
  /** Accepts and waits at most `waitMs` for the outcome. */
  submit(submission: Submission, waitMs: number): Promise<Submitted>;
  /** What became of the key before, when it was used. */
  earlierUse(organizationId: string, claim: IdempotencyClaim): Promise<EarlierUse | undefined>;
  /** Waits for a command that was accepted before. */
  wait(organizationId: string, commandId: string, waitMs: number): Promise<Outcome | undefined>;
  /** The process is going: waits end within two seconds, and their callers follow the operation at the next one. */
  stopWaiting(): void;
}

/** Runs a command inside this process; bound in api/main.ts so that the API itself never imports workers. */
export type RunInline = (submission: Submission, commandId: string) => Promise<Outcome | 'key_taken'>;

// The poll that stands behind announcements: soon at first, then rarely.
const pollDelaysMs = [100, 250, 500, 1_000];
const acceptBatchMax = 200;
// A wait is never cut shorter than this: by then the commit of its row is on disk (see `accept`).
const waitMsMin = 1_000;

export function openGateway(
  store: CommandStore,
  producer: Producer,
  listener: OutcomeListener,
  runInline: RunInline,
): Gateway {
  const acceptBatched = batchAccepts(store, producer);

  let isStopping = false;

  const wait: Gateway['wait'] = (organizationId, commandId, waitMs) =>
    waitFor(store, listener, organizationId, commandId, waitMs, () => isStopping);

  const pending = async (organizationId: string, commandId: string): Promise<Submitted> => {
    if (await store.isKept(organizationId, commandId)) return { kind: 'pending', commandId };
    throw new Refusal('UNAVAILABLE', 'The request was lost with the database it reached; send it again.');
  };

  return {
    wait,
    earlierUse: (organizationId, claim) => store.earlierUse(organizationId, claim),
    stopWaiting: () => {
      isStopping = true;
    },
    async submit(submission, patienceMs) {
      const waitMs = isStopping ? 0 : patienceMs;
      const commandId = uuidv7();
      const { command, organizationId, idempotency } = submission;
      const earlier = async (): Promise<Submitted> => ({
        kind: 'earlier',
        use: (await store.earlierUse(organizationId, idempotency!))!,
      });
      if (command.runs === 'inline') {
        const outcome = await runInline(submission, commandId);
        return outcome === 'key_taken' ? earlier() : { kind: 'outcome', commandId, outcome };
      }
      // Listening starts before the row exists, so an answer can never come too early.
      const settled = announced(listener, commandId);
      try {
        const isAccepted = await acceptBatched(
          {
            id: commandId,
            organization_id: organizationId,
            name: command.name,
            queue: command.runs,
            input: submission.input,
            actor: submission.actor,
            idempotency,
          },
          waitMs === 0,
        );
        if (!isAccepted) return await earlier();
        if (waitMs === 0) return { kind: 'pending', commandId };
        const outcome = await Promise.race([settled.promise, wait(organizationId, commandId, waitMs)]);
        if (!outcome) return await pending(organizationId, commandId);
        return { kind: 'outcome', commandId, outcome };
      } finally {
        settled.stop();
      }
    },
  };
}

function announced(
  listener: OutcomeListener,
  commandId: string,
): { promise: Promise<Outcome>; stop(): void } {
  let stop = (): void => {};
  const promise = new Promise<Outcome>((resolve) => {
    const hear = (announcement: Announcement): void => {
      if (announcement.outcome) resolve(announcement.outcome as Outcome);
    };
    listener.events.on(commandId, hear);
    stop = () => listener.events.off(commandId, hear);
  });
  return { promise, stop };
}

async function waitFor(
  store: CommandStore,
  listener: OutcomeListener,
  organizationId: string,
  commandId: string,
  waitMs: number,
  isStopping: () => boolean,
): Promise<Outcome | undefined> {
  const started = Date.now();
  const deadlineNow = (): number => started + (isStopping() ? Math.min(waitMs, waitMsMin) : waitMs);
  for (let poll = 0; ; poll += 1) {
    const remainingMs = deadlineNow() - Date.now();
    const pauseMs = Math.min(
      pollDelaysMs[Math.min(poll, pollDelaysMs.length - 1)]!,
      Math.max(remainingMs, 0),
    );
    const told = await pauseOrAnnouncement(listener, commandId, pauseMs);
    if (told?.outcome) return told.outcome as Outcome;
    // A database that is away for a moment is no reason to end the wait.
    const outcome = await store.outcome(organizationId, commandId).catch(() => undefined);
    if (outcome || Date.now() >= deadlineNow()) return outcome;
  }
}

function pauseOrAnnouncement(
  listener: OutcomeListener,
  commandId: string,
  pauseMs: number,
): Promise<Announcement | undefined> {
  return new Promise((resolve) => {
    const finish = (announcement?: Announcement): void => {
      clearTimeout(timer);
      listener.events.off(commandId, finish);
      resolve(announcement);
    };
    const timer = setTimeout(finish, pauseMs);
    listener.events.on(commandId, finish);
  });
}

/**
 * Requests that arrive while a batch is being committed share the next one: one transaction and one enqueue for all
 * of them. At one client a batch holds one command and nothing waits.
 */
function batchAccepts(
  store: CommandStore,
  producer: Producer,
): (command: AcceptedCommand, isDurable: boolean) => Promise<boolean> {
  interface Waiting {
    command: AcceptedCommand;
    isDurable: boolean;
    resolve: (isAccepted: boolean) => void;
    reject: (fault: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let batchesRunning = 0;

  const runBatch = async (): Promise<void> => {
    const batch = waiting.splice(0, acceptBatchMax);
    if (batch.length === 0) return;
    batchesRunning += 1;
    try {
      const accepted = await store.accept(
        batch.map(({ command }) => command),
        batch.some(({ isDurable }) => isDurable),
      );
      const dispatches: Dispatch[] = [];
      for (const { command, resolve } of batch) {
        const isAccepted = accepted.has(command.id);
        if (isAccepted) {
          const { organization_id, id, name, queue } = command;
          dispatches.push({ organization_id, command_id: id, name, queue, dispatches: firstDispatch });
        }
        resolve(isAccepted);
      }
      if (dispatches.length > 0) void producer.dispatch(dispatches);
    } catch (fault) {
      for (const { reject } of batch) reject(fault);
    } finally {
      batchesRunning -= 1;
      if (waiting.length > 0) void runBatch();
    }
  };

  return (command, isDurable) =>
    new Promise((resolve, reject) => {
      waiting.push({ command, isDurable, resolve, reject });
      // Two batches at once: one commits while the next one's statement is already on its way.
      if (batchesRunning < 2) queueMicrotask(() => void runBatch());
    });
}
