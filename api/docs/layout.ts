/**
 * The layout of every documentation page: one stylesheet, nothing fetched from other hosts. Pages of text have what
 * stands beside them, and a script for their copy buttons; everything else works without it.
 */
import type { Context } from 'koa';
import { escapeHtml } from './escape-html.ts';
import { stylesheet } from './stylesheet.ts';

export interface DocsPage {
  title: string;
  /** The menu address that is marked as the current one. */
  current: string;
  body: string;
  /** What stands beside the page: the list of all pages. */
  aside?: string;
  /** On a port without the documentation: where its stylesheet is there. */
  alone?: { stylesheet: string } | undefined;
}

const menu: readonly (readonly [address: string, label: string])[] = [
  ['/docs', 'Guides'],
  ['/docs/reference', 'Reference'],
  ['/docs/errors', 'Errors'],
  ['/docs/states', 'States'],
  ['/docs/changelog', 'Changelog'],
  ['/ops', 'Operations'],
];

const searchForm =
  '<form class="search" action="/docs/search" role="search"><input type="search" name="q" placeholder="Search" aria-label="Search the documentation"></form>';

/** Serves the stylesheet when it is requested. */
export function serveStylesheet(ctx: Context): void {
  ctx.type = 'text/css';
  ctx.set('Cache-Control', 'max-age=3600');
  ctx.body = stylesheet;
}

export function showPage(ctx: Context, { title, current, body, aside, alone }: DocsPage): void {
  ctx.type = 'html';
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none';${aside ? " script-src 'self';" : ''} style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  ctx.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${alone?.stylesheet ?? '/docs/style.css'}">
${aside ? '<script src="/docs/page.js" defer></script>\n' : ''}</head>
<body>
<header><strong><a href="${alone ? current : '/'}">Warehouse platform</a></strong>${alone ? '' : menuOf(current)}</header>
${aside ? `<div class="shelved">\n${aside}\n` : ''}<main>
${body}
</main>
${aside ? '</div>\n' : ''}</body>
</html>
`;
}

function menuOf(current: string): string {
  const links = menu.map(
    ([address, label]) =>
      `<a href="${address}"${address === current ? ' aria-current="page"' : ''}>${label}</a>`,
  );
  return `<nav aria-label="Documentation">${links.join(' ')}</nav>${searchForm}`;
}
