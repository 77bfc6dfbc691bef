/** Proofs of orders that take none are not kept: nothing would ever name them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { diskStore } from '../../api/files/disk-store.ts';
import { startPlatform } from '../helpers/platform.ts';
import { assign, ok, onOrder, pixel } from './transport-rig.ts';

test('a proof of an order that is planned or cancelled is refused before it is stored', async (t) => {
  const filesDir = mkdtempSync(path.join(tmpdir(), 'proofs-'));
  t.teardown(() => rmSync(filesDir, { recursive: true, force: true }));
  const { client, standard } = await startPlatform(t, { filesDir });
  const stored = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const name of diskStore(filesDir).list(standard.id)) names.push(name);
    return names;
  };
  const body = { pod_files: [{ filename: 'a.png', content: pixel.toString('base64') }] };
  const { id } = await ok(client.post('/v1/tms/orders', {}));
  t.is((await onOrder(client, id, 'pod', body)).body.error.code, 'CONFLICT');
  const { id: other } = await ok(client.post('/v1/tms/orders', {}));
  await ok(onOrder(client, other, 'cancel', {}));
  t.is((await onOrder(client, other, 'pod', body)).body.error.code, 'CONFLICT');
  t.deepEqual(await stored(), []);
  await ok(assign(client, standard, id));
  await ok(onOrder(client, id, 'pod', body));
  t.is((await stored()).length, 1);
});
