import { readFile, readdir } from 'node:fs/promises';
import test from 'ava';
import { renderZpl } from './render-zpl.ts';

const testLabels = new URL('../../../test/printing/labels/', import.meta.url);

test('real labels are drawn to PNG', async (t) => {
  for (const file of await readdir(testLabels)) {
    const png = await renderZpl(await readFile(new URL(file, testLabels), 'utf8'));
    t.is(png.subarray(1, 4).toString(), 'PNG', file);
    t.true(png.length > 1_000, file);
  }
});
