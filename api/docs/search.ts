/** `/docs/search`: the sections that have all words asked for, those with them in their heading first. */
import { escapeHtml } from './escape-html.ts';

export interface Section {
  address: string;
  /** The page, then the section. */
  title: string;
  text: string;
}

const shownMax = 40;
const around = 90;

/** The words of a question, as they are compared. */
const wordsOf = (asked: string): string[] =>
  asked
    .toLowerCase()
    .match(/[\p{L}\p{N}_./-]+/gu)
    ?.slice(0, 8) ?? [];

export function findSections(sections: readonly Section[], asked: string): Section[] {
  const words = wordsOf(asked);
  if (words.length === 0) return [];
  const scored = sections.flatMap((section) => {
    const title = section.title.toLowerCase();
    const text = section.text.toLowerCase();
    if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
    return [{ section, score: words.filter((word) => title.includes(word)).length }];
  });
  return scored.sort((one, other) => other.score - one.score).map(({ section }) => section);
}

/** Some words before and after the first one found. */
function excerpt(text: string, [first = '']: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(first) - around);
  const shown = text.slice(at, at + 2 * around + first.length);
  return `${at > 0 ? '... ' : ''}${shown.replaceAll(/\s+/g, ' ').trim()}${at + shown.length < text.length ? ' ...' : ''}`;
}

export function searchPage(sections: readonly Section[], asked: string): string {
  const found = findSections(sections, asked);
  const words = wordsOf(asked);
  const entries = found
    .slice(0, shownMax)
    .map(
      ({ address, title, text }) =>
        `<li><a href="${address}">${escapeHtml(title)}</a><p>${escapeHtml(excerpt(text, words))}</p></li>`,
    );
  const count = found.length > shownMax ? `The first ${shownMax} of ${found.length}` : `${found.length}`;
  const told =
    words.length === 0
      ? 'Type a word into the field above: of a guide, an error, a state, an operation or a field.'
      : found.length === 0
        ? `Nothing has ${words.length > 1 ? 'all of these words' : 'this word'}.`
        : `${count} ${found.length === 1 ? 'section' : 'sections'}.`;
  return `<h1>Search${words.length > 0 ? `: ${escapeHtml(asked)}` : ''}</h1>
<p role="status">${told}</p>
<ol class="found">${entries.join('\n')}</ol>`;
}
