/** Server-sent events: headers, heartbeat, resume by Last-Event-ID, and an end when the client goes. */
import { PassThrough } from 'node:stream';
import type { TenantTransaction } from '../../db/database.ts';
import type { StreamEndpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';

const heartbeatMs = 15_000;
// A reader that does not read: past this much unsent data it is cut off and may resume.
const unsentBytesMax = 1024 * 1024;

export async function openStream(
  { ctx, caller, params, query }: Exchange,
  open: StreamEndpoint['open'],
  read: <T>(run: (tx: TenantTransaction) => Promise<T>) => Promise<T>,
): Promise<void> {
  const body = new PassThrough();
  const heartbeat = setInterval(() => body.write(': alive\n\n'), heartbeatMs);
  let stop = (): void => {};
  body.on('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  // Before anything else: a stream that is over at once has its end already.
  body.write(': open\n\n');
  const opening = open({
    principal: caller,
    organizationId: caller.organization_id,
    params,
    query,
    lastEventId: ctx.get('last-event-id') || undefined,
    read,
    send: ({ id, event, data }) => {
      if (body.writableLength > unsentBytesMax) body.destroy();
      else
        body.write(
          `${id ? `id: ${id}\n` : ''}${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`,
        );
    },
    end: () => body.end(),
  });
  stop = await opening.catch((refused: unknown) => {
    body.destroy();
    throw refused;
  });
  if (body.destroyed) stop();
  ctx.status = 200;
  ctx.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  ctx.body = body;
}
