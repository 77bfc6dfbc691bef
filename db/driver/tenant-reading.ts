import { SqlText } from '../sql-text.ts';

type SendBound = (settings: readonly SqlText[], statement: SqlText) => Promise<unknown>;

/** How statements are planned: as Postgres chooses, or once on a connection. */
export type Planning = 'auto' | 'force_generic_plan';

/**
 * What stands for a transaction in `readTenant`: of Knex's, it has the one method that statements are sent by, and it
 * knows its organization.
 */
export class TenantReading {
  readonly organizationId: string;
  readonly #settingsFor: (planning: Planning) => SqlText;
  readonly #settings: SqlText;
  readonly #kept: SqlText[] = [];
  #send: SendBound | undefined;

  constructor(organizationId: string, settings: (planning: Planning) => SqlText, send: SendBound) {
    this.organizationId = organizationId;
    this.#settingsFor = settings;
    this.#settings = settings('auto');
    this.#send = send;
  }

  async raw(text: string, bindings: readonly unknown[]): Promise<unknown> {
    return this.#sendWith([this.#settings], new SqlText(text, bindings));
  }

  /** The same read with its statements planned like this. */
  planned(planning: Planning): TenantReading {
    return new TenantReading(
      this.organizationId,
      () => this.#settingsFor(planning),
      (settings, statement) => this.#sendWith(settings, statement),
    );
  }

  /** Settings for all statements from here on. */
  keep(settings: SqlText): void {
    this.#kept.push(settings);
  }

  end(): void {
    this.#send = undefined;
  }

  async #sendWith(settings: readonly SqlText[], statement: SqlText): Promise<unknown> {
    if (!this.#send) throw new Error("The read has ended: its connection is somebody else's.");
    return this.#send([...settings, ...this.#kept], statement);
  }
}
