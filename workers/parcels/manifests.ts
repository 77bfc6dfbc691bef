/**
 * Manifests: the labels of the day are taken onto one, which its carrier is told outside of any transaction; what came of
 * that is recorded, or decided by a person. That it was taken is a fact, however late it is learned.
 */
import { findAccount, type AccountRow } from '../../db/parcels/accounts.read.ts';
import { lockAccount } from '../../db/parcels/accounts.write.ts';
import { releaseSaid } from '../../db/parcels/said.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { newId } from '../../domain/new-id.ts';
import { onManifestMax, refundsManifested, sellsForMany } from '../../domain/parcels/carriers.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { manifestCommands } from '../../queues/parcels/manifests.ts';
import { assertOperator } from '../acting-person.ts';
import { settled } from '../../db/parcels/labels.write.ts';
import {
  carriersToManifest,
  changeManifest,
  countLeft,
  countUnnamed,
  insertManifest,
  leaveManifest,
  lockManifest,
  markManifested,
  takeOntoManifest,
  type LockedManifest,
} from '../../db/parcels/manifests.write.ts';
import { takeBackUnneeded } from '../../db/parcels/unneeded-labels.write.ts';
import { documentOf, labelEvent, manifestEvent } from '../../domain/parcels/events.ts';
import { manifestStates } from '../../domain/parcels/manifest-states.ts';
import { allowedFrom, nextState } from '../../domain/state-machine.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const createManifest: Handler<typeof manifestCommands.createManifest> = async (work, input) => {
  const { tx, actor, signal } = work;
  assertOperator(work);
  const { account_id, warehouse_id, ship_date = null } = input;
  const account = await findAccount(tx, account_id);
  if (!account) throw unknownReference('account_id', 'carrier account');
  await assertReference(tx, 'warehouses', warehouse_id, 'warehouse_id');
  const carrier_code = await carrierOf(work, account, input);
  // Two closes of a day at once: one takes all its labels, the other finds none.
  await lockAccount(tx, account_id);
  const manifest = { id: newId(), account_id, warehouse_id, carrier_code, ship_date, created_by: actor.name };
  await insertManifest(tx, manifest);
  const isOfMany = sellsForMany(account.adapter);
  if ((await takeOntoManifest(tx, manifest, isOfMany, onManifestMax(account.adapter))) === 0)
    throw nothingToManifest(input, isOfMany ? await countUnnamed(tx, input) : 0);
  await countLeft(tx, manifest, isOfMany);
  signal({ kind: 'look', reason: 'labels' });
  return { id: manifest.id };
};

const nothingToManifest = (
  { account_id, warehouse_id }: InputOf<typeof manifestCommands.createManifest>,
  unnamed: number,
): Refusal =>
  new Refusal(
    'NOTHING_TO_MANIFEST',
    unnamed === 0
      ? 'No label of the account in this warehouse waits for a manifest.'
      : `What waits for a manifest are ${unnamed} labels of which the carrier has not said yet what it calls them.`,
    { account_id, warehouse_id, unnamed },
  );

/** Whose parcels it is of; null: of the account's one carrier. Refuses 400 CARRIER_NOT_NAMED while several wait. */
async function carrierOf(
  { tx }: Work,
  { adapter }: AccountRow,
  { account_id, warehouse_id, carrier_code: given }: InputOf<typeof manifestCommands.createManifest>,
): Promise<string | null> {
  if (given !== undefined || !sellsForMany(adapter)) return given ?? null;
  const waiting = await carriersToManifest(tx, { account_id, warehouse_id });
  if (waiting.length < 2) return waiting[0] ?? null;
  throw new Refusal(
    'CARRIER_NOT_NAMED',
    `Labels of ${waiting.join(', ')} wait for a manifest: name one, and close the others next.`,
    { carriers: waiting },
  );
}

