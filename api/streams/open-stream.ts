/**
 * Server-sent events: headers, heartbeat, resuming by Last-Event-ID. A stream ends when the client leaves, when it does
 * not read, when its token is no longer valid, and when the process is replaced. If we end it, we send an event `end`
 * that says why.
 */
import { PassThrough } from 'node:stream';
import type { TenantTransaction } from '../../db/database.ts';
import type { Ending } from './access-watch.ts';
import type { StreamEndpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';

const heartbeatMs = 15_000;
// Beyond this, a sender that can wait does; beyond the other, a reader that does not read is disconnected and can
// resume.
const unsentBytesFull = 128 * 1024;
const unsentBytesMax = 1024 * 1024;
const drainMsMax = 5_000;
// How long the final event may take to be read.
const endMsMax = 250;

const tooSlow: Ending = {
  reason: 'too_slow',
  message: 'Too much is waiting to be read; open the stream again with the last id as Last-Event-ID.',
};

export async function openStream(
  { ctx, caller, params, query, deps }: Exchange,
  open: StreamEndpoint['open'],
  read: <T>(run: (tx: TenantTransaction) => Promise<T>) => Promise<T>,
): Promise<void> {
  const body = new PassThrough();
  const heartbeat = setInterval(() => body.write(': alive\n\n'), heartbeatMs);
  let stop = (): void => {};
  const endWith = (ending: Ending): void => {
    if (body.writableEnded) return;
    deps.metrics.streamEnded(ending.reason);
    body.end(`event: end\ndata: ${JSON.stringify(ending)}\n\n`);
    stop();
    const cutOff = (): void => void setTimeout(() => ctx.res.destroy(), endMsMax).unref();
    // One that is still being opened has no answer yet: it is begun, says why it ends, and ends.
    if (ctx.headerSent) cutOff();
    else ctx.res.once('pipe', cutOff);
  };
  const unwatch = deps.access.watchToken(caller, endWith);
  body.on('close', () => {
    clearInterval(heartbeat);
    unwatch();
    stop();
  });
  // Before anything else: a stream that ends at once needs its end handler already.
  body.write(': open\n\n');
  const opening = open({
    principal: caller,
    organizationId: caller.organization_id,
    params,
    query,
    lastEventId: ctx.get('last-event-id') || undefined,
    read,
    send: ({ id, event, json }) => {
      if (body.writableEnded) return;
      if (body.writableLength > unsentBytesMax) endWith(tooSlow);
      else body.write(messageOf(id, event, json));
    },
    isFull: () => body.writableLength > unsentBytesFull,
    drained: () =>
      new Promise((resolve) => {
        if (!body.writableNeedDrain || body.destroyed) return resolve();
        const settle = (): void => {
          clearTimeout(timer);
          body.off('drain', settle).off('close', settle);
          resolve();
        };
        const timer = setTimeout(() => {
          endWith(tooSlow);
          settle();
        }, drainMsMax);
        body.on('drain', settle).on('close', settle);
      }),
    follow: (take) => deps.events.follow(caller.organization_id, take),
    end: () => body.end(),
  });
  stop = await opening.catch((refused: unknown) => {
    body.destroy();
    throw refused;
  });
  if (body.destroyed || body.writableEnded) stop();
  ctx.status = 200;
  ctx.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  ctx.body = body;
}

function messageOf(id?: string, event?: string, json?: string): string {
  const lines = { id, event, data: json };
  return `${Object.entries(lines)
    .map(([name, value]) => (value ? `${name}: ${value}\n` : ''))
    .join('')}\n`;
}
