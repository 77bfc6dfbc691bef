/** Carriers' invoices as X12 210: what is read of them, and which files are refused, and where. */
import test from 'ava';
import { transactionSets } from '../../domain/imports/x12.ts';
import { interchange, invoice } from '../transport/x12-210.ts';
import { read, refused, two } from './x12-read.ts';

test('each charge is a line, numbered by its segment, whatever the separators are', async (t) => {
  for (const written of [
    {},
    { element: '|', component: '^', terminator: '\n' },
    { terminator: '\r\n', element: '\u001d', component: '\u001f' },
    { terminator: "'" },
  ]) {
    const lines = await read(interchange([two], written));
    t.deepEqual(
      lines.map(({ line, fields, problems }) => [
        line,
        fields['tracking_no'],
        fields['charge_code'],
        fields['amount'],
        problems,
      ]),
      [
        [12, '1Z1', 'FRT', 7.42, []],
        [13, '1Z1', 'FUE', 1.05, []],
        [18, '1Z2', 'FRT', 0.05, []],
      ],
      JSON.stringify(written),
    );
    t.like(lines[0]!.fields, {
      account: 'Regio',
      carrier: 'REGO',
      invoice_no: 'I-1',
      invoice_date: '2026-11-20',
      currency: 'USD',
      total: 8.52,
      weight_kg: 2.495,
      description: 'PARCEL',
    });
    t.is(lines[1]!.fields['description'], 'SURCHARGE');
    t.is(lines[1]!.fields['weight_kg'], undefined);
    t.is(lines[2]!.fields['weight_kg'], 4.536);
  }
});

test('numbers of parcels stand in N9 and L11, of the line or else of the invoice; sizes in any unit', async (t) => {
  const set = [
    'B3**I-2*X*PP**20261120*1.50****REGO',
    'N9*CN*PRO-7',
    'LX*1',
    'L11*08-LESS*ZZ',
    'L1*1*0*FR*-50****',
    'L4*10*20*5*N',
    'LX*2',
    'L11*1Z9*2I',
    'L1*1***200*****',
    'L0*1***1*G******K',
  ];
  const [one, other] = await read(interchange([set]), { currency: 'CAD' });
  t.like(one!.fields, {
    tracking_no: 'PRO-7',
    amount: -0.5,
    total: 1.5,
    currency: 'CAD',
    length_cm: 25.4,
    width_cm: 50.8,
    height_cm: 12.7,
  });
  t.like(other!.fields, { tracking_no: '1Z9', amount: 2 });
  t.deepEqual([...one!.problems, ...other!.problems], []);
});

test('a tax is that of its line, and of a line with nothing else it is a line by itself', async (t) => {
  const set = invoice('I-3', [
    { no: '1Z1', charges: { '': 742, FUE: 100, GST: 42, QST: 84 } },
    { no: '1Z2', charges: { VAT: 141 } },
  ]);
  const lines = await read(interchange([set]));
  t.deepEqual(
    lines.map(({ fields }) => ['charge_code', 'amount', 'tax', 'tax_code'].map((name) => fields[name])),
    [
      ['FRT', 7.42, 1.26, 'GST+QST'],
      ['FUE', 1, undefined, undefined],
      ['VAT', 0, 1.41, 'VAT'],
    ],
  );
  const [odd] = await read(interchange([set.map((one) => one.replace('*42*', '*4.2.1*'))]));
  t.deepEqual(
    odd!.problems.map(({ path, code }) => [path, code]),
    [['tax', 'type']],
  );
});

test('what is wrong with one charge is wrong with its invoice, and with no other', async (t) => {
  const bad = (from: string, to: string): string[] => two.map((one) => one.replace(from, to));
  const problems = async (set: string[]): Promise<unknown> => {
    const lines = await read(interchange([set, invoice('I-9', [{ no: '1Z9', charges: { '': 1 } }])]));
    t.deepEqual(lines.at(-1)!.problems, []);
    return lines
      .slice(0, -1)
      .map(({ line, problems: all }) => [line, ...all.map(({ path, code }) => `${path} ${code}`)]);
  };
  const rest = [13, 18].map((line) => [line, 'invoice_no incomplete']);
  t.deepEqual(await problems(bad('*742*', '*7,42*')), [[12, 'amount type'], ...rest]);
  t.deepEqual(await problems(bad('*742*', '**')), [[12, 'amount required'], ...rest]);
  t.deepEqual(await problems(bad('*B***1*CTN**L', '*B***1*CTN**X')), [
    [12, 'weight_kg type'],
    [13, 'invoice_no incomplete'],
    [18, 'weight_kg type'],
  ]);
  t.deepEqual(await problems(bad('N9*2I*1Z1', 'N9*PO*1Z1')), [
    [12, 'tracking_no required'],
    [13, 'tracking_no required'],
    [18, 'invoice_no incomplete'],
  ]);
  t.deepEqual(
    await problems(bad('C3*USD', 'C3*')),
    [12, 13, 18].map((line) => [line, 'currency required']),
  );
  t.deepEqual(
    await problems(bad('L3*5.5*B***852', 'L3*5.5*B***851')),
    [12, 13, 18].map((line) => [line, 'total does_not_add_up']),
  );
  t.deepEqual(await problems(['B3**I-3*X*PP**20261120*1']), [[3, 'amount required', 'currency required']]);
  const twice = await read(interchange([two, two]));
  t.deepEqual(
    twice.map((line) => line.problems.map(({ code }) => code)),
    [[], [], [], ['repeated'], ['repeated'], ['repeated']],
  );
});

