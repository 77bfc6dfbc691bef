import test from 'ava';
import { judgeZpl } from './zpl-policy.ts';

test('a plain label is allowed, with or without a byte order mark', (t) => {
  t.deepEqual(judgeZpl('\ufeff^XA^FO10,10^A0N,20^FDHello^FS^XZ'), { ok: true });
});

const refused = test.macro((t, zpl: string, code: string) => {
  t.like(judgeZpl(zpl), { ok: false, code });
});

test('no format', refused, 'hello', 'ZPL_INVALID');
test('an unclosed format', refused, '^XA^FDx^FS^XZ^XA^FDy', 'ZPL_INVALID');
test('saving the configuration', refused, '^XA^JUS^XZ', 'ZPL_FORBIDDEN');
test('lower case with a line break inside', refused, '^xa^j\nus^xz', 'ZPL_FORBIDDEN');
test('a reset before the label', refused, '~JR^XA^XZ', 'ZPL_FORBIDDEN');
test('network settings', refused, '^XA^NS1,p,192.168.0.1^XZ', 'ZPL_FORBIDDEN');
test('a set-get-do command', refused, '! U1 setvar "ip.addr" "1.2.3.4"\r\n^XA^XZ', 'ZPL_FORBIDDEN');
test('another command prefix', refused, '^XA^CC+^XZ+JUS', 'ZPL_FORBIDDEN');
