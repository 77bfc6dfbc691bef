/** How the progress of picks moves their waves. Lock order: order, shipment, pick task, balances, wave. */
import { groupBy } from '../../domain/group-by.ts';
import { runningWaveStates, waveStates } from '../../domain/picking/wave-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { isOneOf } from '../state-columns.ts';
import { endWaveShipments, lockWave, moveWave, type Wave } from './waves.write.ts';

/** A command that finished picks of a wave, or took its first. */
export interface PickedOf {
  work: StockPosting;
  wave_id: string;
}

/**
 * Brings waves in line with their tasks: picking once one was taken, completed once none is left. Who finds an open task
 * that nobody holds leaves the rest to whoever picks it, and keeps it until then: that picker sees this work. Only who
 * finds none locks the wave, through which those who finish the last tasks see each other's.
 */
export async function updateWaves(tx: TenantTransaction, picked: readonly PickedOf[]): Promise<void> {
  const byWave = groupBy(picked, ({ wave_id: id }) => id);
  for (const id of [...byWave.keys()].sort()) {
    if (await isLeftToOthers(tx, id)) continue;
    await updateWave(
      tx,
      id,
      byWave.get(id)!.map(({ work }) => work),
    );
  }
}

async function isLeftToOthers(tx: TenantTransaction, waveId: string): Promise<boolean> {
  const found = await row<{ is_left: boolean | null }>(
    tx,
    sql`select case when status = 'picking' then wave_has_free_pick(organization_id, id) end as is_left
          from waves where organization_id = ${tx.organizationId} and id = ${waveId}`,
  );
  return found?.is_left === true;
}

async function updateWave(
  tx: TenantTransaction,
  waveId: string,
  works: readonly StockPosting[],
): Promise<void> {
  let wave = await lockWave(tx, waveId);
  if (!runningWaveStates.includes(wave.status)) return;
  const rest = await row<{ left: boolean }>(
    tx,
    sql`select wave_has_picks_left(${tx.organizationId}, ${waveId}) as left`,
  );
  const isLeft = rest!.left;
  // The first of several began what the last of them completes.
  if (wave.status === 'released' && (isLeft || works.length > 1))
    wave = await moveWave(works[0]!, wave, nextState(waveStates, wave.status, 'start_picking'));
  if (!isLeft) await completeWave(works.at(-1)!, wave);
}

/**
 * Begins the waves whose first picks were taken. The others, most by far, are not even locked: who takes a pick never
 * completes one.
 */
export async function beginWaves(tx: TenantTransaction, taken: readonly PickedOf[]): Promise<void> {
  const firstOf = new Map(taken.toReversed().map((one) => [one.wave_id, one]));
  const released = await rows<{ id: string }>(
    tx,
    sql`select id from waves
         where organization_id = ${tx.organizationId} and id = any (${[...firstOf.keys()]}::uuid[]) and status = 'released'`,
  );
  if (released.length > 0)
    await updateWaves(
      tx,
      released.map(({ id }) => firstOf.get(id)!),
    );
}

/** Completes a released wave with nothing left to pick, which frees its shipments. */
export async function completeWave(work: StockPosting, wave: Wave): Promise<void> {
  await endWaveShipments(work.tx, wave.id);
  await moveWave(work, wave, nextState(waveStates, wave.status, 'complete'));
}

/** A shipment that leaves its wave, and the command that makes it. */
export interface Leaving {
  work: StockPosting;
  shipment_id: string;
}

/** Ends the part of locked shipments in their waves, and takes those further that are running. */
export async function leaveWaves(tx: TenantTransaction, leaving: readonly Leaving[]): Promise<void> {
  await updateWaves(tx, await endInWaves(tx, leaving));
}

/**
 * Ends the part of locked shipments in their waves. Returns those whose wave is running. An open one is not even locked:
 * who releases it locks its shipments first, so it is open until this transaction ends.
 */
export async function endInWaves(tx: TenantTransaction, leaving: readonly Leaving[]): Promise<PickedOf[]> {
  if (leaving.length === 0) return [];
  const left = await rows<{ shipment_id: string; wave_id: string }>(
    tx,
    sql`with ended as (
       update wave_shipments set is_active = false
        where organization_id = ${tx.organizationId} and is_active
          and shipment_id = any (${leaving.map(({ shipment_id: id }) => id)}::uuid[])
       returning wave_id, shipment_id)
     select e.shipment_id, e.wave_id
       from ended e join waves w on w.organization_id = ${tx.organizationId} and w.id = e.wave_id
      where ${isOneOf('w.status', runningWaveStates)}`,
  );
  const waveOf = new Map(left.map((one) => [one.shipment_id, one.wave_id]));
  return leaving.flatMap(({ work, shipment_id: id }) => {
    const waveId = waveOf.get(id);
    return waveId ? [{ work, wave_id: waveId }] : [];
  });
}
