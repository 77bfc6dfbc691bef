import test from 'ava';
import { familyOf, openFont } from '../../../domain/paper/noto-fonts.ts';
import { Letters } from '../../../domain/paper/pdf-fonts.ts';
import { PaperDocument } from './paper-document.ts';

test('a long line in other letters is measured once, not once for each letter it could end at', (t) => {
  const font = openFont(familyOf('锈', '锈')!, 'Regular');
  const layout = font.layout.bind(font);
  let letters = 0;
  font.layout = (text, ...more) => {
    letters += text.length;
    return layout(text, ...more);
  };
  t.teardown(() => (font.layout = layout));
  const pdf = new PaperDocument({ size: 'A4' });
  const known = new Letters(pdf);
  pdf.font('Regular').fontSize(10);
  const width = pdf.widthOfString(known.print('锈'.repeat(500)));
  t.true(width > 4_000 && width < 6_000, `${width}`);
  t.true(letters > 0 && letters <= 1_500, `${letters} letters were laid out for 500`);
});

test('Chinese that all countries write alike is set in the characters of the country the paper comes from', (t) => {
  const fontsOf = (country: string): string[] => {
    const named: string[] = [];
    const pdf = new PaperDocument({ size: 'A4' }, country);
    const register = pdf.registerFont.bind(pdf);
    pdf.registerFont = (name, ...more) => {
      named.push(name);
      return register(name, ...more);
    };
    pdf.registerFont('Regular', openFont('European', 'Regular') as never);
    pdf.font('Regular').text('骨', 10, 10);
    return named.slice(1);
  };
  for (const country of ['TW', 'HK', 'MO', 'Taiwan'])
    t.deepEqual(fontsOf(country), ['Taiwanese Regular'], country);
  for (const country of ['CN', 'SG', '']) t.deepEqual(fontsOf(country), ['Chinese Regular'], country);
});
