/**
 * The only way to write SQL here: the tag sql`...`. Every value becomes a binding and nested parts keep their own, so
 * no value ever appears in the text. A call site produces the same text whatever its values, which is what statements
 * are prepared by.
 */
export class SqlText {
  readonly text: string;
  readonly bindings: readonly unknown[];

  constructor(text: string, bindings: readonly unknown[] = []) {
    this.text = text;
    this.bindings = bindings;
  }
}

// Escapes the question marks of jsonb operators, which the driver would count as bindings. Done once per call site.
const escaped = new WeakMap<TemplateStringsArray, readonly string[]>();

function escape(strings: TemplateStringsArray): readonly string[] {
  const pieces = strings.map((piece) => piece.replaceAll('?', '\\?'));
  escaped.set(strings, pieces);
  return pieces;
}

/** sql`... ${value} ...`: nested SQL is spliced in, anything else is bound. */
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

/** A table, column or alias.column name from our code. Throws for anything that is not plainly a name. */
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

/** All conditions hold; true when there are none. */
export function every(parts: readonly SqlText[]): SqlText {
  return parts.length === 0 ? sql`true` : sql`(${joined(parts, ' and ')})`;
}

/** At least one condition holds; false when there are none. */
export function some(parts: readonly SqlText[]): SqlText {
  return parts.length === 0 ? sql`false` : sql`(${joined(parts, ' or ')})`;
}

/** `a = ..., b = ...` from a record's fields, for `set`. Undefined fields are left out. */
export function assignments(fields: object): SqlText {
  return joined(
    given(fields).map(([column, value]) => sql`${quoted(column)} = ${value}`),
    ', ',
  );
}

/**
 * `a = ... and b is null` from a record's fields, for `where`. An undefined field throws, since dropping it would match
 * too much.
 */
export function matching(fields: object): SqlText {
  return joined(
    Object.entries(fields).map(([column, value]) => {
      if (value === undefined) throw new Error(`${column} is to match, and has no value.`);
      return value === null ? sql`${quoted(column)} is null` : sql`${quoted(column)} = ${value}`;
    }),
    ' and ',
  );
}

/**
 * One condition `d.a = ...` per given field, for the filters of a list. The names come from our code, never from a
 * client.
 */
export function equalTo(alias: string, fields: object): SqlText[] {
  return given(fields).map(([column, value]) => sql`${name(`${alias}.${column}`)} = ${value}`);
}

/** The conditions of a day of a list's filters, from and to, whichever are given. The column comes from our code. */
export function between(column: string, from: string | undefined, to: string | undefined): SqlText[] {
  return [
    ...(from ? [sql`${name(column)} >= ${from}::date`] : []),
    ...(to ? [sql`${name(column)} <= ${to}::date`] : []),
  ];
}

/**
 * The rows of an organization with the ids of these records, which the statement joins. Of the join alone the planner does
 * not know how few they are, and a session keeps the plan it made while the table was small: to read all of it.
 */
export function amongIds(
  { organizationId }: { organizationId: string },
  alias: string,
  records: readonly { id: string }[],
): SqlText {
  const ids = records.map(({ id }) => id);
  return sql`${name(`${alias}.organization_id`)} = ${organizationId} and ${name(`${alias}.id`)} = any (${ids}::uuid[])`;
}

/**
 * `(a, b) values (...), (...)` from one or several records, for `insert into`. A field that a record leaves undefined
 * gets its default.
 */
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

/** `"a", "b"`: column names, which come from our code. */
export function columnList(columns: readonly string[]): SqlText {
  return joined(columns.map(quoted), ', ');
}

function given(fields: object): [string, unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

/** A column name, quoted because some are SQL keywords. */
function quoted(column: string): SqlText {
  return new SqlText(`"${name(column).text}"`);
}
