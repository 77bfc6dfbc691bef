/**
 * R31: bytes no HTTP client would send, over sockets of their own, half of them requesting an upgrade. A server may
 * refuse or disconnect; it may not answer 5xx, and it must still be running afterwards.
 */
import { connect } from 'node:net';
import { createRandom } from '../http/random.ts';
import { inLanes } from '../http/wire.ts';
import { attackOf, type Attack, type RawTarget } from './raw-attacks.ts';

export interface RawReport {
  sent: number;
  /** Answers by status; `none` is a connection that was closed or left without an answer. */
  statuses: Record<string, number>;
  problems: string[];
}

const lanes = 48;
const problemsMax = 25;
// Waiting longer for bytes that never come gains nothing: the server's own time limits are tested elsewhere.
const firstByteMs = 250;
const nextByteMs = 40;

/** Sends `requests` attacks. `tick` is called every 500. */
export async function sendRawBytes(options: {
  target: RawTarget;
  requests: number;
  seed: number;
  tick?: (sent: number) => Promise<void>;
}): Promise<RawReport> {
  const { target, requests, seed, tick } = options;
  const report: RawReport = { sent: 0, statuses: {}, problems: [] };
  const numbers = Array.from({ length: requests }, (_, index) => index);
  await inLanes(numbers, lanes, async (index) => {
    if (report.problems.length >= problemsMax) return;
    const attack = attackOf(createRandom(seed + index * 7919), target);
    const answer = await deliver(target.port, attack, index);
    if (answer.refused)
      report.problems.push(`attack ${index} of seed ${seed}: the port no longer takes connections`);
    const statuses = [...answer.text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map((match) => match[1]!);
    for (const status of statuses.length > 0 ? statuses : ['none'])
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (statuses.some((status) => status >= '500'))
      report.problems.push(
        `attack ${index} of seed ${seed}: ${answer.text.slice(0, 200)} to ${JSON.stringify(attack.bytes.toString('latin1').slice(0, 300))}`,
      );
    report.sent += 1;
    if (report.sent % 500 === 0) await tick?.(report.sent);
  });
  return report;
}

interface Delivered {
  text: string;
  refused: boolean;
}

function deliver(port: number, { bytes, cuts, leave }: Attack, index: number): Promise<Delivered> {
  return new Promise((resolve) => {
    // From many addresses, so that no per-address limit answers in place of the parser.
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.${1 + (index % 7)}.${1 + (index % 251)}`,
      allowHalfOpen: true,
    });
    let text = '';
    let refused = false;
    const finish = (): void => {
      clearTimeout(timer);
      // A reset leaves no port in TIME_WAIT: there are fewer ports than attacks.
      socket.resetAndDestroy();
      resolve({ text, refused });
    };
    let timer = setTimeout(finish, 5_000);
    const patience = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(finish, ms);
    };
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      refused = fault.code === 'ECONNREFUSED';
      finish();
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      patience(nextByteMs);
    });
    socket.on('end', finish);
    socket.on('connect', () => {
      const [cut = bytes.length] = cuts;
      socket.write(bytes.subarray(0, cut));
      const rest = (): void => {
        if (socket.destroyed) return;
        if (cut < bytes.length) socket.write(bytes.subarray(cut));
        if (leave === 'half-close') socket.end();
        if (leave === 'reset') return finish();
        patience(firstByteMs);
      };
      if (cut < bytes.length || leave === 'reset') setTimeout(rest, 2);
      else rest();
    });
  });
}
