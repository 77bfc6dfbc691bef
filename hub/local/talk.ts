/**
 * `npm run hub -- talk`: the local protocol by hand. Each line typed is an action and its params; everything received
 * is shown.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import process from 'node:process';
import { WebSocket } from 'ws';
import { ConfigError } from '../config.ts';
import { readRunning } from '../running-file.ts';

const replyMsMax = 60_000;

/** Talks to the hub that runs on this data directory until the input ends. */
export async function talk(
  dataDir: string,
  input: NodeJS.ReadableStream = process.stdin,
  show: (line: string) => void = console.log,
): Promise<void> {
  const running = await readRunning(dataDir);
  if (!running) throw new ConfigError(`No hub runs on ${dataDir}; start it with npm run hub.`);
  const socket = new WebSocket(`ws://127.0.0.1:${running.port}`);
  await once(socket, 'open').catch(() => {
    throw new ConfigError(`The hub on port ${running.port} does not answer; is it running?`);
  });
  let answered: unknown;
  socket.on('message', (data) => {
    show(`< ${String(data)}`);
    answered = (JSON.parse(String(data)) as { id?: unknown }).id ?? answered;
    socket.emit('heard');
  });
  const lines = createInterface({ input });
  socket.once('close', (code) => {
    show(`The connection is closed (${code}).`);
    lines.close();
  });
  let id = 0;
  for await (const line of lines) {
    const request = requestOf(line.trim(), id + 1);
    if (typeof request === 'string') show(request);
    else if (request) {
      id += 1;
      show(`> ${JSON.stringify(request)}`);
      socket.send(JSON.stringify(request));
      // One after another: an action may need the pairing of the line before it.
      const signal = AbortSignal.timeout(replyMsMax);
      while (answered !== id) await once(socket, 'heard', { signal });
    }
  }
  socket.removeAllListeners('close').close();
}

/** `hub.pair {"code": "123456"}` as a request; a sentence if it is not one; nothing for an empty line. */
function requestOf(line: string, id: number): object | string | undefined {
  if (line === '') return undefined;
  const [, action, text] = /^(\S+)\s*(.*)$/s.exec(line)!;
  try {
    return { action, params: text ? JSON.parse(text) : {}, id };
  } catch {
    return 'Type an action and its params as JSON, for example: hub.pair {"code": "123456"}';
  }
}
