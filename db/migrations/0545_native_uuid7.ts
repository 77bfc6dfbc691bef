/** Postgres 18 makes UUIDv7 itself, several times quicker than the bytes put together in SQL; older ones keep ours. */
import type { Knex } from 'knex';

const native = 'select uuidv7()';
const composed = `
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid`;

async function define(knex: Knex, body: string): Promise<void> {
  await knex.raw(
    `create or replace function uuid7() returns uuid language sql volatile parallel safe as $$ ${body} $$`,
  );
}

export async function up(knex: Knex): Promise<void> {
  const version = (await knex.raw("select current_setting('server_version_num')::integer as number")) as {
    rows: { number: number }[];
  };
  if (version.rows[0]!.number >= 180_000) await define(knex, native);
}

export async function down(knex: Knex): Promise<void> {
  await define(knex, composed);
}
