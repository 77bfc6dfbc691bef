import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { startHub } from '../../../hub/start-hub.ts';
import { networkPrinter, registerPrinter } from '../../hub/rig/hub-rig.ts';
import { RelayStandIn } from '../../hub/rig/relay-stand-in.ts';
import { openTcpPort, type PrinterPort } from '../../../hub/virtual-printer/tcp-port.ts';
import { VirtualPrinter } from '../../../hub/virtual-printer/virtual-printer.ts';
import { printStubbornly } from './chaos-client.ts';
import { ChaosHub } from './chaos-hub.ts';

const printersCount = 3;
/** One job in this many comes over the local protocol, the others from the cloud. */
const localEvery = 4;
const killAfterMsMax = 900;

export interface ChaosReport {
  jobs: number;
  kills: number;
  done: number;
  failed: number;
  printed_twice: string[];
  /** `done` although nothing was printed. */
  done_unprinted: string[];
  /** Reported as certainly unprinted, yet printed. */
  unsent_printed: string[];
  stuck: string[];
}

interface Outcome {
  status: string;
  may_have_printed: boolean;
}

/**
 * Sends jobs through a real hub process that is killed with SIGKILL at random moments, and afterwards counts the labels
 * from the virtual printers. The report's four lists must be empty.
 */
export async function runChaos(options: {
  jobs: number;
  kills_max: number;
  waitMs: number;
  tell?: (text: string) => void;
}): Promise<ChaosReport> {
  const { jobs, kills_max, waitMs, tell = () => undefined } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-chaos-'));
  const printed = new Map<string, number>();
  const relay = await RelayStandIn.start();
  const ports = await Promise.all(
    Array.from({ length: printersCount }, (_, at) => openPrinter(printed, 5 + at * 20)),
  );
  const { deviceIds, token } = await prepare(dataDir, relay, ports);
  const hub = new ChaosHub(dataDir);
  const until = Date.now() + waitMs;
  const outcomes = new Map<string, Outcome | null>();
  await hub.start();
  const local: Promise<void>[] = [];
  for (let at = 0; at < jobs; at += 1) {
    const name = `job-${at}`;
    const device_id = deviceIds[at % printersCount] ?? '';
    const data = `^XA^FO20,20^A0N,30^FD${name}^FS${'^FX filler, so that a kill can fall into the middle of a label'.repeat(20)}^XZ`;
    outcomes.set(name, null);
    if (at % localEvery !== 0) relay.addJob(device_id, data);
    else
      local.push(
        printStubbornly(hub, token, { device_id, data, client_job_id: name }, until).then(
          (end) => void outcomes.set(name, end),
        ),
      );
  }
  const isOver = () => {
    for (const job of relay.jobs.values())
      if (job.status === 'done' || job.status === 'failed')
        outcomes.set(nameOf(job.zpl_content), cloudOutcome(job));
    return [...outcomes.values()].every((outcome) => outcome !== null);
  };
  while (!isOver() && Date.now() < until) {
    await pause(Math.random() * killAfterMsMax);
    // From time to time the relay's answer is lost too, so that claims are left open.
    relay.answersToLose = Math.random() < 0.3 ? 1 : 0;
    if (hub.kills >= kills_max || isOver()) continue;
    await hub.kill();
    tell(
      `killed ${hub.kills} times, ${[...outcomes.values()].filter(Boolean).length} of ${jobs} jobs decided`,
    );
    await hub.start();
  }
  await hub.stop();
  await Promise.all(local);
  isOver();
  await relay.close();
  await Promise.all(ports.map((port) => port.close()));
  await rm(dataDir, { recursive: true });
  return judge(outcomes, printed, hub.kills);
}

function judge(
  outcomes: Map<string, Outcome | null>,
  printed: Map<string, number>,
  kills: number,
): ChaosReport {
  const names = [...outcomes.keys()];
  const count = (name: string) => printed.get(name) ?? 0;
  const withStatus = (status: string) => names.filter((name) => outcomes.get(name)?.status === status);
  return {
    jobs: names.length,
    kills,
    done: withStatus('done').length,
    failed: withStatus('failed').length,
    printed_twice: names.filter((name) => count(name) > 1),
    done_unprinted: withStatus('done').filter((name) => count(name) === 0),
    unsent_printed: withStatus('failed').filter(
      (name) => !outcomes.get(name)?.may_have_printed && count(name) > 0,
    ),
    stuck: names.filter((name) => !outcomes.get(name)),
  };
}

/** Binds, registers and pairs with a hub in this process, so that the killed one finds everything in its folder. */
async function prepare(data_dir: string, relay: RelayStandIn, ports: PrinterPort[]) {
  const config = { data_dir, port: 0, name: 'chaos', log_level: 'silent', allowed_origins: [] };
  const { hub, stop } = await startHub(config, pino({ level: 'silent' }));
  const deviceIds: string[] = [];
  for (const { address } of ports) deviceIds.push(await registerPrinter(hub, networkPrinter(address)));
  const { organizationId: organization_id, anonKey: anon_key, url: backend_url } = relay;
  await hub.cloud.bind({ backend_url, anon_key, organization_id, warehouse_id: null });
  const { token } = await hub.tokens.issue(null);
  await stop();
  return { deviceIds, token };
}

async function openPrinter(printed: Map<string, number>, labelMs: number): Promise<PrinterPort> {
  const printer = new VirtualPrinter(labelMs);
  printer.on('label', ({ raw, copies }) => {
    const name = nameOf(raw.toString());
    printed.set(name, (printed.get(name) ?? 0) + copies);
  });
  return openTcpPort(printer, 0);
}

function cloudOutcome({ status, error }: { status: string; error: string | null }): Outcome {
  return { status, may_have_printed: error === null || /may have printed/.test(error) };
}

function nameOf(zpl: string): string {
  return /\^FD(job-\d+)\^FS/.exec(zpl)?.[1] ?? '';
}
