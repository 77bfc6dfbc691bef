import { SqlText } from '../sql-text.ts';

type SendBound = (settings: readonly SqlText[], statement: SqlText) => Promise<unknown>;

/**
 * What stands for a transaction in `readTenant`: of Knex's, it has the one method that statements are sent by, and it
 * knows its organization.
 */
export class TenantReading {
  readonly organizationId: string;
  readonly #settings: SqlText[];
  #send: SendBound | undefined;

  constructor(organizationId: string, settings: SqlText, send: SendBound) {
    this.organizationId = organizationId;
    this.#settings = [settings];
    this.#send = send;
  }

  async raw(text: string, bindings: readonly unknown[]): Promise<unknown> {
    if (!this.#send) throw new Error("The read has ended: its connection is somebody else's.");
    return this.#send(this.#settings, new SqlText(text, bindings));
  }

  /** Settings for all statements from here on. */
  keep(settings: SqlText): void {
    this.#settings.push(settings);
  }

  end(): void {
    this.#send = undefined;
  }
}
