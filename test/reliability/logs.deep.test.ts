/** The log is searched for secrets: what clients send and receive must not be readable in it, nor break its lines. */
import { Writable } from 'node:stream';
import test from 'ava';
import { pino } from 'pino';
import { testSecrets } from '../helpers/servers.ts';
import { startApi } from '../../server/run-api.ts';
import { startPlatform } from '../helpers/platform.ts';
import { createClient } from '../helpers/client.ts';

test('no token, key or forged line reaches the log, at any level', async (t) => {
  const platform = await startPlatform(t);
  const { appUrl, systemUrl, redisUrl, prefix, standard } = platform;
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const log = pino({ level: 'trace' }, sink);
  const api = await startApi({
    appUrl,
    systemUrl,
    redisUrl,
    prefix,
    secrets: testSecrets,
    port: 0,
    host: '127.0.0.1',
    responseCheck: 'throw',
    log,
  });
  t.teardown(() => api.stop());
  const client = createClient(api.url, standard);
  const made = await client.post('/api/tenancy/tokens', { name: 'logged', permissions: ['tenancy.view'] });
  const secret: string = made.body.data.access_token;
  const forged = 'x\n{"level":60,"msg":"forged"}';
  await client.get('/api/tenancy/settings', { headers: { authorization: `Bearer ${secret}` } });
  await client.get('/api/tenancy/settings', { headers: { authorization: 'Bearer wop_wrongsecret' } });
  await client.get(`/api/tenancy/members/${encodeURIComponent(forged)}`);
  await client.post('/api/tenancy/members', { name: forged, email: 'x@example.test' });
  await client.post('/api/tenancy/tokens', `{"name": "${secret}`);
  const text = lines.join('\n');
  t.true(lines.length >= 5, 'the requests are logged');
  for (const word of [standard.accessToken, secret, 'wop_wrongsecret', 'Bearer '])
    t.false(text.includes(word), word.slice(0, 8));
  for (const line of lines) t.not((JSON.parse(line) as { msg?: string }).msg, 'forged');
  const { rows } = await platform.owner.query<{ count: number }>(
    'select count(*)::int as count from commands where input::text like $1 or outcome::text like $1',
    [`%${secret}%`],
  );
  t.is(rows[0]!.count, 0, 'nor is it kept with the command');
});
