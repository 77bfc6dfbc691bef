/**
 * Text of any script as it is set: where its lines may end, and the runs of one font and one direction of a line, in the
 * order they stand on the paper (Unicode's bidirectional algorithm). The font itself shapes a run.
 */
import type { Bidi } from 'bidi-js';
// oxlint-disable-next-line import/default -- CommonJS: all of it is the default, which its types call a field of it
import openBidi from 'bidi-js';
import { familyOf, openFont, type Family } from './noto-fonts.ts';

const bidi = (openBidi as unknown as () => Bidi)();

export interface Run {
  text: string;
  family: Family;
}

// Scripts that are written without spaces: their words are looked up.
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u3000-\u303f\u30a0\u30fb\u30fc\uff00-\uffef]/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const opening = /^[\p{Ps}\p{Pi}]$/u;
const closing = /^[\p{Pe}\p{Pf}\p{Po}ー々〜]/u;

/** One paragraph: text without line breaks. */
export class Paragraph {
  readonly text: string;
  readonly #levels: Uint8Array;
  readonly #families: Family[];

  constructor(text: string, isTraditionalUsual = false) {
    this.text = text;
    this.#levels = bidi.getEmbeddingLevels(text).levels;
    this.#families = familiesOf(text, isTraditionalUsual);
  }

  /** Where a line may end, behind its last letter; the end is one of them. */
  breaks(): number[] {
    const places: number[] = [];
    for (const { index, segment } of words.segment(this.text)) {
      if (index > 0 && this.#mayBreak(index, segment)) places.push(index);
    }
    return [...places, this.text.length];
  }

  #mayBreak(at: number, next: string): boolean {
    const before = this.text[at - 1]!;
    if (before === ' ') return next.trim() !== '';
    if (opening.test(before) || closing.test(next) || next.trim() === '') return false;
    return spaceless.test(before) || spaceless.test(next);
  }

  /** Where each letter of a piece ends, for a word that is wider than its place. */
  letterEnds(from: number, to: number): number[] {
    const ends: number[] = [];
    for (const { index, segment } of letters.segment(this.text.slice(from, to)))
      ends.push(from + index + segment.length);
    return ends;
  }

  /** The runs of a line from left to right. */
  runs(from: number, to: number): Run[] {
    const end = to - (/ *$/.exec(this.text.slice(from, to))?.[0].length ?? 0);
    const runs: (Run & { level: number })[] = [];
    for (let at = from; at < end; at += 1) {
      const [level, family] = [this.#levels[at]!, this.#families[at]!];
      const last = runs.at(-1);
      if (last?.level === level && last.family === family) last.text += this.text[at]!;
      else runs.push({ text: this.text[at]!, level, family });
    }
    return inVisualOrder(runs).map(({ text, level, family }) => ({
      text: level % 2 === 1 ? mirrored(text) : text,
      family,
    }));
  }
}

/** Signs of no script, which are set with the letters before them: joiners always, others if that font has them. */
function isAlong(letter: string, family: Family): boolean {
  if (/\p{Cf}/u.test(letter)) return true;
  const isShared = /[\p{M} \u0964\u0965\u202f]/u.test(letter);
  return isShared && openFont(family, 'Regular').hasGlyphForCodePoint(letter.codePointAt(0)!);
}

/** The family of each UTF-16 unit: what belongs to no script goes with the letter before it. */
function familiesOf(text: string, isTraditionalUsual: boolean): Family[] {
  const families: Family[] = [];
  let before: Family = 'European';
  for (const letter of text) {
    const goesAlong: boolean = before !== 'European' && isAlong(letter, before);
    const family: Family = goesAlong ? before : (familyOf(letter, text, isTraditionalUsual) ?? 'European');
    for (let unit = 0; unit < letter.length; unit += 1) families.push(family);
    before = family;
  }
  return families;
}

/** Rule L2: from the highest level down to the lowest odd one, what is at least at it is turned around. */
function inVisualOrder<R extends { level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = Math.max(from, to - 1);
    }
  }
  return ordered;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** A bracket of a line read from the right is its mirror image. The font turns letters around; signs alone it does not. */
function mirrored(text: string): string {
  const signs = Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign);
  return rightToLeft.test(text) ? signs.join('') : signs.toReversed().join('');
}
