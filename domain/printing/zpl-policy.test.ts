import { deflateSync } from 'node:zlib';
import test from 'ava';
import { judgeZpl } from './zpl-policy.ts';

const accepted = test.macro((t, zpl: string, labels: number = 1) => {
  t.deepEqual(judgeZpl(zpl), { ok: true, labels });
});

const refused = test.macro((t, zpl: string, code: string, says: RegExp = /./) => {
  const verdict = judgeZpl(zpl);
  t.like(verdict, { ok: false, code });
  if (!verdict.ok) t.regex(verdict.message, says);
});

const placed = test.macro((t, zpl: string, line: number, column: number) => {
  t.like(judgeZpl(zpl), { ok: false, place: { line, column } });
});

test('a plain label, with a byte order mark', accepted, '\ufeff^XA^FO10,10^A0N,20^FDHello^FS^XZ\n');
test('braces of a label are braces', accepted, '^XA^BQN,2,5^FDQA,{"a":{}}^FS^FD{} {x}^FS^XZ');

test('the place of an unclosed format', placed, '^XA^FDx^FS^XZ\n  ^XA^FDy', 2, 3);
test('the place of a caret that begins no command', placed, '^XA\r\n^FO10,10^FDsize 5^ 6^FS\n^XZ', 2, 18);
test('the place of a tilde in a text', placed, '^XA^FDone~^FS^XZ', 1, 10);
test('the place behind letters of two code units', placed, '^XA^FD\u{1F4E6}^!x^FS^XZ', 1, 8);
test('the place of what is forbidden, broken over lines', placed, '^xa\n^FDok^FS ^j\nus^xz', 2, 10);
test('the place of a quantity', placed, '^XA^FDok^FS\n^PQ5000^XZ', 2, 1);

test('no format', refused, 'hello', 'ZPL_INVALID');
test('an unclosed format', refused, '^XA^FDx^FS^XZ^XA^FDy', 'ZPL_INVALID');
test('a caret without a command', refused, '^XA^FD^%^FS^XZ', 'ZPL_INVALID');
test('a field outside of a format', refused, '^FO1,1^FDx^FS^XA^XZ', 'ZPL_INVALID', /\^FO stands outside/);
test('lower case with a line break inside', refused, '^xa^j\nus^xz', 'ZPL_FORBIDDEN', /^\^JU is not/);
test('a set-get-do command', refused, '! U1 setvar "ip.addr" "1.2.3.4"\r\n^XA^XZ', 'ZPL_FORBIDDEN');
test('a set-get-do command in a field', refused, '^XA^FD! U1 setvar "a" "b"^FS^XZ', 'ZPL_FORBIDDEN');
test('settings as JSON', refused, '{}{"device.reset":""}\r\n^XA^XZ', 'ZPL_FORBIDDEN');
test('settings as JSON, spread out', refused, '{ } {\n"ip.addr": "1.2.3.4" }\r\n^XA^XZ', 'ZPL_FORBIDDEN');
test('a label of another language', refused, '^XA^XZ\n! 0 200 200 210 1\r\nPRINT\r\n', 'ZPL_FORBIDDEN');
for (const sign of ['\u0002', '\u0003', '\u0010', '\u001e'])
  test(`a command in disguise: ${JSON.stringify(sign)}`, refused, `^XA^FDx${sign}JUS^FS^XZ`, 'ZPL_FORBIDDEN');

// What reaches beyond the label: settings, memory, queue, answers, other people's labels.
for (const command of [
  '^JUS ~JR ^NS1,p,192.168.0.1 ^CC+ ~CD; ~CT! ~JA ~JB ^IDE:*.* ^MPE ~JD ^KP1234 ^ST01,01,2027',
  '~PP ^PP ~PS ^TOR:*.*,E:*.* ~DYE:X,P,P,9,,AA ^DFR:F.ZPL ^XFR:F.ZPL ^ISR:A.GRF,N ^ILR:A.GRF ^CWA,E:X.TTF',
  '~HS ~HI ^HWE:*.* ^HYE:A ~HQES ~WC ^WDE:*.* ^SZ1 ^MCN ^CI0,36,21 ^MUD,150,300 ^JZN ^CN1 ~WQES ^RFW,H',
].flatMap((line) => line.split(' '))) {
  test(`${command} before, in and after a label`, (t) => {
    for (const zpl of [`^XA${command}^FDx^FS^XZ`, `${command}\n^XA^FDx^FS^XZ`, `^XA^FDx^FS^XZ\n${command}`])
      t.like(judgeZpl(zpl), { ok: false });
    const verdict = judgeZpl(`^XA^FDx^FS${command}^XZ`);
    t.like(verdict, { code: 'ZPL_FORBIDDEN', place: { line: 1, column: 11 } });
    if (!verdict.ok) t.true(verdict.message.includes(command.slice(0, 3)), verdict.message);
  });
}

test('a size that no printer has', refused, '^XA^FO1,1^GB99999999,1^FS^XZ', 'ZPL_FORBIDDEN', /32000/);
test('labels are counted: formats times their quantity', accepted, '^XA^FDa^FS^PQ3,0,2,Y^XZ^XA^FDb^FS^XZ', 7);
test('a format of settings prints nothing', accepted, '^XA^LRN^MNY^XZ^XA^FDb^FS^XZ', 1);
test('an empty format feeds a label', accepted, '^XA^XZ^XA^PQ2^XZ', 3);
test(
  'a hundred million labels',
  refused,
  '^XA^FDx^FS^PQ99999999^XZ',
  'ZPL_FORBIDDEN',
  /more than 1000 labels/,
);
test(
  'a million replicates',
  refused,
  '^XA^FDx^FS^PQ2,0,1000000^XZ',
  'ZPL_FORBIDDEN',
  /more than 1000 labels/,
);
test('a pause between labels', refused, '^XA^FDx^FS^PQ5,1,0,N^XZ', 'ZPL_FORBIDDEN', /pauses/);
test('a cut between labels', accepted, '^XA^FDx^FS^PQ5,1,0,Y^XZ', 5);

