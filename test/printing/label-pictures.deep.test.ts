/** The platform's own labels as its preview draws them: everything is there, fits on the label and overlaps nothing. */
import bwipjs from 'bwip-js';
import test from 'ava';
import { drawnFields, type DrawnField } from './drawn-label.ts';
import { fullLabels, galleryLabels } from './shown-labels.ts';

const label = { width: 812, height: 1218 };

/** Bars and gaps of Code 128, in modules: its symbol numbers with start and, added by the library, check and stop. */
function barsOf(signs: readonly number[]): number[] {
  const text = signs.map((sign) => `^${String(sign).padStart(3, '0')}`).join('');
  const [drawn] = bwipjs.raw('code128', text, 'raw');
  if (!drawn || !('sbs' in drawn)) throw new Error('Code 128 has bars.');
  return drawn.sbs;
}

const [startB, startC, functionOne] = [104, 105, 102];
const pairs = (digits: string): number[] => digits.match(/\d\d/g)!.map(Number);

/** How a scanner's answer may be printed: GS1 and eighteen digits in pairs, everything else character by character. */
function barsSaying(code: string): number[] {
  const gs1 = /^\(00\)(\d{18})$/.exec(code);
  if (gs1) return barsOf([startC, functionOne, ...pairs(`00${gs1[1]}`)]);
  if (/^\d{18}$/.test(code)) return barsOf([startC, ...pairs(code)]);
  return barsOf([startB, ...Array.from(code, (sign) => sign.charCodeAt(0) - 32)]);
}

function modulesOf({ bars }: DrawnField): number[] {
  const module = Math.min(...bars);
  return bars.map((width) => width / module);
}

const overlap = ({ box: a }: DrawnField, { box: b }: DrawnField): boolean =>
  a!.left <= b!.right && b!.left <= a!.right && a!.top <= b!.bottom && b!.top <= a!.bottom;

for (const { name, zpl, says, codes } of [...galleryLabels, ...fullLabels]) {
  test(`${name}: its words and codes are drawn, on the label and apart`, async (t) => {
    const fields = await drawnFields(zpl);
    for (const field of fields) {
      t.truthy(field.box, `nothing is drawn of ${field.text}`);
      const { left, top, right, bottom } = field.box!;
      const isOnLabel = left >= 0 && top >= 0 && right < label.width && bottom < label.height;
      t.true(isOnLabel, `${field.text ?? 'a rule'} leaves the label: ${JSON.stringify(field.box)}`);
    }
    for (const [at, field] of fields.entries()) {
      for (const other of fields.slice(at + 1))
        t.false(overlap(field, other), `${field.text} lies over ${other.text}`);
    }
    const words = fields.filter(({ isBarcode }) => !isBarcode).map(({ text }) => text);
    for (const wanted of says)
      t.true(words.includes(wanted), `${wanted} is missing among ${words.join(' | ')}`);
    const drawn = fields.filter(({ isBarcode }) => isBarcode).map(modulesOf);
    for (const code of codes) {
      const wanted = barsSaying(code).join();
      t.true(
        drawn.some((bars) => bars.join() === wanted),
        `no barcode says ${code}`,
      );
    }
    t.true(drawn.length >= codes.length);
  });
}
