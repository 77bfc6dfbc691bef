/** R17: servers down at startup. R18: SIGTERM under load. R19: a faulty wire. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { checkHouse, checkReceiving, drained } from '../checker.ts';
import { openFaultyWire, type FaultyWire } from '../faulty-wire.ts';
import { pause } from '../program.ts';
import { duringLoad, prepareReceipts, startLoad } from '../receiving-load.ts';
import { send } from '../persistent-client.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

const serverOf = (chaos: Chaos) => (chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {});

/** R17: Redis, then Postgres, is down when API and workers start and for a while longer; then writes finish. */
export async function awayAtStart(chaos: Chaos): Promise<Result> {
  const awayMs = sized(chaos, 30_000, 5_000);
  const problems: string[] = [];
  const figures: Result['figures'] = { away_ms: awayMs };
  const rig = await startRig({ ...serverOf(chaos), start: false });
  try {
    const revive = await rig.killRedis();
    await Promise.all([rig.api, ...rig.workers].map((one) => one.start({ ready: false })));
    await pause(awayMs);
    for (const one of [rig.api, ...rig.workers])
      if (!one.isRunning) problems.push(`a process ended while Redis was away: ${rig.logs().slice(-500)}`);
    await revive();
    figures['redis_back_ms'] = await untilWritten(rig, problems, 'Redis');
    if (chaos.postgres) {
      await Promise.all([rig.api, ...rig.workers].map((one) => one.stop()));
      await chaos.postgres.stop();
      await Promise.all([rig.api, ...rig.workers].map((one) => one.start({ ready: false })));
      await pause(awayMs);
      for (const one of [rig.api, ...rig.workers])
        if (!one.isRunning)
          problems.push(`a process ended while Postgres was away: ${rig.logs().slice(-500)}`);
      await chaos.postgres.start();
      figures['postgres_back_ms'] = await untilWritten(rig, problems, 'Postgres');
    }
    return { figures, problems: [...problems, ...(await checkHouse(rig.owner))] };
  } finally {
    await rig.stop();
  }
}

const backMsMax = 5_000;

/** Milliseconds until a queued write finishes. */
async function untilWritten(rig: Rig, problems: string[], what: string): Promise<number | string> {
  const started = Date.now();
  while (Date.now() - started < 30_000) {
    const { organization } = rig;
    const body = {
      warehouse_id: organization.warehouseId,
      item_id: organization.items['PLAIN'],
      location_id: organization.locations['A-01'],
      qty_delta: 1,
      reason_code: 'found',
    };
    const status = await send(rig.url, organization, 'POST', '/api/wms/inventory/adjust', body).then(
      (answer) => answer.status,
      () => 0,
    );
    const ms = Date.now() - started;
    if (status === 200) {
      if (ms > backMsMax) problems.push(`after ${what} was back a write took ${ms} ms`);
      return ms;
    }
    await pause(50);
  }
  problems.push(`30 s after ${what} was back no write had finished`);
  return 'never';
}

/** R18: SIGTERM to API and worker under load. Everything in flight is answered, and they exit within 10 s. */
export async function termUnderLoad(chaos: Chaos): Promise<Result> {
  const rig = await startRig(serverOf(chaos));
  const broken: string[] = [];
  const unheard: string[] = [];
  let slowestMs = 0;
  let badExits = 0;
  let answered = 0;
  try {
    const rounds = sized(chaos, 20, 2);
    for (let round = 0; round < rounds; round += 1) {
      let isStopping = false;
      let isOver = false;
      const client = async (): Promise<void> => {
        for (let call = 0; call < 2_000 && !isOver; call += 1) {
          const wasStopping = isStopping;
          const key = randomUUID();
          const outcome = await adjustOnce(rig, key);
          if (outcome === 'answered') answered += 1;
          else if (outcome === 'refused' && isStopping) return;
          // Sent after the signal and closed before it was read: it was not in flight if nobody had accepted it.
          else if (/^(ECONNRESET|UND_ERR_SOCKET)/.test(outcome) && wasStopping) {
            unheard.push(key);
            return;
          } else broken.push(outcome);
        }
      };
      const clients = Array.from({ length: 12 }, client);
      await pause(400);
      isStopping = true;
      const stops = await Promise.all([rig.api.stop(), ...rig.workers.map((one) => one.stop())]);
      isOver = true;
      await Promise.all(clients);
      for (const { code, ms } of stops) {
        slowestMs = Math.max(slowestMs, ms);
        if (code !== 0) badExits += 1;
      }
      await Promise.all([rig.api, ...rig.workers].map((one) => one.start()));
    }
    const drainMs = await drained(rig.owner, 15_000);
    const { rows: heard } = await rig.owner.query<{ key: string }>(
      'select key from idempotency_keys where key = any ($1)',
      [unheard],
    );
    return {
      figures: {
        rounds,
        answered,
        unheard: unheard.length,
        broken: broken.length,
        slowest_exit_ms: Math.round(slowestMs),
        drain_ms: drainMs ?? '-',
      },
      problems: [
        ...broken.slice(0, 5).map((words) => `a request in flight failed: ${words}`),
        ...heard.map(
          ({ key }) => `the request ${key} was accepted, and its connection closed without an answer`,
        ),
        ...(slowestMs > 10_000 ? [`a process took ${Math.round(slowestMs)} ms to end`] : []),
        ...(badExits > 0 ? [`${badExits} processes did not exit with 0`] : []),
        ...(await checkHouse(rig.owner)),
      ],
    };
  } finally {
    await rig.stop();
  }
}

