/**
 * A label's text as a printer reads it: commands, each from its caret or tilde to the next one. Printers ignore letter
 * case, and control characters inside a command.
 */
export interface ZplCommand {
  /** In capitals; `^A` for every font. */
  name: string;
  /** What follows the name, without control characters. */
  params: string;
  /** Where it stands in the text, and where what follows it begins. */
  from: number;
  to: number;
}

// The last parameter of a Data Matrix is a character, which design programs set to a tilde.
const command = /\^BX[^~^]*~(?=\^)|[~^][^~^]*/gi;

export function* zplCommands(zpl: string): Generator<ZplCommand> {
  for (const { 0: text, index: from } of zpl.matchAll(command)) {
    const [name, length] = nameOf(text);
    const params = text.slice(length).replaceAll(/[\u0000-\u001f]/g, '');
    yield { name, params, from, to: from + text.length };
  }
}

/** The name, and how much of the text it takes: `^j\nu` is `^JU`. */
function nameOf(text: string): [string, number] {
  let name = text[0]!;
  let at = 1;
  for (; at < text.length && name.length < 3 && name.toUpperCase() !== '^A'; at += 1)
    if (text[at]! > ' ') name += text[at]!;
  return [name.toUpperCase(), at];
}

/** A place in the text, counted as an editor does: the first line and column are 1. */
export interface ZplPlace {
  line: number;
  column: number;
}

export function placeOf(zpl: string, index: number): ZplPlace {
  const before = zpl.slice(0, index);
  const line = before.split('\n').length;
  return { line, column: Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1 };
}
