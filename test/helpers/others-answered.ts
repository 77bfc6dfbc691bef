/** Whether a large body makes anybody else wait: how many others are answered while it is taken in. */
import { connect } from 'node:net';
import type { TestOrganization } from './organization.ts';
import { until } from './wait.ts';

interface Asked {
  url: string;
  standard: TestOrganization;
}

const live = async (url: string): Promise<void> => {
  const answer = await fetch(`${url}/healthz`);
  await answer.text();
  if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`);
};

/** Sends all but the last byte, then that one; returns the status and how many others were answered in between. */
export async function othersAnswered(
  { url, standard }: Asked,
  path: string,
  body: string,
): Promise<{ status: number; others: number }> {
  const bytes = Buffer.from(body);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${standard.accessToken}\r\nX-Organization-Id: ${standard.id}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => {
    socket.write(bytes.subarray(0, -1), () => resolve());
  });
  // What was handed to the kernel is read in turns of its own; a few rounds of other requests let them pass.
  for (let round = 0; round < 20; round += 1) await live(url);
  socket.write(bytes.subarray(-1));
  let others = 0;
  await until(
    'the body is answered',
    async () => {
      await live(url);
      others += 1;
      return received.includes('\r\n\r\n');
    },
    120_000,
    10,
  );
  socket.destroy();
  return { status: Number(received.slice(9, 12)), others };
}
