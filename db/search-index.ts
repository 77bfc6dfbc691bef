/**
 * How `q` finds rows among millions. Under row level security no plan can look a word up in an index: ILIKE is not
 * leakproof, so every row of the organization would be read first. So each table that grows has a function that runs as
 * the owner, uses a trigram index and returns a limited number of ids. The ids narrow a list and give access to
 * nothing: the list reads its rows under its reader's policies and checks the word again.
 */
import type { Knex } from 'knex';
import { roleNames } from './roles.ts';

export interface Searched {
  /** Columns of the table, or expressions over them, that `q` searches. */
  columns: readonly string[];
  /** The rows' merchant column: rows of other merchants must not take up places among the ids. */
  merchant?: string;
  /** Records that rows refer to by `column`, whose words count as the row's own. */
  through?: readonly { table: string; column: string; columns: readonly string[] }[];
  /** Columns that lead from such a record to its rows and have no other index. */
  links?: readonly string[];
}

/**
 * Creates `<table>_like(patterns, at_most)`, which returns ids of the transaction's own organization, and what it
 * needs.
 */
export async function makeSearchable(knex: Knex, table: string, searched: Searched): Promise<void> {
  const { columns, merchant, through = [], links } = searched;
  await indexWords(knex, table, columns, links);
  const ownMerchant = merchant ? ` and (of_merchant is null or t.${merchant} = of_merchant)` : '';
  const own = `t.organization_id = of_organization${ownMerchant}`;
  const byOthers = through.map(
    ({ table: other, column, columns: words }) => `
      union
      (select t.id from ${other} o join ${table} t on t.organization_id = o.organization_id and t.${column} = o.id
        where o.organization_id = of_organization and (${likeAny(words.map((word) => `o.${word}`))}) and ${own}
        limit p_max)`,
  );
  await knex.raw(`
    create function ${table}_like(p_patterns text[], p_max integer) returns setof uuid
    language plpgsql stable security definer rows 100
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
    declare
      of_organization constant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
      ${merchant ? "of_merchant constant uuid := nullif(current_setting('app.merchant_id', true), '')::uuid;" : ''}
    begin
      return query
      select f.id from (
      (select t.id from ${table} t where ${own} and (${likeAny(columns)}) limit p_max)
      ${byOthers.join('')}) f limit p_max;
    end $$;
    revoke execute on function ${table}_like(text[], integer) from public;
    grant execute on function ${table}_like(text[], integer) to ${roleNames.app};
  `);
}

/** Creates the index that the functions look words up in. */
export async function indexWords(
  knex: Knex,
  table: string,
  columns: readonly string[],
  links: readonly string[] = [],
): Promise<void> {
  const indexed = [...links, ...columns.map((column) => `(${column}) gin_trgm_ops`)];
  await knex.raw(`
    -- The organization comes first, so that a word common to many tenants costs each only its own share. The latest
    -- rows wait in a list that every search reads, so it is kept short.
    create index ${table}_words on ${table} using gin (organization_id, ${indexed.join(', ')})
      with (gin_pending_list_limit = 256);

    -- With a condition in this policy, the owner could not use an index either, unless it is a superuser.
    create policy word_reader on ${table} for select to current_user using (true);
  `);
}

function likeAny(columns: readonly string[]): string {
  return columns.map((column) => `${column} ilike any (p_patterns)`).join(' or ');
}

/** Undoes `makeSearchable`. */
export async function unmakeSearchable(knex: Knex, table: string): Promise<void> {
  await knex.raw(`drop function ${table}_like(text[], integer)`);
  await dropWords(knex, table);
}

/** Undoes `indexWords`. */
export async function dropWords(knex: Knex, table: string): Promise<void> {
  await knex.raw(`drop policy word_reader on ${table}; drop index ${table}_words;`);
}
