import test from 'ava';
import { familyOf, openFont } from '../paper/noto-fonts.ts';
import { textLine } from './label-fields.ts';
import { textPicture } from './text-picture.ts';
import { readGraphic } from './zpl-graphics.ts';

const dotsOf = (zpl: string): { bytes: number; told: number } => {
  const params = zpl.slice('^GF'.length);
  const graphic = readGraphic('^GF', params);
  if (typeof graphic === 'string') throw new Error(graphic);
  return { bytes: graphic.bytes, told: Number(params.split(',')[1]) };
};

for (const text of ['不锈钢保温杯', 'كوب حراري (أسود)', 'แก้วเก็บความร้อน', '서울특별시', 'שלום', 'भंडारण']) {
  test(`${text} is a picture whose size is as told, the same every time`, (t) => {
    const picture = textPicture(text, 40, 732);
    const { bytes, told } = dotsOf(picture.zpl);
    t.is(bytes, told);
    t.true(picture.width > 40 && picture.width <= 732, `${picture.width}`);
    t.is(textPicture(text, 40, 732).zpl, picture.zpl);
    t.true(picture.zpl.length < 4_000, `${picture.zpl.length} characters`);
  });
}

test('letters are joined, not set one beside the other', (t) => {
  const apart = ['ك', 'و', 'ب'].reduce((sum, letter) => sum + textPicture(letter, 40, 732).width, 0);
  t.true(textPicture('كوب', 40, 732).width < apart);
});

test('a long name gets smaller first, and is shortened where nothing else fits', (t) => {
  const name = '不锈钢保温杯黑色五百毫升';
  t.true(textPicture(name, 40, 300).width <= 300);
  const short = textPicture(name.repeat(6), 40, 300);
  t.true(short.width <= 300 && short.width > 250, `${short.width}`);
});

test('a name of hundreds of letters is measured a few times, not once for each letter', (t) => {
  const family = familyOf('锈', '锈')!;
  const font = openFont(family, 'Bold');
  const layout = font.layout.bind(font);
  let times = 0;
  font.layout = (...given) => {
    times += 1;
    return layout(...given);
  };
  t.teardown(() => (font.layout = layout));
  const { width } = textPicture('锈'.repeat(500), 40, 300);
  t.true(width <= 300 && width > 250, `${width}`);
  t.true(times > 0 && times < 20, `${times} times`);
});

test("a label writes European names in the printer's font and others as pictures, right-aligned ones too", (t) => {
  t.regex(textLine(10, 40, 'Łódź, Київ'), /^\^FO40,10\^A0N/);
  const right = /^\^FO(\d+),10\^GFA/.exec(textLine(10, 40, '保温杯', { x: 500, width: 200, isRight: true }));
  t.is(Number(right?.[1]) + textPicture('保温杯', 40, 200).width, 700);
  t.regex(textLine(10, 40, 'box 📦'), /1F4E6/, 'what no font has is its number');
});
