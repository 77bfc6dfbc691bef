/** The written pages in reading order: guides to follow, manuals to look things up in; and what stands beside each. */
import { readdirSync } from 'node:fs';
import { breakingChanges } from './breaking.ts';
import { escapeHtml } from './escape-html.ts';
import { headingsOf, readDocument } from './markdown.ts';

export interface WrittenPage {
  address: string;
  title: string;
  text: string;
}

export interface Shelf {
  guides: readonly WrittenPage[];
  manuals: readonly WrittenPage[];
}

// Under their names; the files are docs/<name>.md.
const manuals = [
  'integration',
  'accounting',
  'hub',
  'carriers',
  'operations',
  'sizing',
  'tls',
  'runbook',
  'reliability',
  'scaling',
  'performance',
];

export function readShelf(): Shelf {
  const files = readdirSync(new URL('../../../docs/guides/', import.meta.url));
  // The files of guides are numbered.
  const guides = files
    .filter((file) => file.endsWith('.md'))
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((file) => written(`/docs/guides/${file.replace(/^\d+-|\.md$/g, '')}`, `guides/${file}`));
  const client = written('/docs/manuals/client', '../client/README.md');
  const upgrading = written('/docs/manuals/upgrading', 'upgrading.md');
  const breaking = breakingChanges(readDocument('changelog.md'));
  return {
    guides,
    manuals: [
      client,
      ...manuals.map((name) => written(`/docs/manuals/${name}`, `${name}.md`)),
      { ...upgrading, text: `${upgrading.text}\n${breaking}` },
    ],
  };
}

function written(address: string, file: string): WrittenPage {
  const text = readDocument(file);
  return { address, title: /^# (.+)$/m.exec(text)?.[1] ?? file, text };
}

/** The list of all pages, the present one with its sections. */
export function besidePage({ guides, manuals }: Shelf, current: string, text = ''): string {
  const link = ({ address, title }: WrittenPage): string => {
    if (address !== current) return `<li><a href="${address}">${escapeHtml(title)}</a></li>`;
    const sections = headingsOf(text).map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`);
    const inside = sections.length > 0 ? `<ol>${sections.join('')}</ol>` : '';
    return `<li><a href="${address}" aria-current="page">${escapeHtml(title)}</a>${inside}</li>`;
  };
  return `<aside><nav aria-label="All pages">
<h2>Guides</h2><ol>${guides.map(link).join('\n')}</ol>
<h2>Manuals</h2><ol>${manuals.map(link).join('\n')}</ol>
</nav></aside>`;
}

/** Where a reader goes on, and back. */
export function turnPage(pages: readonly WrittenPage[], current: string): string {
  const at = pages.findIndex(({ address }) => address === current);
  const link = (page: WrittenPage | undefined, words: string): string =>
    page ? `<a href="${page.address}"><small>${words}</small>${escapeHtml(page.title)}</a>` : '';
  return `<div class="turn">${link(pages[at - 1], 'Before')}${link(pages[at + 1], 'Next')}</div>`;
}

/** `/llms.txt`: the pages as plain text, for programs that read. */
export function listForPrograms({ guides, manuals }: Shelf): string {
  const link = ({ address, title }: WrittenPage): string => `- [${title}](${address}.md)`;
  return `# Warehouse platform

> One multi-tenant backend for warehouses, orders and accounting. Programs post operations over HTTP; each is carried out
> exactly once. The whole description is OpenAPI 3.1: [/api/openapi.json](/api/openapi.json).

## Guides

${guides.map(link).join('\n')}

## Manuals

${manuals.map(link).join('\n')}

## Reference

- [Errors by code, with what to do](/docs/errors.md)
- [What changes for programs](/docs/changelog.md)
`;
}
