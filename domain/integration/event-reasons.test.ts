import test from 'ava';
import { failedInWords, waitsInWords } from './event-reasons.ts';

const line = (id: string, sku: string | null, isMapped = false) => ({ id, sku, is_mapped: isMapped });

test('a waiting order names each unknown SKU once, and how it goes on', (t) => {
  const lines = [line('1', 'PEAR'), line('2', 'PEAR'), line('3', 'PLUM'), line('4', 'PLAIN', true)];
  t.is(
    waitsInWords({ order_no: 'SO-7', lines }),
    'Order SO-7 waits: no item is known for SKU PEAR, PLUM. Map each to an item, and the order goes on by itself.',
  );
});

test('a line that names no SKU cannot be mapped: it is given its product', (t) => {
  t.is(
    waitsInWords({ order_no: 'SO-7', lines: [line('1', null), line('2', '')] }),
    'Order SO-7 waits: 2 of its lines without a SKU. Give each its product in the order, then process the event again.',
  );
});

test('of many unknown SKUs five are named', (t) => {
  const lines = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((sku) => line(sku, sku));
  t.regex(waitsInWords({ order_no: 'SO-7', lines }), /SKU A, B, C, D, E and 2 more\./);
});

test('a hold somebody placed by that name is lifted, since there is nothing to map', (t) => {
  t.is(
    waitsInWords({ order_no: 'SO-7', lines: [line('1', 'PLAIN', true)] }),
    'Order SO-7 is on hold (UNMAPPED_SKU). Lift its holds, then process the event again.',
  );
});

test('an order that cannot be promised names what is short of which SKU', (t) => {
  const order = { order_no: 'SO-7', lines: [line('1', 'RED', true), line('2', 'RED', true)] };
  const error = {
    code: 'INSUFFICIENT_ATP',
    message: "2 of the order's lines cannot be promised in full.",
    details: {
      lines: [
        { line_id: '1', item_id: 'x', required: 3, available: 1, short: 2 },
        { line_id: '2', item_id: 'x', required: 3, available: 2.5, short: 0.5 },
      ],
    },
  };
  t.is(
    failedInWords('9901', order, error),
    "Order SO-7: 2 of the order's lines cannot be promised in full. Missing: 2.5 of RED. Receive or free the stock, then process the event again.",
  );
});

test('any other refusal keeps its sentence, with the order and what to do', (t) => {
  const order = { order_no: 'SO-7', lines: [] };
  t.is(
    failedInWords('9901', order, { code: 'VALIDATION_FAILED', message: 'ship_to is required.' }),
    'Order SO-7: ship_to is required. Mend that, then process the event again.',
  );
});

test('an order that could not be made is named as the store does', (t) => {
  t.is(
    failedInWords('9901', undefined, { code: 'VALIDATION_FAILED', message: 'total is no amount.' }),
    "The store's order 9901: total is no amount. Mend that and process the event again, or enter the order by hand.",
  );
});
