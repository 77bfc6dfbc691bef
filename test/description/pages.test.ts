/** The documentation's pages as text: diagrams that can be read, JSON in lines, sections that are found. */
import test from 'ava';
import type { Context } from 'koa';
import { jsonBlock } from '../../api/docs/json-block.ts';
import { renderMarkdown } from '../../api/docs/markdown.ts';
import { findSections, searchPage } from '../../api/docs/search.ts';
import { everySection } from '../../api/docs/sections.ts';
import { besidePage, listForPrograms, readShelf, turnPage } from '../../api/docs/shelf.ts';
import { documentationSite } from '../../api/docs/site.ts';
import { stateDiagram } from '../../api/docs/state-diagram.ts';
import { stateMachines } from '../../domain/state-machines.ts';

interface Word {
  text: string;
  left: number;
  right: number;
  y: number;
}

/** The labels of a diagram as they are printed; letters of 12 pixels are 6.2 wide on average. */
function wordsOf(svg: string): Word[] {
  const found = svg.matchAll(
    /<text class="action" x="(-?\d+)" y="(-?\d+)" text-anchor="(start|end)">([^<]*)</g,
  );
  return [...found].map(([, x, y, anchor, text]) => {
    const width = text!.length * 6.2;
    const left = anchor === 'start' ? Number(x) : Number(x) - width;
    return { text: text!, left, right: left + width, y: Number(y) };
  });
}

test('no label of a diagram stands on another, and none is cut off', (t) => {
  for (const machine of Object.values(stateMachines)) {
    const svg = stateDiagram(machine);
    const [, left, width, height] = /viewBox="(-?\d+) 0 (\d+) (\d+)"/.exec(svg)!.map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const words = wordsOf(svg);
    t.true(words.length > 0 || machine.transitions.length === 0, machine.subject);
    for (const [at, one] of words.entries()) {
      const where = `${machine.subject}: ${one.text}`;
      t.true(one.left >= left && one.right <= left + width && one.y > 10 && one.y < height, where);
      for (const other of words.slice(at + 1)) {
        const isApart = one.right <= other.left || other.right <= one.left || Math.abs(one.y - other.y) >= 12;
        t.true(isApart, `${where} and ${other.text}`);
      }
    }
  }
});

const plain = (html: string | undefined): string | undefined => html?.replaceAll(/<[^>]+>/g, '');

test('JSON has a field a line, whole or with parts left out', (t) => {
  t.is(
    plain(jsonBlock('{"a":1,"b":{"c":[],"d":["x, y"]}}')),
    '{\n  "a": 1,\n  "b": {\n    "c": [],\n    "d": [\n      "x, y"\n    ]\n  }\n}'.replaceAll('"', '&quot;'),
  );
  t.is(
    plain(jsonBlock('{"ok":true,"data":{... "name":"scanner" ... "access_token":"wop_...')),
    [
      '{',
      '  "ok": true,',
      '  "data": {',
      '    ...',
      '    "name": "scanner"',
      '    ...',
      '    "access_token": "wop_...',
    ]
      .join('\n')
      .replaceAll('"', '&quot;'),
  );
  t.is(jsonBlock('curl -s'), undefined);
  t.regex(jsonBlock('{"a":"<b>"}')!, /<span class="text">&quot;&lt;b&gt;&quot;<\/span>/);
});

const shelf = readShelf();
const sections = everySection([...shelf.guides, ...shelf.manuals], {
  paths: {
    '/api/wms/items': {
      get: {
        operationId: 'listItems',
        summary: 'Items',
        tags: ['Catalog'],
        parameters: [{ name: 'barcode' }],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      // It has itself as a part.
      Item: {
        properties: {
          nmfc_class: {},
          parts: { items: { $ref: '#/components/schemas/Item' } },
          packaging: { properties: { nested_depth: {} } },
        },
      },
    },
  },
});

test('a search finds sections of guides and manuals, codes, states and operations', (t) => {
  const first = (asked: string): string | undefined => findSections(sections, asked)[0]?.address;
  t.is(first('rotate secret'), '/docs/guides/webhooks');
  t.is(first('illegal_transition'), '/docs/errors#ILLEGAL_TRANSITION');
  t.is(first('states of wave'), '/docs/states#wave');
  const items = '/docs/reference#tag/catalog/GET/api/wms/items';
  for (const asked of ['barcode listItems', 'nmfc_class', 'nested_depth']) t.is(first(asked), items, asked);
  t.deepEqual(findSections(sections, 'nobodywritesthisword'), []);
  t.deepEqual(findSections(sections, '  '), []);
});

test('a page leads to pages, to its own sections and to other sites, never to a file that is not served', (t) => {
  for (const { address, text } of [...shelf.guides, ...shelf.manuals])
    for (const [, target] of renderMarkdown(text).matchAll(/href="([^"]*)"/g))
      t.regex(target!, /^(?:\/|#|https?:)/, address);
});

test('what is searched for is shown as text, never as a page', (t) => {
  const page = searchPage(sections, '<script>alert(1)</script>');
  t.false(page.includes('<script>'));
  t.regex(page, /&lt;script&gt;/);
});

test('each page has the others beside it, its own sections, and the next one below', (t) => {
  const [first, second] = shelf.guides;
  const beside = besidePage(shelf, second!.address, second!.text);
  t.is(beside.match(/aria-current="page"/g)?.length, 1);
  for (const { address } of [...shelf.guides, ...shelf.manuals])
    t.true(beside.includes(`href="${address}"`), address);
  t.true(turnPage(shelf.guides, first!.address).includes(second!.address));
  t.false(turnPage(shelf.guides, first!.address).includes('Before'));
  for (const { address } of shelf.manuals)
    t.true(listForPrograms(shelf).includes(`(${address}.md)`), address);
});

test('what is large is bytes that all answers share: readers who do not read keep no copies of it', async (t) => {
  const site = documentationSite([]);
  const bodyOf = async (path: string): Promise<unknown> => {
    const ctx = { method: 'GET', path, set: () => {} } as unknown as Context;
    await site.answer(ctx, () => {});
    return ctx.body;
  };
  for (const path of ['/api/openapi.json', '/docs/reference/description.json', '/docs/reference/viewer.js']) {
    const first = await bodyOf(path);
    t.true(Buffer.isBuffer(first), path);
    t.is(await bodyOf(path), first, path);
  }
});