test('envelopes that do not count what is in them are refused with their segment', async (t) => {
  const good = interchange([two]);
  t.deepEqual((await read(good)).length, 3);
  t.is((await read(good + interchange([invoice('I-2', [{ no: 'A', charges: { '': 1 } }])]))).length, 4);
  const cases: [string, RegExp][] = [
    ['', /nothing in it/],
    ['\r\n\n', /nothing in it/],
    ['hello', /segment 1: an interchange begins with ISA/],
    [good.slice(0, 50), /segment 1: an interchange/],
    [good.slice(0, 106), /segment 2: the file ends/],
    [good.slice(0, -12), /the file ends within an interchange/],
    [good.replace('SE*18*', 'SE*17*'), /segment 20: SE counts 17, there are 18/],
    [good.replace('SE*18*0001', 'SE*18*0002'), /segment 20: SE has the control number 0002, not 0001/],
    [good.replace('GE*1*1', 'GE*2*1'), /segment 21: GE counts 2, there are 1/],
    [good.replace('GE*1*1', 'GE*1*9'), /segment 21: GE has the control number 9, not 1/],
    [good.replace('IEA*1*', 'IEA*x*'), /segment 22: IEA counts x, there are 1/],
    [good.replace('IEA*1*000000905', 'IEA*1*000000906'), /segment 22: IEA has the control number/],
    [good.replace('GE*1*1~\n', ''), /segment 21: IEA stands where GE was to come/],
    [good.replace(/SE\*.*~\n/, ''), /segment 20: GE stands where SE was to come/],
    [good.replace('ST*210*', 'ST*997*'), /segment 3: a transaction set 997 is no invoice/],
    [good.replace('LX*1', 'lx*1'), /segment 8: it begins with no name of a segment/],
    [good.replace('LX*1', ''), /segment 8: it begins with no name/],
    [good.replace('PARCEL', 'PAR\u0000CEL'), /segment 10: L5 has a character that is no text/],
    [good.replace('PARCEL', 'x'.repeat(10_001)), /segment 10: it is longer/],
    [interchange([two], { element: 'A' }), /segment 1/],
    [interchange([two], { component: '*' }), /segment 1/],
    [interchange([two], { component: '~' }), /segment 1/],
    [interchange([]), /no invoice in it/],
  ];
  for (const [text, message] of cases) t.regex(await refused(text), message, text.slice(0, 20));
  const tested = interchange([two], { usage: 'T' });
  t.regex(await refused(tested), /a test/);
  t.is((await read(tested, { isDryRun: true })).length, 3);
});

test('many charges of one invoice are read, and more than an import may have are not', async (t) => {
  const charges = (count: number): string[] => [
    'B3**I-1*X*PP**20261120*1',
    'C3*USD',
    'N9*2I*1Z',
    ...Array.from({ length: count }, () => 'L1*1***1'),
  ];
  t.is((await read(interchange([charges(100_000)]))).length, 100_000);
  t.regex(await refused(interchange([charges(100_001)])), /more than 100000 charges/);
  t.is([...transactionSets(interchange([charges(3)]))][0]!.segments.length, 8);
});

test('weights and sizes are numbers as X12 writes them', async (t) => {
  const set = (weight: string, size = '10*20*5*N') => [
    'B3**I-8*X*PP**20261120*150****REGO',
    'LX*1',
    'L11*1Z9*2I',
    'L1*1***150*****',
    `L0*1***${weight}*B*******L`,
    `L4*${size}`,
  ];
  for (const [written, kilograms, size, length] of [
    ['.5', 0.227, '.5*20*5*N', 1.27],
    ['5.', 2.268, '10.*20*5*N', 25.4],
    ['0', undefined, '0*0*0*N', undefined],
    // A weight too small to be told is none.
    ['.0001', undefined, '.0001*20*5*N', undefined],
  ] as const) {
    const [line] = await read(interchange([set(written, size)]), { currency: 'USD' });
    t.deepEqual(line!.problems, [], written);
    t.is(line!.fields['weight_kg'], kilograms, written);
    t.is(line!.fields['length_cm'], length, written);
  }
  for (const written of ['.', '-.', '5..', '1e3', '+5', '5,5']) {
    const [line] = await read(interchange([set(written)]), { currency: 'USD' });
    t.is(line!.problems[0]?.path, 'weight_kg', written);
  }
});

test('money has two decimals that are not written, unless its point is, whatever its sign', async (t) => {
  const read1 = async (cents: string): Promise<unknown> => {
    const set = ['B3**I-7*X*PP**20261120*150****REGO', 'LX*1', 'L11*1Z9*2I', `L1*1***${cents}*****`];
    const [line] = await read(interchange([set]), { currency: 'USD' });
    return line!.problems[0]?.path ?? line!.fields['amount'];
  };
  for (const [written, amount] of [
    ['742', 7.42],
    ['-742', -7.42],
    ['-7.42', -7.42],
    ['.42', 0.42],
    ['-.5', -0.5],
    ['7.', 7],
    ['000000000000000000742', 7.42],
    ['+742', 'amount'],
    ['--742', 'amount'],
    ['742-', 'amount'],
    ['7.4.2', 'amount'],
    ['1234567890123456', 'amount'],
    ['1e5', 'amount'],
    ['0', 0],
  ] as const)
    t.is(await read1(written), amount, written);
});

test('the same invoice twice in a file is bad both times', async (t) => {
  const lines = await read(`${interchange([two])}${interchange([two])}`);
  t.deepEqual(
    lines.map(({ problems }) => problems.length > 0),
    [false, false, false, true, true, true],
  );
});
