import test from 'ava';
import { zplText } from './label-fields.ts';
import { palletLabel } from './labels.ts';
import { judgeZpl } from './zpl-policy.ts';

const content = {
  sku: 'MUG^BLUE',
  item_name: 'Blue mug',
  qty: '24',
  uom: 'EA',
  lot_no: null,
  expiry_date: null,
};
const pallet = {
  lpn: 'PAL-1',
  sscc: null,
  receipt_no: 'RCPT-20261121-0001',
  day: '2026-11-21',
  contents: [content],
};

test('text of people can never become a command', (t) => {
  t.is(zplText('A^XZ~JR_é'), 'A_5EXZ_7EJR_5F_C3_A9');
});

test('a pallet label carries its license plate as a barcode and leaves out what is not known', (t) => {
  const label = palletLabel(pallet);
  t.deepEqual(judgeZpl(label), { ok: true, labels: 1 });
  t.regex(label, /\^BCN,170,N,N,N\^FH\^FDPAL-1\^FS/);
  t.regex(label, /received 2026-11-21/);
  t.regex(label, /QTY 24 EA/);
  t.false(label.includes('MUG^BLUE'));
  t.notRegex(label, /LOT|EXP|SSCC/);
});

test('one that was not received says when it was built', (t) => {
  t.regex(palletLabel({ ...pallet, receipt_no: null }), /\^FDbuilt 2026-11-21\^FS/);
});

test('lot, date, quantity and SSCC stand on it', (t) => {
  const label = palletLabel({
    ...pallet,
    sscc: '040123450000000017',
    contents: [{ ...content, lot_no: 'L-7', expiry_date: '2027-03-01' }],
  });
  t.regex(label, /LOT L-7/);
  t.regex(label, /EXP 2027-03-01/);
  t.regex(label, /\^FD>;>800040123450000000017\^FS/);
  t.regex(label, /SSCC \(00\) 040123450000000017/);
});

test('of a mixed pallet every item is named, or counted where there are too many', (t) => {
  const several = (count: number) =>
    palletLabel({
      ...pallet,
      contents: Array.from({ length: count }, (_, at) => ({
        ...content,
        sku: `SKU-${at}`,
        lot_no: `L${at}`,
      })),
    });
  t.regex(several(4), /SKU-3[^]*QTY 24 EA  LOT L3/);
  t.notRegex(several(4), /more items/);
  t.regex(several(9), /and 6 more items/);
});

test('a long SKU or lot is not cut off: what tells two goods apart stands at its end', (t) => {
  const sku = 'NORTHWIND-CLASSIC-TEE-HEATHER-GREY-ORGANIC-SIZE-XXL';
  const lot_no = 'LOT-2026-01-01-SHIFT-2-LINE-17-BATCH-0042';
  const long = { ...content, sku, lot_no };
  t.true(palletLabel({ ...pallet, contents: [long] }).includes(`^FD${sku}^FS`));
  t.true(palletLabel({ ...pallet, contents: [long] }).includes(`^FDLOT ${lot_no}^FS`));
  t.true(palletLabel({ ...pallet, contents: [long, content] }).includes(`^FD${sku}^FS`));
  const longer = palletLabel({ ...pallet, contents: [{ ...content, sku: `${sku}-${sku}-L` }] });
  t.regex(longer, /\^FDNORTHWIND-CLASSIC[^^]*\.\.\.[^^]*SIZE-XXL-L\^FS/);
});
