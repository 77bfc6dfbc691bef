/** A program that prints while the hub still settles what its last run left. */
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { until } from '../test/helpers/wait.ts';
import { hubRig, pairedClient, printerRig } from '../test/hub/rig/hub-rig.ts';
import { LocalClient } from '../test/hub/rig/local-client.ts';
import type { JournalRecord } from './state/journal-entry.ts';
import { encodeLine } from './state/journal-line.ts';

const label = (text: string) => `^XA^FO50,50^A0N,40^FD${text}^FS^XZ`;
const at = Date.now();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a hub that was killed leaves: each is settled, and on disk, before the next. */
function interrupted(device_id: string): JournalRecord[] {
  const keys = Array.from({ length: 300 }, (_, index) => `claim ${index}`);
  return keys.flatMap((key) => [
    { type: 'claiming', key, at, hub_id: 'gone', print_job_id: key, device_id },
    { type: 'claimed', key, print_job_id: key, device_id, copies: 1 },
    { type: 'sending', key, at },
  ]);
}

test('whoever asks too early is told so, and prints once as soon as the hub answers', async (t) => {
  const first = await hubRig(t);
  const { token } = await pairedClient(t, first);
  const { device_id, labels, printer } = await printerRig(t, first.hub, 'slow', 50);
  await first.stop();
  const { data_dir } = first.config;
  await appendFile(join(data_dir, 'journal.log'), interrupted(device_id).map(encodeLine).join(''));

  const port = await freePort();
  const starting = hubRig(t, { data_dir, port });
  const refusals = new Set<string>();
  const client = await until('the hub lets a program in', () =>
    LocalClient.connect(port, { authorization: `Bearer ${token}` }).catch(({ message }: Error) => {
      refusals.add(/503|ECONNREFUSED/.exec(message)?.[0] ?? message);
      return undefined;
    }),
  );
  t.teardown(() => client.close());
  const isHalf = once(printer, 'label').then(() => printer.set('paused', true));
  await client.request('printer.print', { device_id, data: label('first') + label('second') });
  // In the middle of its job when the hub has settled everything.
  await isHalf;
  const { hub } = await starting;
  printer.set('paused', false);
  t.like(await client.event('print.job_completed'), { status: 'done', verified: true });
  t.deepEqual(labels, [label('first'), label('second')]);
  t.deepEqual(
    [...refusals].filter((refusal) => refusal !== 'ECONNREFUSED'),
    ['503'],
  );
  const left = hub.journal.entries.filter(({ source }) => source === 'cloud');
  t.deepEqual(new Set(left.map(({ result }) => result?.error?.code)), new Set(['PRINT_INTERRUPTED']));
});
