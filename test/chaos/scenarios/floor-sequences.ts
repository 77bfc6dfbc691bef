/**
 * R12 in the warehouse: one wave, its pick tasks, the shipments and the load they leave on, with actions in any order.
 * Whatever is acted on follows its state table, and so does whatever an action takes along (a load its shipments, a
 * wave its tasks).
 */
import { loadStates } from '../../../domain/shipping/load-states.ts';
import { pickTaskStates } from '../../../domain/picking/pick-task-states.ts';
import { shipmentStates } from '../../../domain/shipping/shipment-states.ts';
import { waveStates } from '../../../domain/picking/wave-states.ts';
import type { Random } from '../../http/random.ts';
import { send } from '../persistent-client.ts';
import type { Rig } from '../rig.ts';
import { judgeAction, leadsTo, type States } from '../state-judge.ts';

interface Kind {
  states: States;
  actions: readonly string[];
  path: string;
  /** What it continues to by itself. */
  continuesWith?: string;
}

// Actions from early in the life cycle are requested more often, so that sequences get far.
const kinds = {
  wave: {
    states: waveStates,
    actions: ['release', 'release', 'release', 'add_shipments', 'remove_shipments', 'cancel'],
    path: '/api/wms/waves',
    // Released with nothing left to pick, it is complete.
    continuesWith: 'complete',
  },
  task: {
    states: pickTaskStates,
    actions: ['claim', 'claim', 'start', 'confirm', 'confirm', 'short', 'unclaim'],
    path: '/api/wms/pick-tasks',
  },
  shipment: {
    states: shipmentStates,
    actions: ['pick', 'pack', 'ship', 'deliver', 'cancel'],
    path: '/api/wms/shipments',
  },
  load: {
    states: loadStates,
    actions: ['start_loading', 'finish_loading', 'ship', 'cancel', 'add_shipments', 'remove_shipments'],
    path: '/api/wms/loads',
  },
} as const satisfies Record<string, Kind>;

type KindName = keyof typeof kinds;
const order: readonly KindName[] = ['wave', 'task', 'task', 'task', 'shipment', 'load'];

interface Floor {
  waveId: string;
  loadId: string;
  shipmentIds: readonly string[];
}

const actionsPerSequence = 12;

/** One sequence; returns how many actions it took and adds anything wrong to `problems`. */
export async function runFloorSequence(rig: Rig, random: Random, problems: string[]): Promise<number> {
  const floor = await openFloor(rig, random);
  const trail: string[] = [];
  let before = await statesOn(rig, floor);
  for (let step = 0; step < actionsPerSequence; step += 1) {
    const name = random.pick(order);
    const kind: Kind = kinds[name];
    const ids = [...before.keys()].filter((id) => id.startsWith(name));
    // Before its release a wave has no tasks.
    if (ids.length === 0) continue;
    const id = random.pick(ids);
    const action = random.pick(kind.actions);
    const more = bodyOf(action, floor, random);
    const answer = await call(rig, 'PATCH', `${kind.path}/${id.split(' ')[1]}`, { action, ...more });
    const after = await statesOn(rig, floor);
    const [from, to] = [before.get(id)!, after.get(id)!];
    trail.push(`${id} ${from} ${action} -> ${answer.status} ${to}`);
    const wrong =
      judgeAction(kind.states, from, action, answer.status, to, kind.continuesWith) ??
      judgeOthers(before, after, id);
    if (wrong) problems.push(`${wrong}: ${trail.join(', ')}; ${JSON.stringify(answer.body).slice(0, 300)}`);
    before = after;
  }
  return trail.length;
}

function judgeOthers(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  actedUpon: string,
): string | undefined {
  for (const [id, from] of before) {
    const to = after.get(id);
    const kind: Kind = kinds[id.split(' ')[0] as KindName];
    if (to === undefined) return `${id} is gone`;
    if (id !== actedUpon && !leadsTo(kind.states, from, to)) return `${id} went from ${from} to ${to}`;
  }
  return undefined;
}

function bodyOf(action: string, { shipmentIds }: Floor, random: Random): object {
  if (action === 'short') return { picked_qty: 0 };
  if (action.endsWith('_shipments')) return { shipment_ids: [random.pick(shipmentIds)] };
  return {};
}

/** Two shipments of one item that is in three locations of its own, an open wave of both and a load of both. */
async function openFloor(rig: Rig, random: Random): Promise<Floor> {
  const { warehouseId } = rig.organization;
  const tag = random.uuid().slice(0, 18);
  const itemId = await made(rig, '/api/wms/items', { sku: tag, name: 'Floor item' });
  for (const shelf of ['a', 'b', 'c']) {
    const place = { warehouse_id: warehouseId, code: `${tag}-${shelf}`, type: 'storage' };
    const found = {
      warehouse_id: warehouseId,
      location_id: await made(rig, '/api/wms/locations', place),
      item_id: itemId,
      qty_delta: 3,
      reason_code: 'found',
    };
    await call(rig, 'POST', '/api/wms/inventory/adjust', found);
  }
  const shipmentIds = [];
  for (const qty of [2, 4]) {
    const shipment = { warehouse_id: warehouseId, lines: [{ item_id: itemId, qty }] };
    shipmentIds.push(await made(rig, '/api/wms/shipments', shipment));
  }
  const both = { warehouse_id: warehouseId, ship_mode: 'parcel', shipment_ids: shipmentIds };
  return {
    shipmentIds,
    waveId: await made(rig, '/api/wms/waves', both),
    loadId: await made(rig, '/api/wms/loads', both),
  };
}

async function statesOn(rig: Rig, { waveId, loadId, shipmentIds }: Floor): Promise<Map<string, string>> {
  const read = async (path: string): Promise<any> => (await call(rig, 'GET', path)).body.data;
  const states = new Map<string, string>([
    [`wave ${waveId}`, (await read(`/api/wms/waves/${waveId}`)).status],
    [`load ${loadId}`, (await read(`/api/wms/loads/${loadId}`)).status],
  ]);
  for (const id of shipmentIds) states.set(`shipment ${id}`, (await read(`/api/wms/shipments/${id}`)).status);
  const tasks: { id: string; status: string }[] = await read(`/api/wms/pick-tasks?wave_id=${waveId}`);
  for (const { id, status } of tasks) states.set(`task ${id}`, status);
  return states;
}

async function made(rig: Rig, path: string, body: object): Promise<string> {
  const answer = await call(rig, 'POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

function call(rig: Rig, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  return send(rig.url, rig.organization, method, path, body);
}
