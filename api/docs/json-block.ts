/**
 * JSON as one reads it: a field on each line, names and values in colors. The guides leave out what does not matter
 * (`...`) and stop in the middle, so this lays out what stands there, and does not ask whether it is complete.
 */
import { escapeHtml } from './escape-html.ts';

const token = /"(?:[^"\\]|\\.)*"?|\.\.\.|[{}[\],:]|[^\s"{}[\],:]+/g;
const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** The block as HTML; undefined if the text is no JSON. */
export function jsonBlock(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const tokens = text.match(token) ?? [];
  let depth = 0;
  let line = '';
  const lines: string[] = [];
  const turn = (): void => {
    if (line.trim()) lines.push(line.trimEnd());
    line = '  '.repeat(depth);
  };
  for (const [at, one] of tokens.entries()) {
    const next = tokens[at + 1];
    if (one in closing) {
      line += one;
      depth += 1;
      if (next !== closing[one]) turn();
    } else if (one === '}' || one === ']') {
      depth = Math.max(0, depth - 1);
      if (!(tokens[at - 1] ?? '').match(/[{[]/)) turn();
      line += one;
    } else if (one === ',') {
      line += one;
      turn();
    } else if (one === ':') line += ': ';
    else if (one === '...') {
      turn();
      line += one;
      if (next !== ',') turn();
    } else line += colored(one, next === ':');
  }
  turn();
  return lines.join('\n');
}

function colored(text: string, isName: boolean): string {
  const kind = isName ? 'key' : text.startsWith('"') ? 'text' : 'value';
  return `<span class="${kind}">${escapeHtml(text)}</span>`;
}