/** One write on its own connection. `refused`: it never connected, so it was never in flight. */
async function adjustOnce(rig: Rig, key: string): Promise<string> {
  const { organization } = rig;
  const body = {
    warehouse_id: organization.warehouseId,
    item_id: organization.items['PLAIN'],
    location_id: organization.locations['A-02'],
    qty_delta: 1,
    reason_code: 'found',
  };
  try {
    const answer = await request(`${rig.url}/api/wms/inventory/adjust`, {
      method: 'POST',
      reset: true,
      headers: {
        authorization: `Bearer ${organization.accessToken}`,
        'x-organization-id': organization.id,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    await answer.body.dump();
    // 202 and 503 are honest answers while the workers stop; a 500 is not.
    return [200, 202, 503].includes(answer.statusCode) ? 'answered' : `status ${answer.statusCode}`;
  } catch (fault) {
    const { code, syscall, message } = fault as { code?: string; syscall?: string; message: string };
    return syscall === 'connect' ? 'refused' : `${code} ${message}`;
  }
}

/** R19: 200 ms delay, 1 % resets and black holes between the processes and both servers. */
export async function faultyWire(chaos: Chaos): Promise<Result> {
  const wires: FaultyWire[] = [];
  const small = chaos.size < 0.5;
  const faults = { delayMs: small ? 20 : 200, resetProbability: 0.01, seed: chaos.seed };
  const rig = await startRig({
    ...serverOf(chaos),
    start: false,
    through: async (url, what) => {
      if (what === 'owner') return url;
      const { hostname, port } = new URL(url);
      const wire = await openFaultyWire({ host: hostname, port: Number(port) }, faults);
      wires.push(wire);
      return wire.through(url);
    },
  });
  try {
    await Promise.all([rig.api, ...rig.workers].map((one) => startThroughFaults(one)));
    const lines = await withRetries(() => prepareReceipts(rig, 6));
    const load = startLoad(rig, lines, { operations: sized(chaos, 600, 60), lanes: 24, seed: chaos.seed });
    const holes = await duringLoad(load, { times: sized(chaos, 4, 1), seed: chaos.seed + 1 }, async () => {
      for (const wire of wires) wire.blackHole(5_000);
      await pause(5_000);
    });
    for (const wire of wires) wire.heal();
    const drainMs = await drained(rig.owner, 10_000);
    const { lost, doubled, problems } = await checkReceiving(rig.owner, load);
    return {
      figures: {
        operations: load.done,
        holes,
        retried: load.tally.retried,
        lost,
        doubled,
        recovered_ms: drainMs ?? '-',
      },
      problems: [
        ...problems,
        ...(await checkHouse(rig.owner)),
        ...(drainMs === undefined ? ['operations were still open 10 s after the wire was whole'] : []),
      ],
    };
  } finally {
    for (const wire of wires) wire.heal();
    await rig.stop();
    for (const wire of wires) wire.stop();
  }
}

async function startThroughFaults(program: {
  start(): Promise<void>;
  crash(): Promise<void>;
}): Promise<void> {
  await program.start().catch(() => program.crash());
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (fault) {
      if (attempt === 5) throw fault;
    }
  }
}
