/**
 * `node test/gallery.mjs`: the pictures of docs/gallery, from what the tests of screens and papers leave in the folder of
 * temporary files. Needs Chromium and poppler-utils, and takes the tests' time.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root } from '../server/set-up.mjs';

const gallery = path.join(root, 'docs', 'gallery');
const screens = path.join(tmpdir(), 'print-center');
const papers = path.join(tmpdir(), 'papers');
const tests = [
  'test/description/site.test.ts',
  'test/integration/console.test.ts',
  'test/ops/stuck-page.test.ts',
  'test/printing/label-pictures.test.ts',
  'test/printing/print-center.test.ts',
  'test/printing/print-center-use.test.ts',
  'test/printing/hub-connect.test.ts',
  'test/documents/seller.test.ts',
  'test/shipping/documents.test.ts',
  'test/journal/financial-reports.test.ts',
];

const shownScreens = {
  waiting: 'The print center on a tablet: what waits, why, and the printers beside it',
  move: 'One label, moved to another printer',
  'cancel-all': 'All that wait are cancelled after a question',
  connect: 'A workstation is connected by one code',
  'list-phone-light': 'The print center on a phone',
  'list-phone-dark': 'The same in the dark',
  'hub-phone': "The hub's own page on a phone: connected, registered, tested",
};
const schemes = ['light', 'dark'];
// The tests look at all six of each page; a tablet in the dark shows nothing that the others do not.
const looks = ['desk-light', 'desk-dark', 'tablet-light', 'phone-light', 'phone-dark'];
for (const [page, words] of [
  ['ops-stuck', 'What is stuck, for whom, why, and what can be done'],
  ['docs-', 'The front page'],
  ['docs-docs', 'The documentation'],
  ['docs-docs-guides-receive', 'A guide'],
  ['docs-reference', 'The reference'],
  ['docs-docs-errors', 'Every error, and what to do'],
  ['docs-docs-states', 'What each document can go through'],
  ['integration-inbox', 'What arrived from stores'],
  ['integration-missing-orders', 'Orders that never came in'],
  ['integration-flows', 'What is done with an order that comes in'],
  ['integration-runs', 'What was done, step by step'],
  ['integration-endpoints', 'Who is told of events'],
  ['integration-deliveries', 'What they were told, and what they answered'],
])
  for (const look of looks) shownScreens[`${page}-${look}`] = `${words}: ${look.replace('-', ', ')}`;
for (const scheme of schemes)
  shownScreens[`integration-flows-opened-desk-${scheme}`] = `A flow as a form: desk, ${scheme}`;

const shownPapers = {
  'invoice-long': 'An invoice of 130 lines, a name of 90 letters and a total of 154,197,386,118.55 (Letter)',
  'invoice-taxes': 'Tax by code and rate',
  'bill-of-lading': 'A bill of lading with freight class, PRO and PO numbers and a third-party payer',
  'balance-sheet': 'The balance sheet on paper',
};

if (!process.argv.includes('--as-they-are')) {
  const run = spawnSync(process.execPath, [path.join(root, 'test', 'run.mjs'), ...tests], {
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
rmSync(gallery, { recursive: true, force: true });
mkdirSync(gallery, { recursive: true });
const lines = ['# Gallery', '', 'Made by `node test/gallery.mjs` from what the tests saw.', ''];
const show = (file, words) => lines.push(`## ${words}`, '', `![${words}](${file})`, '');

for (const [name, words] of Object.entries(shownScreens)) {
  const from = path.join(screens, `${name}.png`);
  if (!existsSync(from)) continue;
  copyFileSync(from, path.join(gallery, `${name}.png`));
  show(`${name}.png`, words);
}
for (const [name, words] of Object.entries(shownPapers)) {
  const from = path.join(papers, `${name}.pdf`);
  if (!existsSync(from)) continue;
  execFileSync('pdftoppm', ['-r', '60', '-l', '2', '-png', from, path.join(gallery, name)]);
  for (const [at, file] of readdirSync(gallery)
    .filter((one) => one.startsWith(`${name}-`) && /-\d+\.png$/.test(one))
    .sort()
    .entries())
    show(file, at === 0 ? words : `${words}, page ${at + 1}`);
}
await drawLabels();
writeFileSync(path.join(gallery, 'README.md'), `${lines.join('\n').trimEnd()}\n`);
console.log(`${readdirSync(gallery).length} files in docs/gallery`);

async function drawLabels() {
  const { galleryLabels } = await import('../dist/test/printing/shown-labels.js');
  const { zplToBase64Async } = await import('zpl-renderer-js');
  for (const { name, words, zpl } of galleryLabels) {
    writeFileSync(
      path.join(gallery, `${name}.png`),
      Buffer.from(await zplToBase64Async(zpl, 101.5, 152.3, 8), 'base64'),
    );
    show(`${name}.png`, words);
  }
}
