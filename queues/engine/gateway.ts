/**
 * How a command submitted by a request is processed: accepted (one committed row), enqueued (best effort), awaited (for
 * a limited time). The outcome comes from an announcement or from the row, whichever is first; the row is the truth.
 */
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { batchAccepts, type AcceptStore } from './accept-batches.ts';
import type { IdempotencyClaim } from './accepted-command.ts';
import { openInlineLanes } from './inline-lanes.ts';
import type { SentCommand } from './lane-jobs.ts';
import { openLanes, type Lanes } from './lanes.ts';
import { openLoneCommands } from './lone-commands.ts';
import type { OpenCommands } from './open-commands.ts';
import type { OutcomeListener } from './outcomes.ts';
import { lanePolicy, type LanePolicy } from './policies.ts';
import type { Producer } from './producer.ts';
import type { RunInline, RunLone, Submission } from './submission.ts';
import { openWaitingRoom, type Outcome, type ReadOutcomes } from './waiting-room.ts';

/** The earlier use of an idempotency key. */
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

/** What the gateway needs from the database; db/engine/commands.write.ts is the only implementation. */
export interface CommandStore extends AcceptStore {
  /** The outcomes of the finished ones, in one statement. */
  outcomes: ReadOutcomes;
  /**
   * Whether the row exists and is on disk: its own commit may not have waited for the disk, and a database crash may
   * have lost it.
   */
  isKept(organizationId: string, commandId: string): Promise<boolean>;
  earlierUse(organizationId: string, claim: IdempotencyClaim): Promise<EarlierUse | undefined>;
  /** Claims a key for a request that is no command itself. False when a different request holds it. */
  claimKey(organizationId: string, claim: IdempotencyClaim): Promise<boolean>;
}

/** An accepted command after the wait for it. */
export type Followed =
  | { kind: 'outcome'; commandId: string; outcome: Outcome }
  | { kind: 'pending'; commandId: string };

export type Submitted = Followed | { kind: 'earlier'; use: EarlierUse };

export interface Gateway {
  /** Accepts the command and waits at most `waitMs` for its outcome. */
  submit(submission: Submission, waitMs: number): Promise<Submitted>;
  /** The earlier use of the key, if there was one. */
  earlierUse(organizationId: string, claim: IdempotencyClaim): Promise<EarlierUse | undefined>;
  /** Claims a key for a request of many commands. False when a different request holds it. */
  claimKey(organizationId: string, claim: IdempotencyClaim): Promise<boolean>;
  /** Waits at most `waitMs` for the outcome of a command accepted earlier. */
  follow(organizationId: string, commandId: string, waitMs: number): Promise<Followed>;
  /** Refuses 429 RATE_LIMITED when the organization has as many open commands as it may. */
  assertRoom(organizationId: string, openMax: number, openShare?: number): Promise<void>;
  /**
   * The process is shutting down: waits end within two seconds, and their callers follow the operation on another
   * process.
   */
  stopWaiting(): void;
}

export function openGateway(
  store: CommandStore,
  producer: Producer,
  listener: OutcomeListener,
  { runInline, runLone }: { runInline: RunInline; runLone: RunLone },
  open: OpenCommands,
  policy: LanePolicy = lanePolicy,
): Gateway {
  const lone = openLoneCommands(runLone, listener, policy);
  const lanes = openLanes(batchAccepts(store, producer), producer, listener, policy, lone);
  const inline = openInlineLanes(runInline, policy);
  const room = openWaitingRoom(store.outcomes, listener);

  let isStopping = false;

  return {
    assertRoom: open.assertRoom,
    async follow(organizationId, commandId, waitMs) {
      const waiter = room.enter({ organization_id: organizationId, command_id: commandId });
      try {
        const outcome = await waiter.outcomeWithin(waitMs);
        return outcome
          ? { kind: 'outcome', commandId, outcome }
          : await pendingIn(store, organizationId, commandId);
      } finally {
        waiter.leave();
      }
    },
    earlierUse: (organizationId, claim) => store.earlierUse(organizationId, claim),
    claimKey: (organizationId, claim) => store.claimKey(organizationId, claim),
    stopWaiting: () => {
      isStopping = true;
      room.close();
    },
    async submit(submission, patienceMs) {
      const waitMs = isStopping ? 0 : patienceMs;
      const commandId = newId();
      const { command, organizationId, input, actor, idempotency } = submission;
      const earlier = async (): Promise<Submitted> => ({
        kind: 'earlier',
        use: (await store.earlierUse(organizationId, idempotency!))!,
      });
      if (command.runs === 'inline') {
        const outcome = await inline.send({ ...submission, commandId });
        return outcome === 'key_taken' ? earlier() : { kind: 'outcome', commandId, outcome };
      }
      const { name, runs: queue } = command;
      const sent = { id: commandId, organization_id: organizationId, name, queue, input, actor, idempotency };
      const waiter = room.enter({ organization_id: organizationId, command_id: commandId });
      try {
        const isAccepted = await acceptedInRoom({ store, open, lanes }, submission, sent, waitMs === 0);
        // Without a key, it is the command's own id that is taken: it was run, and nobody heard of its commit.
        if (!isAccepted && idempotency) return await earlier();
        if (waitMs === 0) return { kind: 'pending', commandId };
        const outcome = await waiter.outcomeWithin(waitMs);
        if (!outcome) return await pendingIn(store, organizationId, commandId);
        return { kind: 'outcome', commandId, outcome };
      } finally {
        waiter.leave();
      }
    },
  };
}

async function pendingIn(store: CommandStore, organizationId: string, commandId: string): Promise<Followed> {
  if (await store.isKept(organizationId, commandId)) return { kind: 'pending', commandId };
  throw new Refusal('UNAVAILABLE', 'The request was lost with the database it reached; send it again.');
}

/** False when its idempotency key was used before. Refuses 429 RATE_LIMITED; a repeated request is never too many. */
async function acceptedInRoom(
  { store, open, lanes }: { store: CommandStore; open: OpenCommands; lanes: Lanes },
  { command, openMax = Infinity, openShare, idempotency }: Submission,
  sent: SentCommand,
  isDurable: boolean,
): Promise<boolean> {
  let settle: (isAccepted: boolean) => void;
  try {
    settle = await open.take(sent.organization_id, openMax, openShare);
  } catch (refusal) {
    if (idempotency && (await store.earlierUse(sent.organization_id, idempotency))) return false;
    throw refusal;
  }
  let isAccepted = false;
  try {
    isAccepted = await lanes.send(command, sent, isDurable);
    return isAccepted;
  } finally {
    settle(isAccepted);
  }
}
