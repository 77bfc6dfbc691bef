/**
 * A statement that brings its settings along. Sent between two Syncs they are one transaction to the server, which ends
 * it after the statement: nothing can run without the settings, and nothing keeps them. There is one wait, where BEGIN,
 * statement and COMMIT have two.
 */
import pg from 'pg';

export interface Prepared {
  text: string;
  values: readonly unknown[];
  /** The name it has been prepared by on the connection; it is planned anew without. */
  name?: string | undefined;
}

/** What the driver gives a query to write its messages with. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(statement: { text: string; name: string }): void;
  bind(statement: { statement: string; values: readonly unknown[] }): void;
  execute(): void;
}

type Done = (fault: Error | null, answer: unknown) => void;

interface QueryParts {
  submit(wire: Wire): unknown;
  handleDataRow(row: unknown): void;
  handleCommandComplete(completed: unknown, wire: Wire): void;
}

// The driver accepts only its own kind of query on a connection that others have statements under way on. Its types
// leave out the parts.
const DriverQuery = pg.Query as unknown as new (config: object, values: undefined, done: Done) => QueryParts;

export class BoundQuery extends DriverQuery {
  readonly #settings: readonly Prepared[];
  #settingsLeft: number;

  constructor(settings: readonly Prepared[], statement: Prepared, done: Done) {
    super({ ...statement, queryMode: 'extended' }, undefined, done);
    this.#settings = settings;
    this.#settingsLeft = settings.length;
  }

  override submit(wire: Wire): unknown {
    wire.stream.cork();
    try {
      for (const { text, values, name } of this.#settings) {
        if (name === undefined) wire.parse({ text, name: '' });
        wire.bind({ statement: name ?? '', values });
        wire.execute();
      }
      return super.submit(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  override handleDataRow(row: unknown): void {
    if (this.#settingsLeft === 0) super.handleDataRow(row);
  }

  override handleCommandComplete(completed: unknown, wire: Wire): void {
    if (this.#settingsLeft === 0) super.handleCommandComplete(completed, wire);
    else this.#settingsLeft -= 1;
  }
}
