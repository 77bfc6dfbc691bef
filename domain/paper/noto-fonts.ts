/** Which font has a letter: one for European scripts, and Noto fonts for scripts that it lacks or sets badly. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import { isTraditional } from './han-script.ts';
import { shapedByHarfBuzz } from './shaping.ts';
import { unpackedWoff } from './woff.ts';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'Regular' | 'Bold';

/** The files of each family in their packages. */
const families = {
  European: ['dejavu-fonts-ttf', 'ttf', 'DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'],
  Arabic: ['@embedpdf/fonts-arabic', 'fonts', 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'],
  Hebrew: ['@embedpdf/fonts-hebrew', 'fonts', 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'],
  Thai: noto('thai'),
  Devanagari: noto('devanagari'),
  Bengali: noto('bengali'),
  Gujarati: noto('gujarati'),
  Gurmukhi: noto('gurmukhi'),
  Kannada: noto('kannada'),
  Malayalam: noto('malayalam'),
  Sinhala: noto('sinhala'),
  Tamil: noto('tamil'),
  Telugu: noto('telugu'),
  Khmer: noto('khmer'),
  Burmese: noto('myanmar'),
  Ethiopic: noto('ethiopic'),
  Tibetan: noto('tibetan', 'serif'),
  // It has no bold letters.
  Mongolian: noto('mongolian', 'sans', 400),
  // All of Unicode's Chinese characters, and the letters of Japan; Korea's are in their own.
  Chinese: ['@embedpdf/fonts-sc', 'fonts', 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'],
  Taiwanese: ['@embedpdf/fonts-tc', 'fonts', 'NotoSansHant-Regular.otf', 'NotoSansHant-Bold.otf'],
  Japanese: ['@embedpdf/fonts-jp', 'fonts', 'NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf'],
  Korean: ['@embedpdf/fonts-kr', 'fonts', 'NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'],
} as const satisfies Record<string, readonly [string, string, string, string]>;

export type Family = keyof typeof families;

// Marks above letters and letters below letters.
const tall: readonly Family[] = [
  ...(['Arabic', 'Thai', 'Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Kannada'] as const),
  ...(['Malayalam', 'Sinhala', 'Tamil', 'Telugu', 'Mongolian'] as const),
];
const rooms = new Map<Family, number>([
  ...tall.map((family): [Family, number] => [family, 1.25]),
  ['Khmer', 1.45],
  ['Burmese', 1.45],
  ['Tibetan', 1.7],
]);

/** How many times the height of a European line the letters of a family need. */
export const roomOf = (family: Family): number => rooms.get(family) ?? 1;

function noto(script: string, style = 'sans', bold = 700): [string, string, string, string] {
  const file = (weight: number): string => `noto-${style}-${script}-${script}-${weight}-normal.woff`;
  return [`@fontsource/noto-${style}-${script}`, 'files', file(400), file(bold)];
}

// Opened once, because parsing a font costs more than a page; most are never asked for.
const opened = new Map<string, Font>();

export function openFont(family: Family, weight: Weight): Font {
  const key = `${family} ${weight}`;
  const known = opened.get(key);
  if (known) return known;
  const [name, folder, regular, bold] = families[family];
  // Some packages let nobody resolve the files of their fonts, but all have a first file.
  const root = packageRoot(name);
  const file = readFileSync(path.join(root, folder, weight === 'Regular' ? regular : bold));
  const font = file.toString('latin1', 0, 4) === 'wOFF' ? openWoff(file) : (create(file) as Font);
  opened.set(key, font);
  return font;
}

/** The scripts that come in WOFF are those that want more than the library knows. */
function openWoff(woff: Buffer): Font {
  const file = unpackedWoff(woff);
  return shapedByHarfBuzz(create(file) as Font, file);
}

function packageRoot(name: string): string {
  const folder = resolve.paths(name)?.find((parent) => isThere(path.join(parent, name, 'package.json')));
  if (folder === undefined) throw new Error(`The fonts of ${name} are not installed.`);
  return path.join(folder, name);
}

function isThere(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

const scripts: [RegExp, (text: string, isTraditionalUsual: boolean) => Family[]][] = [
  [/\p{Script_Extensions=Arabic}/u, () => ['Arabic']],
  [/\p{Script=Hebrew}/u, () => ['Hebrew']],
  [/\p{Script=Thai}/u, () => ['Thai']],
  // The two marks that end sentences are shared by all of India.
  [/[\p{Script=Devanagari}\u0964\u0965]/u, () => ['Devanagari']],
  [/\p{Script=Bengali}/u, () => ['Bengali']],
  [/\p{Script=Gujarati}/u, () => ['Gujarati']],
  [/\p{Script=Gurmukhi}/u, () => ['Gurmukhi']],
  [/\p{Script=Kannada}/u, () => ['Kannada']],
  [/\p{Script=Malayalam}/u, () => ['Malayalam']],
  [/\p{Script=Sinhala}/u, () => ['Sinhala']],
  [/\p{Script=Tamil}/u, () => ['Tamil']],
  [/\p{Script=Telugu}/u, () => ['Telugu']],
  [/\p{Script=Khmer}/u, () => ['Khmer']],
  [/\p{Script=Myanmar}/u, () => ['Burmese']],
  [/\p{Script=Ethiopic}/u, () => ['Ethiopic']],
  [/\p{Script=Tibetan}/u, () => ['Tibetan']],
  // Cyrillic Mongolian is set as all Cyrillic is.
  [/\p{Script=Mongolian}/u, () => ['Mongolian']],
  [/\p{Script=Hangul}/u, () => ['Korean']],
  // A character that China, Japan and Korea share is drawn as the letters beside it are at home.
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30a0\u30fb\u30fc\uff00-\uffef]/u,
    hanFamilies,
  ],
];

/** Some characters, such as one of Japanese names (𠮷), are in the font of one country alone. */
const anyHan = ['Chinese', 'Japanese', 'Taiwanese', 'Korean'] as const satisfies Family[];

function hanFamilies(text: string, isTraditionalUsual: boolean): Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['Japanese', ...anyHan];
  if (/\p{Script=Hangul}/u.test(text)) return ['Korean', ...anyHan];
  return isTraditional(text, isTraditionalUsual) ? ['Taiwanese', ...anyHan] : [...anyHan];
}

/**
 * The family a letter of this text is set in; undefined when none has it. Chinese that all countries write alike is set in
 * traditional forms where those are usual.
 */
export function familyOf(letter: string, text: string, isTraditionalUsual = false): Family | undefined {
  const code = letter.codePointAt(0)!;
  const own = scripts.find(([script]) => script.test(letter))?.[1](text, isTraditionalUsual) ?? [];
  return [...own, 'European' as const].find((family) =>
    openFont(family, 'Regular').hasGlyphForCodePoint(code),
  );
}
