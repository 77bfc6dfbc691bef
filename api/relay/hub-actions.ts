/**
 * What a hub may do, the same over the link and over HTTP. Anything that changes labels or printers is a command and
 * leaves an audit trail; a hub's or printer's presence is written directly.
 *
 * A label is offered while its transaction commits (`signalAhead`): a hub linked to this process opens its printer and
 * writes its claim to its own disk meanwhile. The claim waits here until that transaction has ended (`committing`); if it
 * failed there is no job and nothing is claimed. So no byte reaches a printer before the claim of a committed job is
 * itself committed. A hub linked to another process is woken after the commit.
 */
import type { Database } from '../../db/database.ts';
import { inTenant } from '../../db/database.ts';
import { isPrinterOfHub, readHubDesk, type HubDesk } from '../../db/printing/hub-desk.read.ts';
import type { HubIdentity } from '../../db/printing/hubs.read.ts';
import {
  findByClaim,
  queuedForHub,
  type ClaimedRow,
  type OfferRow,
} from '../../db/printing/print-jobs.read.ts';
import { notFound } from '../../domain/refusal.ts';
import type { Command } from '../../queues/engine/define-command.ts';
import type { Actor } from '../../queues/engine/accepted-command.ts';
import type { Gateway } from '../../queues/engine/gateway.ts';
import { deviceCommands } from '../../queues/printing/devices.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Infer } from '../../queues/schema.ts';
import { commandFailed, refusalFromOutcome } from '../http/errors.ts';
import type { BacklogMessage, LedgerDevice, ResultMessage, Sighting } from './hub-messages.ts';

/** An authenticated hub, and the address it connects from. */
export interface HubCaller {
  hub: HubIdentity;
  ip: string;
  request_id: string;
}

type BacklogOutcome = Infer<typeof deviceCommands.decideBacklog.result>;

export type ClaimAnswer = { job: ClaimedRow } | { job: null; reason: string };

/** Records that a hub and its printers are present. Refuses HUB_REVOKED. */
export type RecordHeartbeat = (hub: HubIdentity, devices: Sighting[]) => Promise<void>;

export interface HubActions {
  /** `deviceId` is the printer the job was offered for: a job that was moved meanwhile is not claimed. */
  claim(caller: HubCaller, printJobId: string, claimId: string, deviceId?: string): Promise<ClaimAnswer>;
  /** The oldest queued job of these printers, if there is one now; or the job the claim already holds. */
  claimNext(caller: HubCaller, claimId: string, deviceIds: readonly string[]): Promise<ClaimedRow | null>;
  /** False if the job no longer exists. */
  recordResult(caller: HubCaller, printJobId: string, result: ResultMessage): Promise<boolean>;
  /** Returns the ids of those that another hub has. */
  syncDevices(
    caller: HubCaller,
    devices: LedgerDevice[],
    facts?: { version: string; platform: string },
  ): Promise<string[]>;
  heartbeat(caller: HubCaller, devices: Sighting[]): Promise<void>;
  /** What the hub's page shows: these jobs of its own in words, what waits for its printers, and what they ask. */
  desk(caller: HubCaller, printJobIds: readonly string[]): Promise<HubDesk>;
  /** A person at the hub says what becomes of what a printer found waiting. Refuses 404, 409 NO_BACKLOG. */
  decideBacklog(caller: HubCaller, choice: BacklogMessage): Promise<BacklogOutcome>;
  queued(caller: HubCaller, deviceIds: readonly string[] | null, limit: number): Promise<OfferRow[]>;
}

// A long poll that loses a race tries a few more jobs before it waits again.
const candidatesMax = 5;
const waitingShownMax = 20;

export function createHubActions(
  database: Database,
  gateway: Gateway,
  recordHeartbeat: RecordHeartbeat,
  /** For a job offered ahead of its commit: settles when that has ended. */
  committing: (printJobId: string) => Promise<void> | undefined,
): HubActions {
  const read = <T>(caller: HubCaller, run: Parameters<typeof inTenant<T>>[2]): Promise<T> =>
    inTenant(database, { organizationId: caller.hub.organization_id }, run, { readOnly: true });

  const queued: HubActions['queued'] = (caller, deviceIds, limit) =>
    read(caller, (tx) => queuedForHub(tx, caller.hub.id, deviceIds, limit));

  const claim: HubActions['claim'] = async (caller, printJobId, claimId, deviceId) => {
    const { id: hubId } = caller.hub;
    await committing(printJobId);
    const { reason, label } = await runCommand(gateway, caller, printJobCommands.claimJob, {
      hub_id: hubId,
      print_job_id: printJobId,
      claim_id: claimId,
      ...(deviceId === undefined ? {} : { device_id: deviceId }),
    });
    if (!label) return { job: null, reason: reason ?? 'NOT_FOUND' };
    return { job: { ...label, print_job_id: printJobId, claim_id: claimId } };
  };

  return {
    claim,
    async claimNext(caller, claimId, deviceIds) {
      const { id: hubId } = caller.hub;
      const held = await read(caller, (tx) => findByClaim(tx, hubId, claimId));
      if (held) return held;
      if (deviceIds.length === 0) return null;
      for (const { print_job_id: id, device_id } of await queued(caller, deviceIds, candidatesMax)) {
        const { job } = await claim(caller, id, claimId, device_id);
        if (job) return job;
      }
      return null;
    },
    async recordResult(caller, printJobId, { claim_id, status, error, verified, may_have_printed }) {
      const { is_known: isKnown } = await runCommand(gateway, caller, printJobCommands.recordResult, {
        hub_id: caller.hub.id,
        print_job_id: printJobId,
        claim_id,
        status,
        error: error ?? null,
        verified: verified ?? false,
        may_have_printed: may_have_printed ?? status === 'done',
      });
      return isKnown;
    },
    async syncDevices(caller, devices, facts) {
      const input = { hub_id: caller.hub.id, devices, ...facts };
      return (await runCommand(gateway, caller, deviceCommands.syncDevices, input)).foreign;
    },
    desk: (caller, printJobIds) =>
      read(caller, (tx) => readHubDesk(tx, caller.hub.id, printJobIds, waitingShownMax)),
    async decideBacklog(caller, choice) {
      const isOurs = await read(caller, (tx) => isPrinterOfHub(tx, caller.hub.id, choice.device_id));
      if (!isOurs) throw notFound('print device');
      return runCommand(gateway, caller, deviceCommands.decideBacklog, choice);
    },
    heartbeat: ({ hub }, devices) => recordHeartbeat(hub, devices),
    queued,
  };
}

/** Runs an inline command on behalf of the hub. Throws the refusal if it is refused. */
export async function runCommand<I, R>(
  gateway: Gateway,
  caller: { hub: Pick<HubIdentity, 'organization_id' | 'name'>; ip: string; request_id: string },
  command: Command<string, I, R>,
  input: I,
): Promise<R> {
  const actor: Actor = {
    token_id: null,
    member_id: null,
    name: `hub ${caller.hub.name}`,
    permissions: [],
    merchant_id: null,
    ip: caller.ip,
    request_id: caller.request_id,
  };
  const submission = { command, input, organizationId: caller.hub.organization_id, actor };
  const submitted = await gateway.submit(submission, 0);
  if (submitted.kind !== 'outcome') throw new Error(`${command.name} did not run inline.`);
  const { outcome } = submitted;
  if (outcome.state === 'done') return outcome.result as R;
  if (outcome.state === 'refused') throw refusalFromOutcome(outcome);
  throw commandFailed(submitted.commandId);
}
