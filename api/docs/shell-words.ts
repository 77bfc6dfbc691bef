/** The words of a shell line as the guides write them: quotes, `$(...)`, `$NAME`, and the operators `|` and `>`. */
export type Part = string | { command: string } | { variable: string };

/** One word, its parts in order; an operator stands alone. */
export type Word = Part[] | '|' | '>';

/** Where the closing parenthesis of the `$(` before `from` is. */
function closing(line: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let at = from; at < line.length; at += 1) {
    const letter = line[at]!;
    if (quote !== '') {
      if (letter === '\\' && quote === '"') at += 1;
      else if (letter === quote) quote = '';
    } else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === '(') depth += 1;
    else if (letter === ')' && (depth -= 1) === 0) return at;
  }
  throw new Error(`A parenthesis is not closed: ${line}`);
}

class Reader {
  at = 0;
  readonly line: string;

  constructor(line: string) {
    this.line = line;
  }

  word(): Part[] {
    const parts: Part[] = [];
    const add = (text: string): void => {
      if (typeof parts.at(-1) === 'string') parts.push(`${parts.pop() as string}${text}`);
      else parts.push(text);
    };
    while (this.at < this.line.length && !/[\s|>]/.test(this.line[this.at]!)) {
      const letter = this.line[this.at]!;
      if (letter === "'") {
        const end = this.line.indexOf("'", this.at + 1);
        add(this.line.slice(this.at + 1, end));
        this.at = end + 1;
      } else if (letter === '"') this.quoted(parts, add);
      else if (letter === '$') parts.push(this.dollar());
      else {
        add(letter);
        this.at += 1;
      }
    }
    return parts;
  }

  quoted(parts: Part[], add: (text: string) => void): void {
    for (this.at += 1; this.line[this.at] !== '"';) {
      const letter = this.line[this.at];
      if (letter === undefined) throw new Error(`A quote is not closed: ${this.line}`);
      if (letter === '$') parts.push(this.dollar());
      else {
        if (letter === '\\') this.at += 1;
        add(this.line[this.at]!);
        this.at += 1;
      }
    }
    this.at += 1;
  }

  dollar(): Part {
    if (this.line[this.at + 1] === '(') {
      const end = closing(this.line, this.at + 2);
      const command = this.line.slice(this.at + 2, end);
      this.at = end + 1;
      return { command };
    }
    const [, variable] = /^\$(\w+)/.exec(this.line.slice(this.at)) ?? [];
    if (variable === undefined) throw new Error(`Not understood: ${this.line.slice(this.at)}`);
    this.at += variable.length + 1;
    return { variable };
  }
}

export function shellWords(line: string): Word[] {
  const words: Word[] = [];
  const reader = new Reader(line);
  while (reader.at < line.length) {
    const letter = line[reader.at]!;
    if (/\s/.test(letter)) reader.at += 1;
    else if (letter === '|' || letter === '>') {
      words.push(letter);
      reader.at += 1;
    } else words.push(reader.word());
  }
  return words;
}
