/** Bytes no browser would send to the hub's local port; an uncaught fault would end this process. */
import { connect } from 'node:net';
import test from 'ava';
import { sendRawBytes } from '../../test/reliability/raw-bytes.ts';
import { hubRig } from '../../test/hub/rig/hub-rig.ts';
import { LocalClient } from '../../test/hub/rig/local-client.ts';

test('hostile bytes, half of them upgrades, neither end the hub nor get a 5xx', async (t) => {
  const { port } = await hubRig(t);
  const report = await sendRawBytes({
    target: {
      port,
      headers: [`Origin: http://127.0.0.1:${port}`],
      paths: ['/', '/page.css', '/control/code', '/pair', '/jobs/x.png', '/favicon.ico'],
    },
    requests: 1_500,
    seed: 20_261_121,
  });
  t.deepEqual(report.problems, []);
  t.log(JSON.stringify(report.statuses));
  const client = await LocalClient.connect(port);
  t.true((await client.request('hub.info')).ok);
  client.close();
});

test('a body beyond the limit is the sender’s doing: 413', async (t) => {
  const { port } = await hubRig(t);
  const answer = await fetch(`http://127.0.0.1:${port}/pair`, { method: 'POST', body: 'x'.repeat(70_000) });
  t.is(answer.status, 413);
});

test('a refused upgrade is hung up by the hub, even when its sender never closes', async (t) => {
  const { port } = await hubRig(t);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(
    `GET // HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  const [fault] = await new Promise<NodeJS.ErrnoException[]>((resolve) => {
    // Nobody reads on the other side any more: the system reports that as soon as something is sent there.
    const sending = setInterval(() => socket.write('x'), 20);
    socket.once('error', (...faults) => {
      clearInterval(sending);
      resolve(faults);
    });
  });
  t.regex(text, /^HTTP\/1\.1 404 /);
  t.true(['EPIPE', 'ECONNRESET'].includes(fault!.code!), fault!.code);
});
