/** Every code a caller can be refused with is explained, in its own section and with what to do. */
import test from 'ava';
import { explainedCodes, errorsPage } from '../../api/docs/errors.ts';
import { refusalStatus } from '../../domain/refusals.ts';

test('docs/errors.md explains exactly the codes of the registry', (t) => {
  const explained = explainedCodes().map(({ code }) => code);
  t.deepEqual(explained.toSorted(), Object.keys(refusalStatus).toSorted());
});

test('each section says in sentences what it means and what to do', (t) => {
  for (const { code, words } of explainedCodes()) {
    t.regex(words, /^[A-Z][^*]{15,}\. \*\*What to do:\*\* [a-z].{8,}\.$/s, code);
  }
});

test('each code has the anchor that a problem points to', (t) => {
  const page = errorsPage();
  for (const code of Object.keys(refusalStatus)) t.true(page.includes(`<h2 id="${code}">`), code);
});
