/** The layout of every documentation page: one stylesheet, no scripts, nothing fetched from other hosts. */
import type { Context } from 'koa';

export interface DocsPage {
  title: string;
  /** The menu address that is marked as the current one. */
  current: string;
  body: string;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const menu: readonly (readonly [address: string, label: string])[] = [
  ['/docs', 'Guides'],
  ['/docs/reference', 'Reference'],
  ['/docs/errors', 'Errors'],
  ['/docs/states', 'States'],
  ['/docs/changelog', 'Changelog'],
  ['/ops', 'Operations'],
];

const stylesheet = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --quiet: #5a6675; --line: #d9dee5; --tint: #f3f5f8; --link: #14508c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --paper: #14181f; --quiet: #9aa5b4; --line: #313a46; --tint: #1d232c; --link: #8fc1f5; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { border-bottom: 1px solid var(--line); padding: .6rem 1rem; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline; }
header strong a { color: inherit; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
nav a[aria-current] { color: inherit; font-weight: 600; }
a { color: var(--link); text-decoration: none; }
a:hover, main p a, main li a { text-decoration: underline; }
main { max-width: 52rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 2.2rem; scroll-margin-top: 1rem; overflow-wrap: anywhere; }
h2:target { background: var(--tint); outline: .4rem solid var(--tint); }
code { font: .88em ui-monospace, monospace; background: var(--tint); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; overflow-x: auto; line-height: 1.45; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
form.inline { display: inline-block; margin: 0 .3rem .3rem 0; }
small { color: var(--quiet); }
.number { white-space: nowrap; }
@media (max-width: 40rem) {
  .cards, .cards tbody, .cards tr, .cards td { display: block; border: 0; }
  .cards thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .cards tr { border: 1px solid var(--line); border-radius: 8px; padding: .4rem .2rem; margin-bottom: .8rem; }
  .cards td::before { content: attr(data-label); display: block; font-size: .8rem; color: var(--quiet); }
  .cards button { min-height: 44px; }
}
.states { list-style: none; padding: 0; display: none; }
.states b { display: inline-block; background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .1rem .6rem; }
.states b.first { border: 2px solid var(--link); }
.states ul, .states p { margin: .2rem 0 .8rem; padding-left: 1.2rem; color: var(--quiet); overflow-wrap: anywhere; }
@media (max-width: 56rem) {
  .diagram { display: none; }
  .states { display: block; }
  details td { overflow-wrap: anywhere; }
}
button { font: inherit; padding: .35rem .8rem; background: var(--link); color: var(--paper); border: 0; border-radius: 6px; cursor: pointer; }
.diagram { overflow-x: auto; }
.diagram text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.diagram .action { font-size: 12px; fill: var(--quiet); }
.diagram rect { fill: var(--tint); stroke: var(--line); }
.diagram .first { stroke: var(--link); stroke-width: 2; }
.diagram path { fill: none; stroke: var(--quiet); }
.diagram .tip { fill: var(--quiet); stroke: none; }
`;

/** Serves the stylesheet when it is requested. */
export function serveStylesheet(ctx: Context): void {
  ctx.type = 'text/css';
  ctx.set('Cache-Control', 'max-age=3600');
  ctx.body = stylesheet;
}

export function showPage(ctx: Context, { title, current, body }: DocsPage): void {
  ctx.type = 'html';
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  const links = menu.map(
    ([address, label]) =>
      `<a href="${address}"${address === current ? ' aria-current="page"' : ''}>${label}</a>`,
  );
  ctx.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><strong><a href="/">Warehouse platform</a></strong><nav aria-label="Documentation">${links.join(' ')}</nav></header>
<main>
${body}
</main>
</body>
</html>
`;
}
