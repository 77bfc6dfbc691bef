import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { PdfPages } from './pdf-pages.ts';

test('a table of two thousand rows is drawn while others run, and keeps only the letters it uses', async (t) => {
  const pages = new PdfPages('one', 'Long');
  pages.heading('Łódź', 'Long', []);
  pages.table(
    [
      { title: 'Description', width: 0.7 },
      { title: 'Amount', width: 0.3, align: 'right' },
    ],
    Array.from({ length: 2000 }, (_, row) => [`Pallet positions, zone ${row}`, `${row}.00`]),
  );
  let file: Buffer | undefined;
  void pages.finish('Long').then((drawn) => (file = drawn));
  let turns = 0;
  for (; !file; turns += 1) await pause(1);
  t.true(turns >= 40, `${turns} turns of others`);
  t.is(file.subarray(0, 5).toString(), '%PDF-');
  t.true(file.length < 300_000, `${file.length} bytes for 2,000 rows`);
});

test('a document that cannot be drawn is a fault of its own, and the next one is drawn', async (t) => {
  const broken = new PdfPages('one', 'Broken');
  broken.heading('Sender', 'Broken', [], { logo: new Uint8Array([1, 2, 3]) });
  await t.throwsAsync(broken.finish('Broken'), { any: true, message: 'Unknown image format.' });
  const file = await new PdfPages('one', 'Next').finish('Next');
  t.is(file.subarray(0, 5).toString(), '%PDF-');
});
