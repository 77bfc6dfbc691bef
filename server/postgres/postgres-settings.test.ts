import test from 'ava';
import { postgresSettings, sharedBuffers } from './postgres-settings.ts';

const gibibyte = 2 ** 30;

test('a server that keeps its data has an eighth of the memory for its pages, within limits', (t) => {
  t.deepEqual(
    [1, 4, 16, 256].map((size) => sharedBuffers(size * gibibyte)),
    ['256MB', '512MB', '2048MB', '4096MB'],
  );
  const settings = postgresSettings({ durable: true, port: 5432, socketDir: '/tmp' });
  const [, megabytes] = settings.join(' ').match(/ shared_buffers=(\d+)MB/)!;
  t.true(Number(megabytes) >= 256 && Number(megabytes) <= 4096, megabytes);
});
