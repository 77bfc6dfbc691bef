/**
 * The business rules of EN 16931 as their authors publish them (ConnectingEurope/eInvoicing-EN16931, version 1.3.16, under
 * the EUPL in their folder), run against an invoice: a rule is met by the first context of its pattern that names a node.
 */
import { readFileSync } from 'node:fs';
// oxlint-disable-next-line import/default -- CommonJS whose names Node cannot see: all of it is the default
import xpath from 'fontoxpath';
import { parseXmlDocument, type Document, type Element, type Node } from 'slimdom';

const space = 'http://purl.oclc.org/dsdl/schematron';
const schemas = new Map<string, Document>();

function schemaOf(syntax: 'cii' | 'ubl'): Document {
  const known = schemas.get(syntax);
  if (known) return known;
  const read = parseXmlDocument(
    readFileSync(`test/e-invoice/schematron/EN16931-${syntax.toUpperCase()}-1.3.16.sch`, 'utf8'),
  );
  schemas.set(syntax, read);
  return read;
}

const childrenOf = (parent: Element, name: string): Element[] =>
  parent.children.filter((child) => child.localName === name);
const word = (element: Element, name: string): string => element.getAttribute(name) ?? '';

/** Each path of a context that is not absolute begins anywhere. */
const anywhere = (context: string): string =>
  context.startsWith('/') || context.startsWith('(')
    ? context
    : context
        .split('|')
        .map((path) => (path.trim().startsWith('/') ? path : `//${path.trim()}`))
        .join('|');

export interface Verdict {
  /** What the rules that the invoice breaks say; empty when it keeps them all. */
  broken: string[];
  /** How often a rule was tried. */
  tried: number;
}

/** What the rules say of an invoice. A rule that cannot be read is a broken one. */
export function judge(syntax: 'cii' | 'ubl', xml: string): Verdict {
  const schema = schemaOf(syntax);
  const invoice = parseXmlDocument(xml);
  const spaces = new Map(
    schema.getElementsByTagNameNS(space, 'ns').map((one) => [word(one, 'prefix'), word(one, 'uri')]),
  );
  const options = { namespaceResolver: (prefix: string) => spaces.get(prefix) ?? null };
  const verdict: Verdict = { broken: [], tried: 0 };
  for (const pattern of schema.getElementsByTagNameNS(space, 'pattern')) {
    const met = new Set<Node>();
    for (const rule of childrenOf(pattern, 'rule')) {
      for (const node of xpath.evaluateXPathToNodes<Node>(
        anywhere(word(rule, 'context')),
        invoice,
        null,
        {},
        options,
      )) {
        if (met.has(node)) continue;
        met.add(node);
        tryRule(rule, node, options, verdict);
      }
    }
  }
  return verdict;
}

function tryRule(
  rule: Element,
  node: Node,
  options: { namespaceResolver(prefix: string): string | null },
  verdict: Verdict,
): void {
  const variables: Record<string, unknown> = {};
  for (const one of childrenOf(rule, 'let')) {
    const value = xpath.evaluateXPath(
      word(one, 'value'),
      node,
      null,
      variables,
      xpath.evaluateXPath.ANY_TYPE,
      options,
    );
    variables[word(one, 'name')] = value;
  }
  for (const assert of childrenOf(rule, 'assert')) {
    verdict.tried += 1;
    if (!xpath.evaluateXPathToBoolean(word(assert, 'test'), node, null, variables, options))
      verdict.broken.push((assert.textContent ?? '').trim());
  }
}
