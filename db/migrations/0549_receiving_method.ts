/** How a receipt was received (palletized, direct, decide) is a condition of billing rules; its kind is named source_type there. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const views = ['billable_receipts', 'billable_closed_receipts', 'billable_returns', 'billable_receipt_lines'];

// Of the task that was not given up; a receipt received without a task has none.
const method = `(select t.receiving_method from tasks t
    where t.organization_id = b.organization_id and t.ref_id = b.document_id and t.task_type = 'receive'
      and t.status <> 'cancelled' order by t.created_at desc limit 1)`;

interface View {
  definition: string;
  columns: string[];
}

async function read(knex: Knex, view: string): Promise<View> {
  const found = (await knex.raw(
    `select pg_get_viewdef(?::regclass) as definition,
            (select json_agg(attname order by attnum) from pg_attribute where attrelid = ?::regclass and attnum > 0) as columns`,
    [view, view],
  )) as { rows: View[] };
  const [{ definition, columns }] = found.rows as [View];
  return { definition: definition.replace(/;\s*$/, ''), columns };
}

/** Conditions of stored rules, with a field of another name. */
async function renameField(knex: Knex, from: string, to: string): Promise<void> {
  await knex.raw(
    `update billing_rules set conditions = jsonb_build_object('all', (
         select jsonb_agg(case when c ->> 'field' = ? then jsonb_set(c, '{field}', to_jsonb(?::text)) else c end order by n)
           from jsonb_array_elements(conditions -> 'all') with ordinality x (c, n)))
        where event like 're%' and conditions @> jsonb_build_object('all', jsonb_build_array(jsonb_build_object('field', ?::text)))`,
    [from, to, from],
  );
}

export async function up(knex: Knex): Promise<void> {
  for (const view of views) {
    const { definition } = await read(knex, view);
    await knex.raw(
      `create or replace view ${view} with (security_invoker = true) as
       select b.*, ${method} as receiving_method from (${definition}) b`,
    );
  }
  await renameField(knex, 'origin', 'source_type');
}

export async function down(knex: Knex): Promise<void> {
  await renameField(knex, 'source_type', 'origin');
  for (const view of views) {
    const { definition, columns } = await read(knex, view);
    const before = columns.filter((column) => column !== 'receiving_method');
    await knex.raw(`drop view ${view}`);
    await knex.raw(
      `create view ${view} with (security_invoker = true) as select ${before.join(', ')} from (${definition}) b;
       grant select on ${view} to ${roleNames.app}`,
    );
  }
}
