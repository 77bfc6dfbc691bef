/** R12: random sequences of actions over HTTP, compared with the domain's state tables. */
import { inspect } from 'node:util';
import { orderStates } from '../../../domain/orders/order-states.ts';
import { shipmentStates } from '../../../domain/shipping/shipment-states.ts';
import { playBooks } from '../../journal/books-histories.ts';
import { machineSubjects } from '../../helpers/machine-subjects.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { createRandom, type Random } from '../../http/random.ts';
import { inLanes } from '../../http/wire.ts';
import { machinesPlayed, performMachineSequences } from '../../sequences/machine-sequences.ts';
import { containers, flows, visits } from '../../sequences/record-sequences.ts';
import { checkHouse, drained } from '../checker.ts';
import { send } from '../persistent-client.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';
import { judgeAction, type States } from '../state-judge.ts';
import { runFloorSequence } from './floor-sequences.ts';

interface Machine {
  name: string;
  states: States;
  /** Creates a subject; returns the path to read it. */
  create(rig: Rig, random: Random): Promise<string>;
  /** Sends an action. */
  act(rig: Rig, path: string, action: string, random: Random): Promise<{ status: number; body: any }>;
  actions: readonly string[];
}

const actionsPerSequence = 10;
const booksMsMax = 1_200_000;

/**
 * R12 for orders, shipments, and waves, pick tasks and loads together; receipts are covered with the receiving tests.
 */
export async function randomSequences(chaos: Chaos): Promise<Result> {
  const rig = await startRig(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {});
  const problems: string[] = [];
  const figures: Result['figures'] = {};
  try {
    const { organization, url } = rig;
    const found = {
      warehouse_id: organization.warehouseId,
      item_id: organization.items['PLAIN'],
      location_id: organization.locations['A-01'],
    };
    await send(url, organization, 'POST', '/api/wms/inventory/adjust', {
      ...found,
      qty_delta: 1_000_000,
      reason_code: 'found',
    });
    const runs: [string, (random: Random) => Promise<number>][] = [
      ['orders', (random) => runSequence(rig, orders, random, problems)],
      ['shipments', (random) => runSequence(rig, shipments, random, problems)],
      ['floor', (random) => runFloorSequence(rig, random, problems)],
    ];
    const sequences = sized(chaos, 2_000, 10);
    for (const [name, run] of runs) {
      let sent = 0;
      await inLanes(
        Array.from({ length: sequences }, (_, index) => index),
        12,
        async (index) => {
          if (problems.length >= 20) return;
          const taken = await run(createRandom(chaos.seed + index));
          sent += taken;
        },
      );
      figures[`${name}_sequences`] = sequences;
      figures[`${name}_actions`] = sent;
    }
    await drained(rig.owner, 20_000);
    problems.push(...(await checkHouse(rig.owner)));
  } finally {
    await rig.stop();
  }
  await sequencesOfTheRoad(chaos, { figures, problems });
  return { figures, problems };
}

/** The same for purchase, drayage, yard, transport and flows, on a platform in this process. */
async function sequencesOfTheRoad(chaos: Chaos, { figures, problems }: Result): Promise<void> {
  const servers = chaos.databaseUrl ? { servers: { databaseUrl: chaos.databaseUrl, redisUrl: '' } } : {};
  const platform = await startPlatform(undefined, servers);
  const settings = { sequences: sized(chaos, 2_000, 2), seed: chaos.seed };
  try {
    const subjects = await machineSubjects(platform);
    // Each runs its sequences one after another and waits most of the time, so they run side by side.
    await Promise.all([
      ...machinesPlayed.map(async (name) => {
        figures[`${name}_actions`] = await performMachineSequences(platform, name, subjects[name], settings);
      }),
      ...[containers, visits].map((play) => play(platform, settings)),
    ]);
    // A trigger has only one published flow, whoever publishes it.
    await flows(platform, settings);
    figures['road_sequences'] = settings.sequences;
    const histories = { sequences: sized(chaos, 100, 1), seed: chaos.seed, msMax: booksMsMax };
    figures['documents_of_books'] = await playBooks(platform, histories);
  } catch (fault) {
    // What failed is the cause of what fast-check says.
    problems.push(inspect(fault));
  } finally {
    await platform.stop();
  }
}

async function runSequence(rig: Rig, machine: Machine, random: Random, problems: string[]): Promise<number> {
  const path = await machine.create(rig, random);
  const trail: string[] = [];
  let state = await stateOf(rig, path);
  for (let step = 0; step < actionsPerSequence; step += 1) {
    const action = random.pick(machine.actions);
    const { status, body } = await machine.act(rig, path, action, random);
    const after = await stateOf(rig, path);
    trail.push(`${state} ${action} -> ${status} ${after}`);
    const problem = judgeAction(machine.states, state, action, status, after);
    if (problem)
      problems.push(
        `${machine.name} ${path}: ${problem} (${trail.join(', ')}) ${JSON.stringify(body).slice(0, 300)}`,
      );
    state = after;
  }
  return actionsPerSequence;
}

async function stateOf(rig: Rig, path: string): Promise<string> {
  const { body } = await send(rig.url, rig.organization, 'GET', path);
  const { status, state } = (body?.data ?? {}) as { status?: string; state?: string };
  return status ?? state ?? 'unreadable';
}

async function createOrder(rig: Rig, random: Random): Promise<string> {
  const { organization, url } = rig;
  const lines = [{ product_id: organization.items['PLAIN'], qty: 1 + random.whole(5), price: 2 }];
  const { status, body } = await send(url, organization, 'POST', '/api/oms/orders', {
    customer_id: organization.customerId,
    lines,
  });
  if (status !== 201) throw new Error(`no order: ${status} ${JSON.stringify(body)}`);
  return `/api/oms/orders/${(body.data as { id: string }).id}`;
}

const orders: Machine = {
  name: 'orders',
  states: orderStates,
  // Actions from early in the life cycle are requested more often, so that sequences get far.
  actions: [
    'submit',
    'submit',
    'approve',
    'approve',
    'allocate',
    'release',
    'push-to-wms',
    'fulfill',
    'deliver',
    'cancel',
  ],
  create: createOrder,
  act: (rig, path, action) => {
    const { organization, url } = rig;
    if (action === 'push-to-wms') return send(url, organization, 'POST', `${path}/push-to-wms`, {});
    const more: Record<string, object> = {
      allocate: { warehouse_id: organization.warehouseId },
      release: { ship_mode: 'parcel' },
    };
    return send(url, organization, 'PATCH', path, { action, ...more[action] });
  },
};

const shipments: Machine = {
  name: 'shipments',
  states: shipmentStates,
  actions: ['pick', 'pack', 'ship', 'deliver', 'cancel', 'pick', 'pack'],
  create: async (rig, random) => {
    const { organization, url } = rig;
    const order = await createOrder(rig, random);
    for (const action of ['submit', 'approve']) await send(url, organization, 'PATCH', order, { action });
    const pushed = await send(url, organization, 'POST', `${order}/push-to-wms`, {});
    const listed = await send(
      url,
      organization,
      'GET',
      `/api/wms/shipments?order_id=${order.split('/').pop()}`,
    );
    const id = (listed.body?.data as { id: string }[] | undefined)?.[0]?.id;
    if (!id)
      throw new Error(
        `no shipment: ${pushed.status} ${JSON.stringify(pushed.body)} ${JSON.stringify(listed.body)}`,
      );
    return `/api/wms/shipments/${id}`;
  },
  act: (rig, path, action) => send(rig.url, rig.organization, 'PATCH', path, { action }),
};
