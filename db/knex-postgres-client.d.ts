declare module 'knex/lib/dialects/postgres/index.js' {
  import knex from 'knex';
  export default class PostgresClient extends knex.Client {
    _query(connection: unknown, query: unknown): Promise<unknown>;
  }
}
