/** Which font has a letter: one for European scripts, and Noto fonts for scripts that it lacks or sets badly. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import { isTraditional } from './han-script.ts';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'Regular' | 'Bold';

/** The files of each family in their packages. */
const families = {
  European: ['dejavu-fonts-ttf', 'ttf', 'DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'],
  Arabic: ['@embedpdf/fonts-arabic', 'fonts', 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'],
  Hebrew: ['@embedpdf/fonts-hebrew', 'fonts', 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'],
  Thai: noto('thai'),
  Devanagari: noto('devanagari'),
  // All of Unicode's Chinese characters, and the letters of Japan; Korea's are in their own.
  Chinese: ['@embedpdf/fonts-sc', 'fonts', 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'],
  Taiwanese: ['@embedpdf/fonts-tc', 'fonts', 'NotoSansHant-Regular.otf', 'NotoSansHant-Bold.otf'],
  Japanese: ['@embedpdf/fonts-jp', 'fonts', 'NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf'],
  Korean: ['@embedpdf/fonts-kr', 'fonts', 'NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'],
} as const satisfies Record<string, readonly [string, string, string, string]>;

export type Family = keyof typeof families;

function noto(script: string): [string, string, string, string] {
  const file = (weight: number): string => `noto-sans-${script}-${script}-${weight}-normal.woff`;
  return [`@fontsource/noto-sans-${script}`, 'files', file(400), file(700)];
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
  const font = create(readFileSync(path.join(root, folder, weight === 'Regular' ? regular : bold))) as Font;
  opened.set(key, font);
  return font;
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

const scripts: [RegExp, (text: string) => Family[]][] = [
  [/\p{Script_Extensions=Arabic}/u, () => ['Arabic']],
  [/\p{Script=Hebrew}/u, () => ['Hebrew']],
  [/\p{Script=Thai}/u, () => ['Thai']],
  [/\p{Script=Devanagari}/u, () => ['Devanagari']],
  [/\p{Script=Hangul}/u, () => ['Korean']],
  // A character that China, Japan and Korea share is drawn as the letters beside it are at home.
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    hanFamilies,
  ],
];

function hanFamilies(text: string): Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['Japanese', 'Chinese'];
  if (/\p{Script=Hangul}/u.test(text)) return ['Korean', 'Chinese'];
  return isTraditional(text) ? ['Taiwanese', 'Chinese'] : ['Chinese'];
}

/** The family a letter of this text is set in; undefined when none has it. */
export function familyOf(letter: string, text: string): Family | undefined {
  const code = letter.codePointAt(0)!;
  const own = scripts.find(([script]) => script.test(letter))?.[1](text) ?? [];
  return [...own, 'European' as const].find((family) =>
    openFont(family, 'Regular').hasGlyphForCodePoint(code),
  );
}
