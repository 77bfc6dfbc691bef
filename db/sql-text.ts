/**
 * SQL that is put together from parts, without ever putting a value into its text: in the template tag every value
 * becomes a binding and every part keeps its own.
 */
import type { Knex } from 'knex';

export class SqlText {
  readonly text: string;
  readonly bindings: readonly unknown[];

  constructor(text: string, bindings: readonly unknown[] = []) {
    this.text = text;
    this.bindings = bindings;
  }
}

/** sql`... ${value} ...`: parts are spliced in, anything else is bound. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): SqlText {
  let text = strings[0]!;
  const bindings: unknown[] = [];
  values.forEach((value, index) => {
    if (value instanceof SqlText) {
      text += value.text;
      bindings.push(...value.bindings);
    } else {
      text += '?';
      bindings.push(value);
    }
    text += strings[index + 1]!;
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

export async function select<R>(tx: Knex | Knex.Transaction, statement: SqlText): Promise<R[]> {
  const answer = (await tx.raw(statement.text, statement.bindings as Knex.RawBinding[])) as { rows: R[] };
  return answer.rows;
}

/** Runs a write and answers how many rows it touched. */
export async function execute(tx: Knex | Knex.Transaction, statement: SqlText): Promise<number> {
  const answer = (await tx.raw(statement.text, statement.bindings as Knex.RawBinding[])) as {
    rowCount: number | null;
  };
  return answer.rowCount ?? 0;
}
