import { deflateSync } from 'node:zlib';
import test from 'ava';
import { renderZpl } from './render-zpl.ts';

test('a label that would take all memory takes the renderer alone', async (t) => {
  const zeros = deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64');
  await t.throwsAsync(renderZpl(`^XA^GFA,9,9,100,:Z64:${zeros}:0000^FS^XZ`), {
    message: /picture of more than/,
  });
  // 11,300 dots a side: half a gigabyte.
  const code = `^XA^PW800^LL800^FO1,1^BQN,2,100^FDMA,${'A1b'.repeat(300)}^FS^XZ`;
  await t.throwsAsync(renderZpl(code), { message: 'The renderer ran out of memory' });
});
