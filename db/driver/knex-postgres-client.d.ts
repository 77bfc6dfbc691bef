declare module 'knex/lib/dialects/postgres/index.js' {
  import knex from 'knex';
  export default class PostgresClient extends knex.Client {
    transaction(...parts: unknown[]): unknown;
    _query(connection: any, query: unknown): Promise<unknown>;
    query(connection: unknown, query: unknown): Promise<unknown>;
    /** Writes $1 for the first `?` of a text. */
    positionBindings(text: string): string;
    acquireRawConnection(): Promise<any>;
    /** Whether a pooled connection may be handed out; if not, it is closed. */
    validateConnection(connection: any): boolean;
  }
}

declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  export default class PostgresTransaction {
    constructor(client: unknown, ...parts: unknown[]);
    /** The client of its own that its statements are sent by. */
    trxClient: object;
    begin(connection: unknown): Promise<unknown>;
  }
}
