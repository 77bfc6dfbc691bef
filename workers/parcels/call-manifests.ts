/** Tells carriers of manifests. */
import { inTenant, type TenantTransaction } from '../../db/database.ts';
import { enqueueCommands } from '../../db/engine/commands.write.ts';
import { claimManifests, type ClaimedManifest } from '../../db/parcels/manifest-calls.write.ts';
import { keepLabelFile } from '../../db/parcels/labels.write.ts';
import { newId } from '../../domain/new-id.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import { manifestCommands } from '../../queues/parcels/manifests.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/scheduled.ts';
import type { Call, Outcome, Outward } from '../outside/define-call.ts';
import { failureOf, startCallsOfAccounts } from './calls-of-accounts.ts';
import { lineOf, type Carrier, type Line, type Manifested } from './carriers/carrier.ts';
import { carriers } from './carriers/carriers.ts';

type Manifesting = Carrier['manifest'];

export function startCallingManifests(parts: Outward): Pick<Call, 'stop'> {
  return startCallsOfAccounts<ClaimedManifest, Manifested>(parts, {
    name: 'manifests',
    atOnce: 4,
    atOnceOfOne: 2,
    claim: (farSide, room, seconds) => claimManifests(parts.database, { farSide, room, seconds }),
    send: (due) => reaching(parts, due, ({ send }, line) => send(line, due)),
    ask: (due) => reaching(parts, due, ({ ask }, line) => ask(line, due)),
    lostMs: ({ lost_ms: ms }) => ms,
    settle: (due, outcome, next) => settle(parts, due, outcome, next),
  });
}

async function reaching<R>(
  parts: Outward,
  due: ClaimedManifest,
  call: (manifesting: Manifesting, line: Line) => Promise<R>,
): Promise<R | { kind: 'unsent'; error: string }> {
  const line = lineOf(parts, carriers, { ...due, id: due.account_id });
  return typeof line === 'string'
    ? { kind: 'unsent', error: line }
    : call(carriers[due.adapter].manifest, line);
}

/** Recorded by a command, since it is told; its papers are kept with it. */
async function settle(
  { database, producer }: Outward,
  due: ClaimedManifest,
  outcome: Outcome<Manifested>,
  next: NextTry,
): Promise<void> {
  const { organization_id, id, claim } = due;
  const { name, runs: queue } = manifestCommands.settleManifest;
  const commands = await inTenant(database, { organizationId: organization_id }, async (tx) => {
    const done = { claim, attempts: next.attempts, error: null, next_ms: null, is_lost_anew: false };
    const input =
      outcome.kind === 'ok'
        ? {
            ...done,
            outcome: outcome.kind,
            accepted: await kept(tx, due, outcome.answer),
          }
        : { ...failureOf(due, outcome, next), accepted: null };
    const command = {
      id: newId(),
      organization_id,
      name,
      queue,
      input: { manifest_id: id, ...input },
      actor: scheduleActor('manifests'),
    };
    await enqueueCommands(tx, [command]);
    return [command];
  });
  await producer.dispatch(dispatchesOf(commands));
}

async function kept(
  tx: TenantTransaction,
  { labels }: ClaimedManifest,
  { manifest_no, papers, taken, why }: Manifested,
) {
  const hashes: string[] = [];
  for (const paper of papers) hashes.push(await keepLabelFile(tx, paper));
  const [first = null, ...more] = hashes;
  return {
    manifest_no,
    file_sha256: first,
    more_files: more,
    label_ids: taken ?? labels.map(({ id }) => id),
    ...(why ? { why } : {}),
  };
}