export const settleManifest: Handler<typeof manifestCommands.settleManifest> = async (work, input) => {
  const { tx } = work;
  const manifest = await lockManifest(tx, input.manifest_id);
  const { id } = manifest;
  if (input.outcome === 'ok') {
    const { manifest_no = null, file_sha256 = null, more_files, label_ids, why } = input.accepted ?? {};
    const [file = null, ...more] = [file_sha256 ?? [], more_files ?? []]
      .flat()
      .map((one) => Buffer.from(one, 'hex'));
    if (allowedFrom(manifestStates, manifest.state, 'find'))
      await taken(
        work,
        manifest,
        'find',
        { manifest_no, file_sha256: file, more_files: more },
        { label_ids, why },
      );
    return { id };
  }
  if (manifest.claim !== input.claim) return { id };
  const isLost = input.outcome === 'unknown' || manifest.is_lost;
  const action = input.outcome === 'refused' ? 'refuse' : isLost ? 'lose' : 'put_off';
  const state = nextState(manifestStates, manifest.state, action);
  const { outcome: kind, error, attempts, next_ms, is_lost_anew } = input;
  await releaseSaid(tx, 'manifests', id, { state, kind, error, attempts, next_ms, is_lost_anew });
  work.signal({ kind: 'look', reason: 'labels' });
  if (state === 'refused') await leaveManifest(tx, id, error);
  if (state !== manifest.state && (state === 'refused' || state === 'unknown'))
    work.emit(manifestEvent(id, state, manifest.state, error));
  return { id };
};

async function taken(
  work: Work,
  manifest: LockedManifest,
  action: 'find' | 'adopt',
  facts: Record<string, unknown>,
  { label_ids: named, why }: { label_ids?: readonly string[] | undefined; why?: string | undefined } = {},
): Promise<void> {
  const { tx, emit } = work;
  const state = nextState(manifestStates, manifest.state, action);
  const labels = await markManifested(tx, manifest.id, named, !refundsManifested(manifest.adapter));
  const left = await leaveManifest(tx, manifest.id, why ?? "The carrier's manifest does not name it.");
  const last_error = saysOf(labels.length, named?.length ?? labels.length, left, why);
  await changeManifest(tx, manifest.id, { ...settled, ...facts, state, last_error });
  for (const label of labels) emit(labelEvent(label, 'manifested', { manifest_id: manifest.id }));
  emit(manifestEvent(manifest.id, 'accepted', manifest.state, last_error));
  await takeBackUnneeded(work, labels.map(documentOf));
  work.signal({ kind: 'look', reason: 'labels' });
}

/** What a person is to know of a day that was not taken as it was told; null: nothing. */
function saysOf(marked: number, named: number, left: number, why = ''): string | null {
  const said = [
    named > marked
      ? `Of ${named} labels the carrier took with it, ${named - marked} were free again and have gone another way since: look there.`
      : null,
    left > 0
      ? `The carrier left ${left} of ${marked + left} labels, which are free for another manifest. ${why}`.trim()
      : null,
  ].filter((one) => one !== null);
  return said.length > 0 ? said.join(' ') : null;
}

/** Nobody decides while the carrier is being asked. */
async function decided(
  { tx }: Work,
  id: string,
  action: 'adopt' | 'retry' | 'give_up',
): Promise<LockedManifest> {
  const manifest = await lockManifest(tx, id);
  nextState(manifestStates, manifest.state, action);
  if (manifest.is_claimed)
    throw new Refusal(
      'LABEL_ASKED',
      'The carrier is being told at this moment: see what it answers, then decide.',
      {
        state: manifest.state,
      },
    );
  return manifest;
}

export const adoptManifest: Handler<typeof manifestCommands.adoptManifest> = async (
  work,
  { manifest_id: id, reason, manifest_no = null },
) => {
  const manifest = await decided(work, id, 'adopt');
  await taken(work, manifest, 'adopt', { manifest_no, resolved_by: work.actor.name, resolved_for: reason });
  return { id };
};

export const retryManifest: Handler<typeof manifestCommands.retryManifest> = async (
  work,
  { manifest_id: id, reason },
) => {
  const { state } = await decided(work, id, 'retry');
  const by = { resolved_by: work.actor.name, resolved_for: reason };
  await changeManifest(work.tx, id, { ...settled, ...by, state: nextState(manifestStates, state, 'retry') });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id };
};

export const giveUpManifest: Handler<typeof manifestCommands.giveUpManifest> = async (
  work,
  { manifest_id: id, reason },
) => {
  const { state: previous } = await decided(work, id, 'give_up');
  const by = { resolved_by: work.actor.name, resolved_for: reason };
  const state = nextState(manifestStates, previous, 'give_up');
  await changeManifest(work.tx, id, { ...settled, ...by, state });
  await leaveManifest(work.tx, id, reason);
  work.signal({ kind: 'look', reason: 'labels' });
  work.emit(manifestEvent(id, 'refused', previous, reason));
  return { id };
};
