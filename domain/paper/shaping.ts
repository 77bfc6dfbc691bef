/**
 * Shapes text by HarfBuzz, as browsers do: the font library breaks on marks of some scripts, and leaves letters of others
 * where they were typed.
 */
import type { Font } from 'fontkit';
import { Blob, Buffer as Letters, ClusterLevel, Face, Font as Shaper, shape } from 'harfbuzzjs';

type Run = ReturnType<Font['layout']>;

/** The font, which lays text out by HarfBuzz from now on; `file` is what it was opened from, as TrueType or OpenType. */
export function shapedByHarfBuzz(font: Font, file: Uint8Array): Font {
  const shaper = new Shaper(new Face(new Blob(file)));
  // One for all texts: its memory is given back by the garbage collector alone, which a paper does not let run.
  const letters = new Letters();
  // A document's own font is made from this one: the glyphs are to be its own as well.
  font.layout = function layout(this: Font, text) {
    letters.reset();
    letters.addText(text);
    letters.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    letters.guessSegmentProperties();
    shape(shaper, letters);
    const infos = letters.getGlyphInfos();
    const written = lettersOf(
      text,
      infos.map(({ cluster }) => cluster),
    );
    const glyphs = infos.map(({ codepoint: id }, at) => this.getGlyph(id, written[at]));
    const positions = letters.getGlyphPositions();
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return { glyphs, positions, advanceWidth } as Partial<Run> as Run;
  };
  return font;
}

/** The letters each glyph stands for: those from its place in the text to the next; of a letter's glyphs, the first. */
function lettersOf(text: string, places: readonly number[]): number[][] {
  const starts = [...new Set(places)].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, at) => [start, starts[at + 1] ?? text.length]));
  return places.map((place, at) =>
    places.indexOf(place) === at
      ? Array.from(text.slice(place, ends.get(place)), (letter) => letter.codePointAt(0)!)
      : [],
  );
}
