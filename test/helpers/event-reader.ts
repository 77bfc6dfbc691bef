/** Reads server-sent events over a socket of its own, as a program does that keeps a stream open. */
import { recordDocument } from '../examples/exchange.ts';
import { withDeadline } from '../../hub/transports/deadline.ts';

export interface StreamEvent {
  id: string | undefined;
  event: string | undefined;
  data: any;
}

export interface OpenStream {
  /** What has arrived so far. */
  readonly events: readonly StreamEvent[];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  hangUp(): void;
}

/**
 * Resolves once the stream is open: whatever is committed from then on arrives. Throws with the status if it is
 * refused.
 */
export async function openEvents(
  url: string,
  access: { accessToken: string; organizationId: string },
  options: { query?: string; headers?: Record<string, string> } = {},
): Promise<OpenStream> {
  const hangUp = new AbortController();
  const response = await fetch(`${url}/api/events/stream${options.query ?? ''}`, {
    headers: {
      authorization: `Bearer ${access.accessToken}`,
      'x-organization-id': access.organizationId,
      ...options.headers,
    },
    signal: hangUp.signal,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const events: StreamEvent[] = [];
  let opened = (): void => {};
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        if (part.startsWith(': open')) opened();
        const read = eventOf(part);
        if (!read) continue;
        events.push(read);
        recordDocument('GET', response.url, response, `${part}\n\n`);
      }
    }
  };
  const ended = read().catch(() => {});
  await withDeadline(isOpen, 30_000, () => new Error('Waited 30 s in vain until the stream was open.'));
  return { events, ended, hangUp: () => hangUp.abort() };
}

function eventOf(part: string): StreamEvent | undefined {
  const lines = part.split('\n');
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = field('data');
  return data === undefined ? undefined : { id: field('id'), event: field('event'), data: JSON.parse(data) };
}
