import { readFile, readdir } from 'node:fs/promises';
import test from 'ava';
import { labelSize, renderZpl } from './render-zpl.ts';

const TEST_LABELS = new URL('../../../hub/test-labels/', import.meta.url);

test('real labels are drawn to PNG', async (t) => {
  for (const file of await readdir(TEST_LABELS)) {
    const png = await renderZpl(await readFile(new URL(file, TEST_LABELS), 'utf8'));
    t.is(png.subarray(1, 4).toString(), 'PNG', file);
    t.true(png.length > 1_000, file);
  }
});

test('a label says its own size in dots', (t) => {
  t.deepEqual(labelSize('^XA^PW600^LL300^XZ'), { width_mm: 75, height_mm: 37.5 });
  t.deepEqual(labelSize('^XA^XZ'), { width_mm: 101.6, height_mm: 152.4 });
});
