/**
 * Renders the hand-written pages of docs/ as HTML. Anything in them that looks like HTML is shown, never interpreted.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { escapeHtml } from './layout.ts';

const folder = new URL('../../../docs/', import.meta.url);

const marked = new Marked({
  async: false,
  renderer: {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens);
      return `<h${depth} id="${anchorOf(text)}">${text}</h${depth}>\n`;
    },
    html: ({ text }) => escapeHtml(text),
  },
});

// Codes keep their capitals, because a problem's `type` points to the anchor.
function anchorOf(heading: string): string {
  if (/^[A-Z][A-Z0-9_]+$/.test(heading)) return heading;
  return heading
    .replaceAll(/<[^>]+>|&\w+;/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

export function renderMarkdown(text: string): string {
  // Makes scrollable tables and code reachable by keyboard. The tags must be the renderer's own, since all others are
  // escaped.
  return (marked.parse(text) as string).replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');
}

export function readDocument(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

export interface Guide {
  /** Its address under /docs/guides. */
  name: string;
  title: string;
  text: string;
}

/** The guides in reading order: their files are numbered. */
export function readGuides(): Guide[] {
  return readdirSync(new URL('guides/', folder))
    .filter((file) => file.endsWith('.md'))
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((file) => {
      const text = readDocument(`guides/${file}`);
      const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
      return { name: file.replace(/^\d+-|\.md$/g, ''), title, text };
    });
}
