import test from 'ava';
import { judgeZpl } from './zpl-policy.ts';

test('a plain label is allowed, with or without a byte order mark', (t) => {
  t.deepEqual(judgeZpl('\ufeff^XA^FO10,10^A0N,20^FDHello^FS^XZ'), { ok: true });
});

const refused = test.macro((t, zpl: string, code: string) => {
  t.like(judgeZpl(zpl), { ok: false, code });
});

const placed = test.macro((t, zpl: string, line: number, column: number) => {
  t.like(judgeZpl(zpl), { ok: false, place: { line, column } });
});

test('the place of an unclosed format', placed, '^XA^FDx^FS^XZ\n  ^XA^FDy', 2, 3);
test('the place of a caret that begins no command', placed, '^XA\r\n^FO10,10^FDsize 5^ 6^FS\n^XZ', 2, 18);
test('the place of a tilde in a text', placed, '^XA^FDone~^FS^XZ', 1, 10);
test('the place behind letters of two code units', placed, '^XA^FD\u{1F4E6}^!x^FS^XZ', 1, 8);
test('the place of what is forbidden, broken over lines', placed, '^xa\n^FDok^FS ^j\nus^xz', 2, 10);
test('a caret in binary graphics is a byte of the picture', (t) => {
  t.deepEqual(judgeZpl('^XA^GFB,3,3,1,\u0001^~^FS^XZ'), { ok: true });
});

test('no format', refused, 'hello', 'ZPL_INVALID');
test('an unclosed format', refused, '^XA^FDx^FS^XZ^XA^FDy', 'ZPL_INVALID');
test('a caret without a command', refused, '^XA^FD^%^FS^XZ', 'ZPL_INVALID');
test('saving the configuration', refused, '^XA^JUS^XZ', 'ZPL_FORBIDDEN');
test('lower case with a line break inside', refused, '^xa^j\nus^xz', 'ZPL_FORBIDDEN');
test('a reset before the label', refused, '~JR^XA^XZ', 'ZPL_FORBIDDEN');
test('network settings', refused, '^XA^NS1,p,192.168.0.1^XZ', 'ZPL_FORBIDDEN');
test('a set-get-do command', refused, '! U1 setvar "ip.addr" "1.2.3.4"\r\n^XA^XZ', 'ZPL_FORBIDDEN');
test('another command prefix', refused, '^XA^CC+^XZ+JUS', 'ZPL_FORBIDDEN');
test('settings as JSON', refused, '{}{"device.reset":""}\r\n^XA^XZ', 'ZPL_FORBIDDEN');
test('settings as JSON, spread out', refused, '{ } {\n"ip.addr": "1.2.3.4" }\r\n^XA^XZ', 'ZPL_FORBIDDEN');
test('the labels of others, cancelled', refused, '~JA^XA^XZ', 'ZPL_FORBIDDEN');
test('stored fonts and formats, deleted', refused, '^XA^IDE:*.*^FS^XZ', 'ZPL_FORBIDDEN');
test('a locked front panel', refused, '^XA^MPE^XZ', 'ZPL_FORBIDDEN');
test('dumps instead of labels', refused, '~JD^XA^XZ', 'ZPL_FORBIDDEN');
test('braces of a label are braces', (t) => {
  t.deepEqual(judgeZpl('^XA^BQN,2,5^FDQA,{"a":{}}^FS^FD{} {x}^FS^XZ'), { ok: true });
});
