/**
 * Renders the hand-written pages of docs/ as HTML. Anything in them that looks like HTML is shown, never interpreted.
 */
import { readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { jsonBlock } from './json-block.ts';

const folder = new URL('../../../docs/', import.meta.url);

const marked = new Marked({
  async: false,
  renderer: {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens);
      const id = anchorOf(text);
      const link =
        depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      return `<h${depth} id="${id}">${text}${link}</h${depth}>\n`;
    },
    code({ text, lang }) {
      const laidOut = lang === 'json' ? jsonBlock(text) : undefined;
      const block = `<pre><code>${laidOut ?? escapeHtml(text)}\n</code></pre>\n`;
      // Of guides (guide-tabs.ts): one under the other with their names, until the page's script makes tabs of them.
      const [, tab] = /^tab-(\w+)$/.exec(lang ?? '') ?? [];
      return tab ? `<div class="tab" data-tab="${tab}"><p>${tab}</p>${block}</div>\n` : block;
    },
    link({ href, tokens }) {
      // A file of the project that is no page here is named, and leads nowhere.
      const [, file] = /^(?:\.\.\/)+(.+)$/.exec(href) ?? [];
      if (file !== undefined) return `<code>${escapeHtml(file)}</code>`;
      // Manuals refer to each other by file, as they are read in the repository.
      const [, name, anchor = ''] = /^([a-z]+)\.md(#.*)?$/.exec(href) ?? [];
      const address = name === undefined ? href : `/docs/manuals/${name}${anchor}`;
      return `<a href="${escapeHtml(address)}">${this.parser.parseInline(tokens)}</a>`;
    },
    html: ({ text }) => escapeHtml(text),
  },
});

// Codes keep their capitals, because a problem's `type` points to the anchor.
export function anchorOf(heading: string): string {
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

/** The sections of a page, in order. */
export function headingsOf(text: string): { id: string; html: string }[] {
  return marked
    .lexer(text)
    .flatMap((token) =>
      token.type === 'heading' && token.depth === 2
        ? [marked.parseInline(token.text as string) as string]
        : [],
    )
    .map((html) => ({ id: anchorOf(html), html: html.replaceAll(/<\/?a\b[^>]*>/g, '') }));
}

export function readDocument(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
