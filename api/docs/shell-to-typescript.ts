/**
 * The commands of a guide as calls of the client package: the second tab is made of the first, so the two cannot come to
 * differ. What it does not understand it refuses, and the guide then has that block written by hand.
 */
import { shellWords, type Part, type Word } from './shell-words.ts';
import { literal, withExpressions } from './typescript-literal.ts';

export interface Operation {
  id: string;
  verb: string;
  path: string;
}

/** The guides' own functions, which the set-up of the first guide stands for. */
const setUp = new Set(['api', 'demo', 'field']);

const contentTypes: Record<string, string> = { pdf: 'application/pdf', png: 'image/png' };

function camel(name: string): string {
  const word = name.toLowerCase().replaceAll(/[-_]+(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return word === 'return' ? 'returned' : word;
}

// Fields that may be null where the guides know that they are not; the test that compiles the guides names one that lacks.
const nullable =
  /(?:receipt_id|receipt_line_id|count_task_id|declaration_id|document_id|(?:waves|moves)\[0\]\.id)$/;

/** `lines[0].id`, `waves.0.id` and `["A-01"]` as they are written after a variable. */
function access(path: string): string {
  const steps = path
    .replaceAll(/(^|\.)(\d+)(?=\.|$)/g, '[$2]')
    .replaceAll('"', "'")
    .replace(/^(find\(.*\))\./, '$1!.')
    .replace(nullable, '$&!');
  return steps.startsWith('[') ? steps : `.${steps}`;
}

function textOf(word: Word | undefined): string {
  if (!Array.isArray(word)) throw new Error('Not plain text.');
  return word
    .map((part) => {
      if (typeof part !== 'string') throw new Error('Not plain text.');
      return part;
    })
    .join('');
}

/** One guide, block after block: what is known of its variables goes on from each to the next. */
export class GuideScript {
  readonly #operations: readonly Operation[];
  /** What a shell variable or a file's function stands for. */
  readonly #variables = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  readonly #declared = new Set<string>();
  #imports = new Set<string>();

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
  }

  /** A block of commands; `isRefused` says that the last of them is answered with a refusal. Throws what it cannot. */
  block(commands: string, isRefused: boolean): string {
    this.#imports = new Set();
    const lines = commands.trimEnd().split('\n');
    const written = lines.map((line, at) => this.#line(line, isRefused && at === lines.length - 1));
    return [...this.#imports, ...written.filter((line) => line !== '')].join('\n');
  }

  /** A block that is written by hand: only what later ones refer to is taken of it, under the same names. */
  passOver(commands: string): void {
    for (const line of commands.trimEnd().split('\n')) {
      try {
        this.#line(line, false);
      } catch {
        const [, variable] = /^([A-Z]+)=/.exec(line) ?? [];
        if (variable) this.#variables.set(variable, camel(variable));
      }
    }
  }

  #line(line: string, isRefused: boolean): string {
    const [, name, file] =
      /^(\w+)\(\) \{ node -p "require\('\.\/\.data\/([\w-]+)\.json'\)\.data\.\$1"; \}$/.exec(line) ?? [];
    if (name && file) {
      this.#aliases.set(name, file);
      return '';
    }
    const [, own] = /^(\w+)\(\) \{/.exec(line) ?? [];
    if (own && setUp.has(own)) return '';
    const [, variable, value] = /^([A-Z]+)=(.*)$/.exec(line) ?? [];
    if (variable) return this.#assign(variable, value!);
    const words = shellWords(line);
    const [first] = words;
    if (textOf(first) === 'api') return this.#call(words, { isRefused });
    return `console.log(${this.#commanded(line)});`;
  }

  #assign(variable: string, value: string): string {
    const [word] = shellWords(value);
    const [part] = Array.isArray(word) ? word : [];
    if (typeof part !== 'object' || !('command' in part)) throw new Error(`Not understood: ${value}`);
    const words = shellWords(part.command);
    if (textOf(words[0]) !== 'api') {
      this.#variables.set(variable, this.#commanded(part.command));
      return '';
    }
    const at = words.indexOf('|');
    if (at < 0 || textOf(words[at + 1]) !== 'field') throw new Error(`Not understood: ${value}`);
    const kept = this.#declare(camel(variable));
    const call = this.#expression(words.slice(0, at));
    this.#variables.set(variable, `${kept}${access(textOf(words[at + 2]))}`);
    return `const ${kept} = ${call};`;
  }

  /** What a command other than `api` prints. */
  #commanded(command: string): string {
    const [, file, path] =
      /^node -p "require\('\.\/\.data\/([\w-]+)\.json'\)\.data\.(.+)"$/.exec(command) ?? [];
    if (file && path) return `${camel(file)}${access(path)}`;
    const words = shellWords(command);
    const [name, given] = [textOf(words[0]), words.length === 2 ? textOf(words[1]) : undefined];
    const from = name === 'demo' ? 'demo' : this.#aliases.get(name);
    if (from === undefined || given === undefined) throw new Error(`Not understood: ${command}`);
    return `${camel(from)}${access(given)}`;
  }

  #call(words: readonly Word[], { isRefused }: { isRefused: boolean }): string {
    const at = words.findIndex((word) => word === '|' || word === '>');
    const call = this.#expression(at < 0 ? words : words.slice(0, at));
    if (isRefused) return `${call}.catch((error) => console.log(error.code));`;
    if (at < 0) return call.startsWith('writeFileSync') ? `${call};` : `console.log(${call});`;
    const target = textOf(words[at + (words[at] === '|' ? 2 : 1)]);
    if (words[at] === '|' && textOf(words[at + 1]) === 'field')
      return `console.log((${call})${access(target)});`;
    if (target === '/dev/null') return `${call};`;
    const [, file] = /^\.data\/([\w-]+)\.json$/.exec(target) ?? [];
    if (!file) throw new Error(`Not understood: ${target}`);
    const kept = this.#declare(camel(file));
    const isShown = words[at] === '|';
    return `const ${kept} = ${call};${isShown ? `\nconsole.log(${kept});` : ''}`;
  }

  #declare(name: string): string {
    if (this.#declared.has(name)) throw new Error(`${name} is there already.`);
    this.#declared.add(name);
    return name;
  }

  /** `api PATH -X VERB -d BODY -o FILE` as a call of its operation. */
  #expression(words: readonly Word[]): string {
    const [, address, ...flags] = words;
    if (!Array.isArray(address)) throw new Error('Not understood: a call without a path.');
    const { verb, body, file } = this.#flags(flags);
    const expressions: string[] = [];
    const url = address
      .map((part) => (typeof part === 'string' ? part : this.#hole(part, expressions)))
      .join('');
    const [path = '', search = ''] = url.split('?');
    const operation = this.#operationOf(verb, path);
    const params = {
      path: fillings(operation.path, path),
      query: Object.fromEntries(
        [...new URLSearchParams(search)]
          .filter(([name]) => name !== 'format')
          .map(([name, value]) => [name, plainValue(value)]),
      ),
    };
    const filled = Object.entries(params).filter(([, values]) => Object.keys(values).length > 0);
    const given: Record<string, unknown> = {
      ...(filled.length > 0 ? { params: Object.fromEntries(filled) } : {}),
      ...(body && Object.keys(body).length > 0 ? { body } : {}),
    };
    const written = withExpressions(given, expressions);
    const argument = Object.keys(given).length > 0 ? literal(written, operation.id.length + 30) : '';
    if (file === undefined) return `await api.${operation.id}(${argument})`;
    this.#imports.add("import { writeFileSync } from 'node:fs';");
    const type = contentTypes[file.split('.').at(-1)!];
    return `writeFileSync('${file}', (await api.download('${operation.path}', '${type}', ${argument})).bytes)`;
  }

  #flags(flags: readonly Word[]): {
    verb: string;
    body: Record<string, unknown> | undefined;
    file: string | undefined;
  } {
    let [verb, file]: [string | undefined, string | undefined] = [undefined, undefined];
    let body: Record<string, unknown> | undefined;
    for (let at = 0; at < flags.length; at += 2) {
      const [flag, value] = [textOf(flags[at]), flags[at + 1]];
      if (flag === '-X') verb = textOf(value).toLowerCase();
      else if (flag === '-o') file = textOf(value);
      else if (flag === '-d') body = this.#body(value as Part[]);
      else throw new Error(`Not understood: ${flag}`);
    }
    return { verb: verb ?? (body ? 'post' : 'get'), body, file };
  }

  /** The JSON of a body; what the shell puts in is left open. */
  #body(parts: readonly Part[]): Record<string, unknown> {
    let isInString = false;
    const text = parts
      .map((part) => {
        if (typeof part !== 'string') {
          const expression =
            'variable' in part ? this.#variable(part.variable) : this.#commanded(part.command);
          const hole = `\u0001${expression}\u0002`;
          return isInString ? hole.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : JSON.stringify(hole);
        }
        for (let at = 0; at < part.length; at += 1)
          if (part[at] === '"' && part[at - 1] !== '\\') isInString = !isInString;
        return part;
      })
      .join('');
    return JSON.parse(
      text.replaceAll(/[\u0001\u0002]/g, (mark) => (mark === '\u0001' ? '\\u0001' : '\\u0002')),
    ) as Record<string, unknown>;
  }

  #hole(part: Exclude<Part, string>, expressions: string[]): string {
    expressions.push('variable' in part ? this.#variable(part.variable) : this.#commanded(part.command));
    return `\u0003${expressions.length - 1}\u0004`;
  }

  #variable(name: string): string {
    const known = this.#variables.get(name);
    if (known === undefined) throw new Error(`$${name} is not known.`);
    return known;
  }

  /** The operation of that path with the most steps that are no parameters. */
  #operationOf(verb: string, path: string): Operation {
    const fits = this.#operations.filter(
      (one) => one.verb === verb && fillings(one.path, path, false) !== undefined,
    );
    const [best] = fits.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
    if (!best) throw new Error(`No operation for ${verb} ${path}`);
    return best;
  }
}

/** What fills each parameter of the template. */
function fillings(template: string, path: string): Record<string, string>;
function fillings(template: string, path: string, isSure: false): Record<string, string> | undefined;
function fillings(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const filled: Record<string, string> = {};
  for (const [at, step] of wanted.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(step) ?? [];
    if (name) filled[name] = given[at]!;
    else if (step !== given[at]) return undefined;
  }
  return filled;
}

const plainValue = (value: string): unknown =>
  /^\d+$/.test(value) ? Number(value) : value === 'true' || value === 'false' ? value === 'true' : value;
