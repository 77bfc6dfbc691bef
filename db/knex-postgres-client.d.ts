declare module 'knex/lib/dialects/postgres/index.js' {
  import knex from 'knex';
  export default class PostgresClient extends knex.Client {
    transaction(...parts: unknown[]): unknown;
    _query(connection: any, query: unknown): Promise<unknown>;
  }
}

declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  export default class PostgresTransaction {
    constructor(client: unknown, ...parts: unknown[]);
    begin(connection: unknown): Promise<unknown>;
  }
}
