import test from 'ava';
import { judgeZpl } from '../printing/zpl-policy.ts';
import { cartonLabel, packingLabel } from './shipping-label.ts';

const packing = {
  shipment_no: 'SHP-20261121-0001',
  order_no: 'SO-20261121-0001',
  carton_count: 2,
  unit_qty: '36',
  ship_to: ['Ada Lovelace', '1 Main Street', 'Denver, CO 80638', 'USA'],
};
const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    sku: `SKU-${at + 1}`,
    item_name: `Thing ${at + 1} ^ with ~ signs`,
    lot_no: at === 0 ? 'L-1' : '',
    qty: String(at + 1),
    uom: 'EA',
  }));

test('a packing list label lists its items', (t) => {
  const zpl = packingLabel({ ...packing, items: items(11) });
  t.deepEqual(judgeZpl(zpl), { ok: true, labels: 1 });
  for (let at = 1; at <= 11; at += 1) t.regex(zpl, new RegExp(`SKU-${at}\\^FS`));
  t.regex(zpl, /lot L-1/);
  t.regex(zpl, /\^FDSHP-20261121-0001\^FS/);
  t.regex(zpl, /\^FDOrder SO-20261121-0001\^FS/);
  t.notRegex(zpl, /more lines/);
});

test('what does not fit is counted, and stays above the foot of the label', (t) => {
  const zpl = packingLabel({ ...packing, items: items(40) });
  t.regex(zpl, /and 30 more lines: see the packing list/);
  t.notRegex(zpl, /SKU-11\^FS/);
  const lowest = Math.max(...[...zpl.matchAll(/\^FO\d+,(\d+)/g)].map(([, y]) => Number(y)));
  t.is(lowest, 1166);
});

test('a carton number is an SSCC only with a company prefix of GS1', (t) => {
  const carton = { shipment_no: 'SHP-1', carton_no: 1, ship_to: [] };
  t.regex(cartonLabel({ ...carton, sscc: '040123450000000017' }), />;>800040123450000000017\^FS[^]*\(00\) 0/);
  const own = cartonLabel({ ...carton, sscc: '000000000000000017' });
  t.notRegex(own, />8|\(00\)/);
  t.regex(own, /Carton number 000000000000000017/);
});

test('a long SKU or line of an address is not cut off: what tells two apart stands at its end', (t) => {
  const sku = 'NORTHWIND-CLASSIC-TEE-HEATHER-GREY-ORGANIC-SIZE-XXL';
  const street = '12000 Commerce Park Boulevard Extension, Building C, Suite 400';
  const to = { ...packing, ship_to: ['Ada Lovelace', street] };
  const zpl = packingLabel({ ...to, items: [{ ...items(1)[0]!, sku }] });
  t.true(zpl.includes(`^FD${sku}^FS`));
  t.true(zpl.includes(`^FD${street}^FS`));
  t.true(cartonLabel({ ...to, carton_no: 1, sscc: '1' }).includes(`^FD${street}^FS`));
});
