import test from 'ava';
import { Paragraph } from './text-runs.ts';

const shown = (text: string): string[] =>
  new Paragraph(text).runs(0, text.length).map((run) => `${run.family} ${run.text}`);

test('what is read from the right stands from the right, its numbers and the Latin in it do not', (t) => {
  t.deepEqual(shown('order 12 من الرياض now'), [
    'European order 12 ',
    'Arabic من الرياض',
    'Arabic  ',
    'European now',
  ]);
  t.deepEqual(shown('رقم 7 هنا'), ['Arabic هنا', 'European  ', 'European 7', 'Arabic رقم ']);
  t.deepEqual(shown('שלום ABC'), ['European ABC', 'Hebrew שלום ']);
});

test('brackets of a line read from the right are mirrored', (t) => {
  t.deepEqual(shown('(שלום)'), ['European (', 'Hebrew שלום', 'European )']);
});

test('a character that three countries share is drawn as the letters beside it are', (t) => {
  t.deepEqual(shown('东京'), ['Chinese 东京']);
  t.deepEqual(shown('東京'), ['Taiwanese 東京']);
  t.deepEqual(shown('東京の'), ['Japanese 東京の']);
  t.deepEqual(shown('東京 도쿄'), ['Korean 東京 도쿄']);
});

test('what belongs to no script is set with the letters before it, if their font has it', (t) => {
  t.deepEqual(shown('কোম্পানি। নাম'), ['Bengali কোম্পানি। নাম']);
  t.deepEqual(shown('ភ្នំពេញ।'), ['Khmer ភ្នំពេញ', 'Devanagari ।']);
});

test('lines end between words, also of scripts without spaces, and not before a closing sign', (t) => {
  const pieces = (text: string): string[] => {
    const ends = new Paragraph(text).breaks();
    return ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end));
  };
  t.deepEqual(pieces('pallet AB-12 moved'), ['pallet ', 'AB-12 ', 'moved']);
  for (const text of ['ค่าบริการจัดเก็บสินค้า', 'မြန်မာကုန်သွယ်ရေးကုမ္ပဏီ', 'བོད་ལྗོངས་ཚོང་ལས'])
    t.true(pieces(text).length > 2, text);
  t.deepEqual(pieces('计算，包括').join('|').includes('|，'), false);
  t.true(pieces('计算，包括入库').length > 1);
});
