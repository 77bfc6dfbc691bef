/** Everything a schema says, one line each, so that two states of a database can be compared. */
import type pg from 'pg';

// Knex's own bookkeeping exists before the first migration and after the last is reverted.
const ours = `c.relnamespace = 'public'::regnamespace and c.relname not like 'schema_migrations%'`;
const acl = (column: string) => `array(select a::text from unnest(${column}) a order by 1)`;

const questions = [
  `select 'type ' || t.typname from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'`,
  `select concat_ws(' ', c.relkind::text, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, ${acl('c.relacl')})
     from pg_class c where ${ours}`,
  `select concat_ws(' ', 'column', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
          pg_get_expr(d.adbin, d.adrelid), ${acl('a.attacl')})
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${ours} and c.relkind in ('r', 'v')`,
  `select concat_ws(' ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid))
     from pg_class c join pg_constraint k on k.conrelid = c.oid where ${ours}`,
  `select pg_get_indexdef(i.indexrelid) from pg_class c join pg_index i on i.indrelid = c.oid where ${ours}`,
  `select pg_get_triggerdef(t.oid) from pg_class c join pg_trigger t on t.tgrelid = c.oid
    where ${ours} and not t.tgisinternal`,
  `select pg_get_viewdef(c.oid) from pg_class c where ${ours} and c.relkind = 'v'`,
  `select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check)
     from pg_policies where schemaname = 'public'`,
  // What an extension created belongs to the extension.
  `select concat_ws(' ', pg_get_functiondef(f.oid), ${acl('f.proacl')}) from pg_proc f
    where f.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = f.oid and d.deptype = 'e')`,
];

export async function schemaWords(client: pg.Client): Promise<string[]> {
  const words: string[] = [];
  for (const question of questions) {
    const { rows } = await client.query<{ line: string }>(`select q.line from (${question}) q (line)`);
    words.push(...rows.map(({ line }) => line));
  }
  return words.sort();
}
