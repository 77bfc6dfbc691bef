import test from 'ava';
import { PdfPages } from './pdf-pages.ts';

test('a table of five thousand rows lets others run while it is drawn, and keeps only the letters it uses', async (t) => {
  let turns = 0;
  let isDrawing = true;
  const count = () => {
    turns += 1;
    if (isDrawing) setImmediate(count);
  };
  const pages = new PdfPages('Long');
  pages.heading('Łódź', 'Long', []);
  setImmediate(count);
  await pages.table(
    [
      { title: 'Description', width: 0.7 },
      { title: 'Amount', width: 0.3, align: 'right' },
    ],
    Array.from({ length: 5000 }, (_, row) => [`Pallet positions, zone ${row}`, `${row}.00`]),
  );
  const whileRows = turns;
  const file = await pages.finish('Long');
  isDrawing = false;
  t.true(whileRows >= 10, `${whileRows} turns of others`);
  t.is(file.subarray(0, 5).toString(), '%PDF-');
  t.true(file.length < 600_000, `${file.length} bytes for 5,000 rows`);
});
