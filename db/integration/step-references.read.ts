/** Whether what the steps of a flow name is there, and which record a code names. */
import type { FlowStep } from '../../domain/integration/flow.ts';
import { Refusal, type ValidationProblem } from '../../domain/refusal.ts';
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { findNamed } from '../named.read.ts';
import { sql } from '../sql-text.ts';

export interface UnknownStepReference {
  step_no: number;
  field: string;
  noun: string;
}

/**
 * The fields of steps that name a warehouse the organization has not, or a customer that some merchant with a store on
 * this connector has not. Codes are looked up before (`withIdsInSteps`).
 */
export function unknownStepReferences(
  tx: TenantTransaction,
  connector: string,
  steps: readonly FlowStep[],
): Promise<UnknownStepReference[]> {
  const named = steps.flatMap(({ with: given = {} }, step_no) =>
    ['warehouse_id', 'customer_id'].flatMap((field) =>
      typeof given[field] === 'string' && uuidPattern.test(given[field])
        ? [{ step_no, field, id: given[field] }]
        : [],
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

const tables = { warehouse_id: 'warehouses', customer_id: 'customers' } as const;

/** The steps with ids in place of codes, and what is wrong with the codes. An id stays as it is, known or not. */
export async function withIdsInSteps(
  tx: TenantTransaction,
  steps: readonly FlowStep[],
): Promise<{ steps: FlowStep[]; problems: ValidationProblem[] }> {
  const problems: ValidationProblem[] = [];
  const named: FlowStep[] = [];
  for (const [at, step] of steps.entries()) {
    const given = { ...step.with };
    for (const field of ['customer_id', 'warehouse_id'] as const) {
      const code = given[field];
      if (typeof code !== 'string' || uuidPattern.test(code)) continue;
      const path = `steps.${at}.with.${field}`;
      const found = await findNamed(tx, tables[field], { given: code, path }).catch((fault: unknown) => {
        if (fault instanceof Refusal) return fault;
        throw fault;
      });
      if (typeof found === 'string') given[field] = found;
      else if (found)
        problems.push({
          path,
          code: 'ambiguous',
          message: `${path}: several merchants have one of that code; give its id`,
        });
      else
        problems.push({
          path,
          code: 'unknown_reference',
          message: `${path}: there is no ${field.replace('_id', '')} with the code ${code}`,
        });
    }
    named.push(step.with === undefined ? step : { ...step, with: given });
  }
  return { steps: named, problems };
}
