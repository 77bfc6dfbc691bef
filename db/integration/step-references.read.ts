/** Whether what the steps of a flow name is there. */
import type { FlowStep } from '../../domain/integration/flow.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface UnknownStepReference {
  step_no: number;
  field: string;
  noun: string;
}

/**
 * The fields of steps that name a warehouse the organization has not, or a customer that some merchant with a store on
 * this connector has not. Their form has been checked.
 */
export function unknownStepReferences(
  tx: TenantTransaction,
  connector: string,
  steps: readonly FlowStep[],
): Promise<UnknownStepReference[]> {
  const named = steps.flatMap(({ with: given = {} }, step_no) =>
    ['warehouse_id', 'customer_id'].flatMap((field) =>
      given[field] === undefined ? [] : [{ step_no, field, id: given[field] }],
    ),
  );
  return rows<UnknownStepReference>(
    tx,
    sql`select n.step_no, n.field,
               case n.field when 'customer_id' then 'customer of every merchant with a store' else 'warehouse' end as noun
          from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n (step_no integer, field text, id uuid)
         where (n.field = 'warehouse_id' and not exists (
                 select 1 from warehouses w where w.organization_id = ${tx.organizationId} and w.id = n.id))
            or (n.field = 'customer_id' and not exists (
                 select 1 from customers c
                  where c.organization_id = ${tx.organizationId} and c.id = n.id
                    and (c.merchant_id is null or not exists (
                      select 1 from channel_connections k
                       where k.organization_id = c.organization_id and k.connector = ${connector}
                         and k.status <> 'disabled' and k.merchant_id <> c.merchant_id))))
         order by n.step_no, n.field`,
  );
}