// A backtracking pattern would take hours for each of them.
const spaces = ' '.repeat(1_000_000);
test('a megabyte of spaces in a text', accepted, `^XA^FD!U${spaces}x^FS^XZ`);
test('one in a magnification', refused, `^XA^XGA,${spaces}x^FS^XZ`, 'ZPL_FORBIDDEN', /magnifications/);
test('one in a quantity', refused, `^XA^PQ${spaces}x^FS^XZ`, 'ZPL_FORBIDDEN', /whole numbers/);
test('a format opened again keeps its quantity', accepted, '^XA^PQ900^XA^FDx^FS^XZ', 900);
test('and what it draws', accepted, '^XA^PQ600^FDx^FS^XA^MCY^XZ', 600);

const zipped = (bytes: number): string => `:Z64:${deflateSync(Buffer.alloc(bytes)).toString('base64')}:ABCD`;
const megabyte = 1024 * 1024;
test('a zipped picture of 2 MiB', accepted, `^XA^GFA,9,9,100,${zipped(2 * megabyte)}^FS^XZ`);
test('a zipped one above', refused, `^XA^GFA,9,9,100,${zipped(2 * megabyte + 1)}^FS^XZ`, 'ZPL_FORBIDDEN');
test('a stored one', refused, `~DGR:A.GRF,9,9,${zipped(20 * megabyte)}^XA^XZ`, 'ZPL_FORBIDDEN', /~DG holds/);
test(
  'many together',
  refused,
  `^XA${`^GFA,9,9,100,${zipped(2 * megabyte)}^FS`.repeat(9)}^XZ`,
  'ZPL_FORBIDDEN',
  /together|With \^GF/,
);
test('run lengths', refused, `^XA^GFA,9,9,4000,${'zzzzzF'.repeat(3_000)}^FS^XZ`, 'ZPL_FORBIDDEN', /picture/);
test('rows filled', refused, `^XA^GFA,9,9,4000,${','.repeat(3_000)}^FS^XZ`, 'ZPL_FORBIDDEN', /picture/);
test('rubbish for a picture', refused, '^XA^GFA,9,9,9,:Z64:AAAA:1234^FS^XZ', 'ZPL_FORBIDDEN', /decompressed/);
test('bytes for a picture', refused, '^XA^GFB,3,3,1,abc^FS^XZ', 'ZPL_FORBIDDEN', /form A/);
test('a picture of its own recalled', accepted, '~DGR:LOGO.GRF,2,1,FFFF^XA^FO1,1^XGlogo,2,2^FS^XZ');
test('a zipped one downloaded', accepted, `~DGR:A.GRF,100,10,${zipped(100)}\n^XA^FDx^FS^XZ`);
test(
  'a picture that would swallow what follows',
  refused,
  '~DGR:A.GRF,99999999,1,FF^XA^FDx^FS^XZ',
  'ZPL_FORBIDDEN',
  /says 99999999 bytes and holds 1/,
);
test(
  'commands of another language behind a picture',
  refused,
  '~DGR:A.GRF,1,1,FF\r\nN\r\nP9999\r\n^XA^FDx^FS^XZ',
  'ZPL_FORBIDDEN',
  /says 1 bytes/,
);
test(
  'and behind a zipped one',
  refused,
  `~DGR:A.GRF,100,10,${zipped(100)}\r\nN\r\nP9999\r\n^XA^FDx^FS^XZ`,
  'ZPL_FORBIDDEN',
);
test('a picture of others recalled', refused, '^XA^FO1,1^XGR:LOGO.GRF,1,1^FS^XZ', 'ZPL_FORBIDDEN', /recalls/);
test('a picture in the memory that stays', refused, '~DGE:A.GRF,2,1,FFFF^XA^XZ', 'ZPL_FORBIDDEN', /R:NAME/);

// As carriers make them, shortened.
test(
  'UPS',
  accepted,
  '^XA^LRN^MNY^MFN,N^LH10,12^MCY^POI^PW812^CI27^FT14,574^CVY^BD3^FH^FD003840802108607[)>_1E01_1D961Z_1E_04^FS^FT1,1^A0N,22,26^FVADA^FS^FO0,1^GB800,4,4,B,0^FS^PQ1,0,1,Y^XZ',
);
test(
  'FedEx',
  accepted,
  '^XA^CF,0,0,0^PR12^MD30^PW800^PON^CI13^LH0,20\n^FO12,139^GB753,2,2^FS^FWN^FH^FD(555)^FS^BY2^FO28,741^B7N,10,5,14^FH^FD[)>_1E01^FS^FO9,9^BY4,3^BCN,200,N,N,N,N^FD>;>8962101^FS^LRY^FO1,1^GB9,9,9^FS^LRN^FDx^FS^PQ1^XZ\n',
);
test(
  'USPS and DHL',
  accepted,
  '^XA^LL1218^LS0^LT0^MMT^MTD~SD15~TA000~JSN^FX a remark ^FO30,30^GFA,2,2,1,FF:^FS^FT1,2^BXN,4,200,0,0,1,~^FH\\^FD9^FS^XZ',
);
