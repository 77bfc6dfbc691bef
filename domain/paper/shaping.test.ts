import test from 'ava';
import type { Font } from 'fontkit';
import { familyOf, openFont, type Weight } from './noto-fonts.ts';

function shaped(text: string, weight: Weight = 'Regular') {
  const font = openFont(familyOf(text[0]!, text)!, weight);
  const { glyphs, positions, advanceWidth } = font.layout(text) as ReturnType<Font['layout']>;
  const one = (letter: string): number => font.glyphForCodePoint(letter.codePointAt(0)!).id;
  return { font, ids: glyphs.map(({ id }) => id), glyphs, positions, advanceWidth, one };
}

// Of each script, words with what it is hard for: stacked, joined and moved letters, marks in rows.
const words = [
  'অ্যান্টিগুয়া',
  'ক্ষত্রিয়',
  'અંગ્રેજી',
  'ਟਾਪੂ',
  'ਸੰਯੁਕਤ',
  'ಸ್ವಿಟ್ಜರ್ಲ್ಯಾಂಡ್',
  'യുണൈറ്റഡ്',
  'ශ්‍රී',
  'ஸ்ரீ',
  'బహ్రెయిన్',
  'ហឺហ្ស៊ីហ្គូវីណា',
  'အဆန်းရှင်းကျွန်း',
  'የኢትዮጵያ',
  'སྤྱི་ཚོགས',
  'ᠮᠣᠩᠭᠣᠯ',
  'ญี่ปุ่น',
  'क्षत्रिय',
];

test('every letter of every script is drawn, in both weights', (t) => {
  for (const word of words) {
    for (const weight of ['Regular', 'Bold'] as const) {
      const { ids, positions, advanceWidth } = shaped(word, weight);
      t.false(ids.includes(0), `${word}: a box`);
      t.is(positions.length, ids.length);
      t.true(advanceWidth > 0, word);
    }
  }
});

test('vowels that are spoken after their consonant and written before it stand before it', (t) => {
  for (const [consonant, vowel] of [
    ['က', '\u1031'],
    ['ক', '\u09c7'],
    ['ക', '\u0d46'],
    ['ក', '\u17c1'],
  ] as const) {
    const { ids, one } = shaped(consonant + vowel);
    t.deepEqual([ids.length, ids.at(-1)], [2, one(consonant)], consonant);
  }
});

test('letters that join are drawn in other forms than alone', (t) => {
  for (const [word, letter] of [
    ['ᠮᠣᠩ', 'ᠮ'],
    ['ক্ষ', 'ক'],
    ['රි', 'ර'],
  ] as const) {
    const { ids, one } = shaped(word);
    t.true(ids.length < word.length || ids[0] !== one(letter), word);
  }
});

test('a glyph tells the letters it was made of, once', (t) => {
  for (const word of words) {
    const base = openFont(familyOf(word[0]!, word)!, 'Regular');
    // As a new document has it: no glyph is known yet.
    const font = Object.create(base, { _glyphs: { value: {}, writable: true } }) as Font;
    const { glyphs } = font.layout(word) as ReturnType<Font['layout']>;
    const told = new Set(glyphs.flatMap(({ codePoints }) => codePoints));
    t.deepEqual(
      [...new Set(Array.from(word, (letter) => letter.codePointAt(0)!))].filter((one) => !told.has(one)),
      [],
    );
  }
});
