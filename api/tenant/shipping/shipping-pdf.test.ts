import { execFileSync, spawnSync } from 'node:child_process';
import test from 'ava';
import { ShippingSheet } from './shipping-pdf.ts';

async function draw(): Promise<Buffer> {
  const sheet = new ShippingSheet('Packing list', new Date('2026-11-21T10:00:00Z'));
  sheet.heading('Packing list', 'Łódź Logistyka Sp. z o.o.', {
    kind: 'code128',
    text: 'SHP-1',
    below: 'SHP-1',
  });
  sheet.boxes([
    { caption: 'Ship to', lines: ['Δημήτρης Παπαδόπουλος', 'Αθήνα'] },
    { caption: 'Merchant', lines: ['Склад Київ'] },
  ]);
  sheet.table([{ title: 'Item', width: 1 }], [['Nguyễn Đức, cốc sứ'], ['上海 mug'], ['box 📦']]);
  return sheet.finish('SHP-1');
}

test('sheets that travel with goods print names in their own letters, and the same facts give the same bytes', async (t) => {
  const file = await draw();
  t.true(file.equals(await draw()));
  t.true(file.length < 60_000, `${file.length} bytes`);
  if (spawnSync('pdftotext', ['-v']).error) {
    t.log('pdftotext is not installed (apt-get install poppler-utils): the texts were not read back');
    return;
  }
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: file, encoding: 'utf8' });
  for (const words of [
    'Łódź Logistyka Sp. z o.o.',
    'Δημήτρης Παπαδόπουλος',
    'Αθήνα',
    'Склад Київ',
    'Nguyễn Đức, cốc sứ',
    '上海 mug',
    'box ‹1F4E6›',
    'by its Unicode number',
  ])
    t.true(text.includes(words), words);
});
