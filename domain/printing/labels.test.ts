import test from 'ava';
import { palletLabel, zplText } from './labels.ts';

test('text of people can never become a command', (t) => {
  t.is(zplText('A^XZ~JR_é'), 'A_5EXZ_7EJR_5F_C3_A9');
});

test('a pallet label carries its license plate as a barcode and leaves out what is not known', (t) => {
  const label = palletLabel({
    lpn: 'PAL-1',
    receipt_no: 'RCPT-20261121-0001',
    sku: 'MUG^BLUE',
    item_name: 'Blue mug',
    qty: '24',
    uom: 'EA',
    lot_no: null,
    expiry_date: null,
  });
  t.true(label.startsWith('^XA') && label.trimEnd().endsWith('^XZ'));
  t.regex(label, /\^BCN,260,Y,N,N\^FH\^FDPAL-1\^FS/);
  t.false(label.includes('MUG^BLUE'));
  t.false(label.includes('LOT'));
});
