/** Text that is already HTML; everything else put into `html` is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | null | false | Markup | readonly Markup[];

/** Builds HTML with every value escaped: printer names come from the network, and origins from unknown pages. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const parts = strings.map((text, at) => (at < pieces.length ? text + render(pieces[at] ?? null) : text));
  return new Markup(parts.join(''));
}

function render(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('');
  return String(piece).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A button that posts to a path of the page, with these fields. */
export type Button = (path: string, text: string, fields?: Record<string, string>) => Markup;
