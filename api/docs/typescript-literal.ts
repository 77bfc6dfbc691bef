/** Values as TypeScript writes them, with expressions where the shell had some. */
const widthMax = 88;

/** A piece of code among values. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Texts with marks become code: `\u0001...\u0002` around an expression, `\u0003n\u0004` for the n-th of those given.
 */
export function withExpressions(value: unknown, expressions: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withExpressions(one, expressions));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withExpressions(one, expressions)]),
    );
  if (typeof value !== 'string') return value;
  const pieces = value
    .replaceAll(/\u0003(\d+)\u0004/g, (_all, at: string) => `\u0001${expressions[Number(at)]}\u0002`)
    .split(/\u0001([^\u0002]*)\u0002/);
  if (pieces.length === 1) return value;
  if (pieces.length === 3 && pieces[0] === '' && pieces[2] === '') return new Code(pieces[1]!);
  const text = pieces.map((piece, at) =>
    at % 2 === 1 ? `\${${piece}}` : piece.replaceAll(/[`\\$]/g, '\\$&'),
  );
  return new Code(`\`${text.join('')}\``);
}

const quoted = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

function parts(value: object): { open: string; close: string; inside: [string, unknown][] } {
  if (Array.isArray(value)) return { open: '[', close: ']', inside: value.map((one) => ['', one]) };
  return {
    open: '{',
    close: '}',
    inside: Object.entries(value).map(([name, one]) => [`${nameOf(name)}: `, one]),
  };
}

/** On one line if it fits behind what stands there already, else a line for each field. */
export function literal(value: unknown, before = 0, indent = ''): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const { open, close, inside } = parts(value);
  if (inside.length === 0) return `${open}${close}`;
  const space = open === '{' ? ' ' : '';
  const flat = inside.map(([name, one]) => `${name}${literal(one, -1_000_000)}`).join(', ');
  if (before + indent.length + flat.length + 4 <= widthMax) return `${open}${space}${flat}${space}${close}`;
  const deeper = `${indent}  `;
  const lines = inside.map(([name, one]) => `${deeper}${name}${literal(one, name.length, deeper)},`);
  return `${open}\n${lines.join('\n')}\n${indent}${close}`;
}
