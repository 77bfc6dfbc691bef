/**
 * The one dialect of SQL here: the tag sql`...`, in which every value becomes a binding and every part keeps its own, so
 * that no value ever stands in a text. One call site makes one text, whatever its values: statements are prepared by it.
 */
export class SqlText {
  readonly text: string;
  readonly bindings: readonly unknown[];

  constructor(text: string, bindings: readonly unknown[] = []) {
    this.text = text;
    this.bindings = bindings;
  }
}

// A question mark of ours (of jsonb) is not one of the driver's, which would count it as a binding. Once for a call site.
const escaped = new WeakMap<TemplateStringsArray, readonly string[]>();

function escape(strings: TemplateStringsArray): readonly string[] {
  const pieces = strings.map((piece) => piece.replaceAll('?', '\\?'));
  escaped.set(strings, pieces);
  return pieces;
}

/** sql`... ${value} ...`: parts are spliced in, anything else is bound. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): SqlText {
  const pieces = escaped.get(strings) ?? escape(strings);
  let text = pieces[0]!;
  const bindings: unknown[] = [];
  values.forEach((value, index) => {
    if (value instanceof SqlText) {
      text += value.text;
      bindings.push(...value.bindings);
    } else {
      text += '?';
      bindings.push(value);
    }
    text += pieces[index + 1]!;
  });
  return new SqlText(text, bindings);
}

/** A name of ours (table, column, alias.column). Anything that is not plainly a name throws. */
export function name(identifier: string): SqlText {
  if (!/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/.test(identifier))
    throw new Error(`${identifier} is no SQL name.`);
  return new SqlText(identifier);
}

export function joined(
  parts: readonly SqlText[],
  separator: ' and ' | ' or ' | ', ' | ' + ' | ' union all ',
): SqlText {
  return new SqlText(
    parts.map(({ text }) => text).join(separator),
    parts.flatMap(({ bindings }) => bindings),
  );
}

/** All of them hold; nothing to hold is true. */
export function every(parts: readonly SqlText[]): SqlText {
  return parts.length === 0 ? sql`true` : sql`(${joined(parts, ' and ')})`;
}

/** One of them holds; nothing to hold is false. */
export function some(parts: readonly SqlText[]): SqlText {
  return parts.length === 0 ? sql`false` : sql`(${joined(parts, ' or ')})`;
}

/** `a = ..., b = ...` of a record's fields, for `set`. Fields left undefined are left out. */
export function assignments(fields: object): SqlText {
  return joined(
    given(fields).map(([column, value]) => sql`${quoted(column)} = ${value}`),
    ', ',
  );
}

/** `a = ... and b is null` of a record's fields, for `where`. A field left undefined is a mistake that would match too much. */
export function matching(fields: object): SqlText {
  return joined(
    Object.entries(fields).map(([column, value]) => {
      if (value === undefined) throw new Error(`${column} is to match, and has no value.`);
      return value === null ? sql`${quoted(column)} is null` : sql`${quoted(column)} = ${value}`;
    }),
    ' and ',
  );
}

/** `d.a = ...` of every field that is given, each a condition: what a list is asked for. The names are ours, never a client's. */
export function equalTo(alias: string, fields: object): SqlText[] {
  return given(fields).map(([column, value]) => sql`${name(`${alias}.${column}`)} = ${value}`);
}

/** `(a, b) values (...), (...)` of one record or several, for `insert into`. What one leaves undefined takes its default. */
export function values(records: object | readonly object[]): SqlText {
  const list: readonly object[] = Array.isArray(records) ? records : [records];
  const fields = list.map((record) => new Map(given(record)));
  const columns = [...new Set(fields.flatMap((record) => [...record.keys()]))];
  const tuples = fields.map((record) => {
    const row = columns.map((column) => (record.has(column) ? sql`${record.get(column)}` : sql`default`));
    return sql`(${joined(row, ', ')})`;
  });
  return sql`(${joined(columns.map(quoted), ', ')}) values ${joined(tuples, ', ')}`;
}

/** `"a", "b"`: columns of records by their names, which are ours. */
export function columnList(columns: readonly string[]): SqlText {
  return joined(columns.map(quoted), ', ');
}

function given(fields: object): [string, unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

/** A column of a record; quoted, since some are words of SQL. */
function quoted(column: string): SqlText {
  return new SqlText(`"${name(column).text}"`);
}
