import test from 'ava';
import { deflateSync } from 'node:zlib';
import { isDrawable, labelSize, whyPicturesNotDrawn } from './label-size.ts';

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

test('pictures in a label are measured as large as they are drawn', (t) => {
  const zipped = (bytes: number): string =>
    `:Z64:${deflateSync(Buffer.alloc(bytes)).toString('base64')}:ABCD`;
  t.is(whyPicturesNotDrawn(`^XA^GFA,1,1,100,${zipped(500_000)}^FS^XZ`), undefined);
  t.regex(whyPicturesNotDrawn(`^XA^GFA,1,1,100,${zipped(500_001)}^FS^XZ`)!, /4000008 dots/);
  const download = `~DGR:A.GRF,50000,100,${zipped(50_000)}^XA`;
  t.is(whyPicturesNotDrawn(`${download}^XGR:A.GRF,3,3^FS^XZ`), undefined);
  t.regex(whyPicturesNotDrawn(`${download}^XGa,10,10^FS^XZ`)!, /40000000 dots/);
});
