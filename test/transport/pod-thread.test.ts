/** A large proof of delivery makes nobody else wait. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { othersAnswered } from '../helpers/others-answered.ts';
import { ok, pixel } from './transport-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('while 28 MB of proofs are read and refused, others are answered', async (t) => {
  const { id } = await ok(platform.client.post('/v1/tms/orders', {}));
  const path = `/v1/tms/orders/${id}/pod`;
  const file = (bytes: Buffer) => ({ filename: 'proof.png', content: bytes.toString('base64') });
  await othersAnswered(platform, path, JSON.stringify({ pod_files: [file(pixel)] }));
  const large = file(Buffer.concat([pixel, Buffer.alloc(10 * 1024 * 1024 - pixel.length)]));
  const { status, others } = await othersAnswered(
    platform,
    path,
    JSON.stringify({ pod_files: [large, large], unheard_of: true }),
  );
  t.is(status, 400);
  t.true(others >= 10, `${others} requests of others were answered meanwhile`);
});
