/** Tells carriers of manifests: one call to the outside for each thing a carrier can do when an answer is lost. */
import { inTenant } from '../../db/database.ts';
import { enqueueCommands } from '../../db/engine/commands.write.ts';
import { claimManifests, type ClaimedManifest } from '../../db/parcels/manifest-calls.write.ts';
import { keepLabelFile } from '../../db/parcels/labels.write.ts';
import { newId } from '../../domain/new-id.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import type { FarSide } from '../../domain/parcels/carriers.ts';
import { manifestCommands } from '../../queues/parcels/manifests.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/scheduled.ts';
import {
  defineCall,
  type Call,
  type CallDefinition,
  type Outcome,
  type Outward,
} from '../outside/define-call.ts';
import { cut, lineOf, type Carrier, type Line, type Manifested } from './carrier.ts';
import { carriers } from './carriers.ts';

type Manifesting = NonNullable<Carrier['manifest']>;

export function startCallingManifests(parts: Outward): Pick<Call, 'stop'> {
  const of = (farSide: FarSide) => calling(parts, farSide);
  const lostMs = ({ lost_ms: ms }: ClaimedManifest): number | null => ms;
  const calls = [
    defineCall<ClaimedManifest, Manifested>(
      {
        ...of('answers'),
        farSide: 'answers',
        ask: (due) => reaching(parts, due, ({ ask }, line) => ask(line, due)),
        lostMs,
        settleAfterMs: ({ settle_after_seconds: seconds }) => seconds * 1000,
      },
      parts,
    ),
    defineCall<ClaimedManifest, Manifested>({ ...of('deduplicates'), farSide: 'deduplicates' }, parts),
    defineCall<ClaimedManifest, Manifested>({ ...of('neither'), farSide: 'neither', lostMs }, parts),
  ];
  return {
    stop: async () => {
      await Promise.all(calls.map((call) => call.stop()));
    },
  };
}

function calling(
  parts: Outward,
  farSide: FarSide,
): Omit<CallDefinition<ClaimedManifest, Manifested>, 'farSide'> {
  return {
    name: `manifests of a carrier that ${farSide}`,
    wake: 'labels',
    atOnce: 4,
    atOnceOfOne: 2,
    claimSeconds: 90,
    backoff: { delaysSeconds: [1, 2, 4, 8, 15, 30, 60, 120, 300, 600], isEndless: true, jitter: 0.2 },
    claim: async (room, seconds) => {
      const claimed = await claimManifests(parts.database, farSide, room, seconds);
      return { claimed, isMore: claimed.length > 0 };
    },
    send: (due) => reaching(parts, due, ({ send }, line) => send(line, due)),
    settle: (due, outcome, next) => settle(parts, due, outcome, next),
  };
}

async function reaching<R>(
  parts: Outward,
  due: ClaimedManifest,
  call: (manifesting: Manifesting, line: Line) => Promise<R>,
): Promise<R | { kind: 'unsent' | 'refused'; error: string; isFinal?: boolean }> {
  const { manifest } = carriers[due.adapter];
  if (!manifest) return { kind: 'refused', error: 'The carrier takes no manifests.', isFinal: true };
  const line = lineOf(parts, carriers, { ...due, id: due.account_id });
  return typeof line === 'string' ? { kind: 'unsent', error: line } : call(manifest, line);
}

/** Recorded by a command, since it is told; its paper is kept with it. */
async function settle(
  { database, producer }: Outward,
  { organization_id, id, claim, far_side: farSide }: ClaimedManifest,
  outcome: Outcome<Manifested>,
  { attempts, ms }: NextTry,
): Promise<void> {
  const { name, runs: queue } = manifestCommands.settleManifest;
  const commands = await inTenant(database, { organizationId: organization_id }, async (tx) => {
    const common = { manifest_id: id, claim, attempts };
    const isWaiting = outcome.kind !== 'ok' && outcome.waitMs !== undefined;
    const input =
      outcome.kind === 'ok'
        ? {
            ...common,
            outcome: outcome.kind,
            error: null,
            accepted: {
              manifest_no: outcome.answer.manifest_no,
              file_sha256: outcome.answer.pdf && (await keepLabelFile(tx, outcome.answer.pdf)),
            },
            next_ms: null,
            is_lost_anew: false,
          }
        : {
            ...common,
            // Being asked to wait refuses nothing.
            outcome: outcome.kind === 'refused' && isWaiting ? 'unsent' : outcome.kind,
            error: cut(outcome.error, 1000),
            accepted: null,
            next_ms: ms ?? null,
            is_lost_anew: farSide === 'answers' && !isWaiting,
          };
    const command = { id: newId(), organization_id, name, queue, input, actor: scheduleActor('manifests') };
    await enqueueCommands(tx, [command]);
    return [command];
  });
  await producer.dispatch(dispatchesOf(commands));
}
