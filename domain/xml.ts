/** XML as text: elements in order, everything escaped, and none that is empty. */

export class Element {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What stands in an element; undefined, null and empty text stand for nothing. */
export type Child = Element | string | undefined | null | readonly Child[];

/** `<name>...</name>`; undefined if nothing is in it. */
export function element(name: string, ...children: readonly Child[]): Element | undefined {
  return attributed(name, {}, ...children);
}

/** With attributes. */
export function attributed(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): Element | undefined {
  const content = textOf(children);
  if (content === '') return undefined;
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return new Element(`<${name}${words.join('')}>${content}</${name}>`);
}

/** The file, in UTF-8. */
export function xmlDocument(root: Element): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`, 'utf8');
}

function textOf(child: Child): string {
  if (child === undefined || child === null) return '';
  if (typeof child === 'string') return escaped(child);
  return child instanceof Element ? child.text : child.map(textOf).join('');
}

// What XML cannot hold at all.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string =>
  text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (letter) => entities[letter]!);
