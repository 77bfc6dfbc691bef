import test from 'ava';
import { isDrawable, labelSize } from './label-size.ts';

test('a label says its own size in dots; without words it is 4 by 6 inches', (t) => {
  t.like(labelSize('^XA^PW600^LL300^XZ'), {
    width_mm: 75,
    height_mm: 37.5,
    width_dots: 600,
    height_dots: 300,
  });
  t.like(labelSize('^XA^PW99999^XZ'), { width_dots: 99_999, height_dots: 1_219 });
  t.like(labelSize('^XA^XZ'), { width_dots: 812, height_dots: 1_219 });
  t.like(labelSize('^XA^PW10^LL10^XZ^XA^PW700^LL 900^XZ'), { width_dots: 700, height_dots: 900 });
});

test('pictures beyond four million dots or a metre a side are not drawn', (t) => {
  for (const [width, height, isFine] of [
    [812, 1_219, true],
    [2_000, 2_000, true],
    [2_000, 2_001, false],
    [8_000, 8_000, false],
    [8_001, 1, false],
  ] as const)
    t.is(isDrawable(labelSize(`^XA^PW${width}^LL${height}^XZ`)), isFine, `${width} by ${height}`);
});
