/** The thread in which a tenant misbehaves, so that generating its load does not slow the measurement of the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { askedIn, labelOf, type Asked, type Orders } from './ways.ts';

const orders = workerData as Orders;
const { url, organizationId, accessToken, way } = orders;
const { lanes, ask } = askedIn[way];
const dispatcher = new Agent({ connections: lanes, headersTimeout: 60_000, bodyTimeout: 0 });
const statuses = new Map<number | string, number>();
const labels: string[] = [];
let isOver = false;

async function send({ method, path, body, accept, headers, isLeftOpen }: Asked): Promise<unknown> {
  const answer = await request(
    `${url}${path.replace(/\{label (\d+)\}/, (_, index) => labels[Number(index)]!)}`,
    {
      method,
      dispatcher,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'x-organization-id': organizationId,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(accept ? { accept } : {}),
        ...headers,
      },
      ...(body ? { body } : {}),
    },
  );
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
  if (isLeftOpen && answer.statusCode === 200) {
    answer.body.on('error', () => {});
    return new Promise((resolve) => answer.body.on('close', resolve).resume());
  }
  const text = await answer.body.text();
  return answer.statusCode === 201 ? JSON.parse(text) : undefined;
}

async function lane(first: number): Promise<void> {
  for (let index = first; !isOver; index += lanes) {
    await send(ask(index, orders)).catch(() => statuses.set('lost', (statuses.get('lost') ?? 0) + 1));
    // A refused client tries again, after a pause so that it is not a busy loop of this benchmark's own.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

if (way === 'previews')
  for (let index = 0; index < 16; index += 1) {
    const made = (await send({
      method: 'POST',
      path: '/api/wms/print-jobs',
      body: JSON.stringify({ label_kind: 'carton', zpl_content: labelOf(index) }),
    })) as { data: { id: string } };
    labels.push(made.data.id);
  }
const running = Array.from({ length: lanes }, (_, first) => lane(first));
parentPort!.once('message', () => {
  isOver = true;
  parentPort!.postMessage([...statuses].map(([status, count]) => `${status}:${count}`).join(' '));
  void Promise.allSettled(running).then(() => process.exit(0));
});
parentPort!.postMessage('ready');
