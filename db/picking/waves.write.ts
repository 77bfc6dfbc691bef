/**
 * Waves: which shipments are picked together. A newly committed shipment automatically joins the open wave of its
 * warehouse, ship mode and cutoff. Lock order: order, shipment, pick task, balances, wave, number counters.
 */
import { newId } from '../../domain/new-id.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { waveStates, type ExclusionReason, type WaveStatus } from '../../domain/picking/wave-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { stateReached } from '../state-columns.ts';
import { unpickableBecause } from './unpickable.ts';

export interface Wave {
  id: string;
  wave_no: string;
  warehouse_id: string;
  ship_mode: string;
  status: WaveStatus;
  cutoff: Date | null;
}

const columns = sql`id, wave_no, warehouse_id, ship_mode, status, cutoff`;

export interface WaveKey {
  warehouse_id: string;
  ship_mode: string;
  cutoff: string | null;
  is_manual: boolean;
  template_id?: string;
  priority?: number;
}

/** Locks a wave, in turn after the commits that are joining it. Refuses 404 NOT_FOUND. */
export async function lockWave(tx: TenantTransaction, id: string): Promise<Wave> {
  await execute(tx, sql`select enter_wave_alone(${id}::uuid)`);
  const found = await row<Wave>(
    tx,
    sql`select ${columns} from waves where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw notFound('wave');
  return found;
}

interface WaveCounts {
  pick_task_count?: number;
  shipment_count?: number;
  excluded_count?: number;
  cancelled_pick_tasks?: number;
}

/** Writes a wave's new status and date and emits the event. The caller holds the wave locked. */
export async function moveWave(
  work: StockPosting,
  wave: Wave,
  to: WaveStatus,
  more: WaveCounts = {},
): Promise<Wave> {
  const { tx, organizationId } = work;
  await execute(
    tx,
    sql`update waves set ${assignments({ ...stateReached(waveStates, to), updated_at: sql`now()` })}
      where organization_id = ${organizationId} and id = ${wave.id}`,
  );
  emitWave(work, { ...wave, status: to }, wave.status, to, more);
  return { ...wave, status: to };
}

function emitWave(
  work: StockPosting,
  wave: Wave,
  before: WaveStatus | null,
  what: WaveStatus | 'opened',
  more: WaveCounts = {},
): void {
  work.emit({
    type: `wave.${what}`,
    subject_type: 'wave',
    subject_id: wave.id,
    data: {
      wave_id: wave.id,
      wave_no: wave.wave_no,
      warehouse_id: wave.warehouse_id,
      status: wave.status,
      previous_status: before,
      ...more,
    },
  });
}

/** Creates an open wave. Undefined when one with the same warehouse, ship mode and cutoff is already open. */
export async function insertWave(work: StockPosting, key: WaveKey): Promise<Wave | undefined> {
  const { tx, organizationId } = work;
  const number = await work.takeNumber('WAVE');
  const { template_id = null, priority = 100 } = key;
  const made = await row<Wave>(
    tx,
    sql`insert into waves (organization_id, id, wave_no, warehouse_id, ship_mode, cutoff, is_manual, template_id, priority)
     values (${organizationId}, ${newId()}, ${number}, ${key.warehouse_id}, ${key.ship_mode}, ${key.cutoff}, ${key.is_manual}, ${template_id}, ${priority}) on conflict do nothing returning ${columns}`,
  );
  if (made) emitWave(work, made, null, 'opened');
  return made;
}

/**
 * The open wave of exactly this warehouse, ship mode and cutoff, locked for adding or removing shipments; created when
 * there is none.
 */
export async function openWaveOf(
  work: StockPosting,
  key: Omit<WaveKey, 'is_manual' | 'template_id' | 'priority'>,
): Promise<{ wave: Wave; isNew: boolean }> {
  const { tx, organizationId } = work;
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const found = await row<{ id: string }>(
      tx,
      sql`select id from waves where organization_id = ${organizationId} and warehouse_id = ${key.warehouse_id} and ship_mode = ${key.ship_mode}
          and cutoff is not distinct from ${key.cutoff}::timestamptz and status = 'open' and not is_manual`,
    );
    const wave = found && (await lockWave(tx, found.id));
    if (wave?.status === 'open') return { wave, isNew: false };
    const made = await insertWave(work, { ...key, is_manual: false });
    if (made) return { wave: made, isNew: true };
  }
  throw tooBusy();
}

// Each lost turn means that another transaction opened or released a wave meanwhile.
const turnsMax = 20;
const tooBusy = (): Refusal =>
  new Refusal('UNAVAILABLE', 'Waves are being opened and released too quickly; try again.');

interface Joining {
  id: string;
  merchant_id: string;
}

/**
 * Shipments at commit of one warehouse and ship mode join the open wave with the next cutoff, or else the one without a
 * cutoff, which is created when missing. The wave is entered first, and a release takes it alone, so no shipment is lost
 * in between.
 */
export async function joinOpenWave(
  work: StockPosting,
  { warehouse_id, ship_mode }: Pick<WaveKey, 'warehouse_id' | 'ship_mode'>,
  shipments: readonly Joining[],
): Promise<void> {
  const { tx, organizationId } = work;
  const joining = shipments.map(({ id, merchant_id }) => ({ id, merchant_id }));
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const joined = await row(
      tx,
      sql`with open as materialized (
         select enter_open_wave(${organizationId}::uuid, ${warehouse_id}::uuid, ${ship_mode}) as id)
       insert into wave_shipments (organization_id, wave_id, shipment_id, merchant_id)
       select ${organizationId}::uuid, open.id, s.id, s.merchant_id
         from open cross join jsonb_to_recordset(${JSON.stringify(joining)}::jsonb) as s (id uuid, merchant_id uuid)
        where open.id is not null
       on conflict (organization_id, wave_id, shipment_id) do update
         set is_active = true, excluded_reason = null, joined_at = now()
       returning wave_id`,
    );
    if (joined) return;
    await insertWave(work, { warehouse_id, ship_mode, cutoff: null, is_manual: false });
  }
  throw tooBusy();
}

/** Adds locked shipments that are in no active wave to a wave. */
export async function addToWave(
  tx: TenantTransaction,
  waveId: string,
  shipments: readonly { id: string; merchant_id: string }[],
): Promise<void> {
  if (shipments.length === 0) return;
  await execute(
    tx,
    sql`insert into wave_shipments (organization_id, wave_id, shipment_id, merchant_id)
     select ${tx.organizationId}::uuid, ${waveId}::uuid, id, merchant_id from jsonb_to_recordset(${JSON.stringify(shipments)}::jsonb) as s (id uuid, merchant_id uuid)
     on conflict (organization_id, wave_id, shipment_id) do update
       set is_active = true, excluded_reason = null, joined_at = now()`,
  );
}

/** Removes shipments from an open wave. Returns how many were in it. */
export async function takeFromWave(
  tx: TenantTransaction,
  waveId: string,
  shipmentIds: readonly string[],
): Promise<string[]> {
  const taken = await rows<{ shipment_id: string }>(
    tx,
    sql`delete from wave_shipments where organization_id = ${tx.organizationId} and wave_id = ${waveId} and is_active = true and shipment_id = any (${[...shipmentIds]}::uuid[])
      returning shipment_id`,
  );
  return taken.map(({ shipment_id: id }) => id);
}

/** The active shipments of a wave, or some. Read once to know what to lock, and again under the wave's lock. */
export async function activeShipments(
  tx: TenantTransaction,
  waveId: string,
  { after = null, limit = null }: { after?: string | null; limit?: number | null } = {},
): Promise<string[]> {
  const found = await rows<{ shipment_id: string }>(
    tx,
    sql`select shipment_id from wave_shipments where organization_id = ${tx.organizationId} and wave_id = ${waveId} and is_active
           and (${after}::uuid is null or shipment_id > ${after}) order by shipment_id limit ${limit}::bigint`,
  );
  return found.map(({ shipment_id: id }) => id);
}

/** Excludes shipments from a wave, each with its reason. */
export async function excludeFromWave(
  tx: TenantTransaction,
  waveId: string,
  excluded: readonly { shipment_id: string; reason: ExclusionReason }[],
): Promise<void> {
  if (excluded.length === 0) return;
  await execute(
    tx,
    sql`update wave_shipments w set is_active = false, excluded_reason = e.reason
       from jsonb_to_recordset(${JSON.stringify(excluded)}::jsonb) as e (shipment_id uuid, reason text)
      where w.organization_id = ${tx.organizationId} and w.wave_id = ${waveId} and w.shipment_id = e.shipment_id`,
  );
}

/** Which of these locked shipments cannot be picked in a wave now, and why. */
export async function unpickable(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<{ shipment_id: string; reason: ExclusionReason }[]> {
  return rows(
    tx,
    sql`select id as shipment_id, reason from (
       select s.id,
              ${unpickableBecause(tx)} as reason
         from wms_shipments s where s.organization_id = ${tx.organizationId} and s.id = any (${[...shipmentIds]}::uuid[])) judged
      where reason is not null order by id`,
  );
}

/** Releases all shipments of a wave that has ended. */
export async function endWaveShipments(tx: TenantTransaction, waveId: string): Promise<void> {
  await execute(
    tx,
    sql`update wave_shipments set is_active = false
      where organization_id = ${tx.organizationId} and wave_id = ${waveId} and is_active = true`,
  );
}
