/** Stuck commands across all organizations: those that failed for good, and those that have waited too long. */
import { rows, type Database, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface StuckCommand {
  organization_id: string;
  organization: string;
  id: string;
  name: string;
  queue: string;
  /** Used to find the numbers of its documents; never shown itself. */
  input: Record<string, unknown>;
  reason: string | null;
  actor: string | null;
  age_seconds: string;
  dispatches: number;
  job_id: string | null;
}

const columns = sql`c.organization_id, o.name as organization, c.id, c.name, c.queue, c.input,
  c.outcome ->> 'message' as reason, c.actor ->> 'name' as actor, c.dispatches, c.job_id,
  floor(extract(epoch from now() - coalesce(c.finished_at, c.created_at))) as age_seconds`;

/** The newest commands that failed after their last attempt and that no operator ran again or dismissed. */
export function listFailedCommands(database: Database, limit: number): Promise<StuckCommand[]> {
  return rows<StuckCommand>(
    database.system,
    sql`select ${columns} from commands c join organizations o on o.id = c.organization_id
      where c.state = 'failed' and o.state <> 'moved' and not exists (
        select 1 from command_reruns r where r.organization_id = c.organization_id and r.failed_id = c.id)
      order by c.finished_at desc, c.id desc limit ${limit}`,
  );
}

/** The oldest commands accepted more than `seconds` ago that have no outcome yet. */
export function listLateCommands(
  database: Database,
  seconds: number,
  limit: number,
): Promise<StuckCommand[]> {
  return rows<StuckCommand>(
    database.system,
    sql`select ${columns} from commands c join organizations o on o.id = c.organization_id
      where c.state = 'accepted' and c.created_at < now() - make_interval(secs => ${seconds})
        and o.state <> 'moved'
      order by c.created_at, c.id limit ${limit}`,
  );
}

/** Documents whose numbers an operator reads out on the phone; the id decides which table it is in. */
const numbered = [
  ['receipt', sql`select id, receipt_no as no from inbound_receipts`],
  ['order', sql`select id, order_no as no from sales_orders`],
  ['shipment', sql`select id, shipment_no as no from wms_shipments`],
  ['wave', sql`select id, wave_no as no from waves`],
  ['load', sql`select id, load_no as no from loads`],
  ['count', sql`select id, task_no as no from count_tasks`],
  ['billing run', sql`select id, run_no as no from billing_runs`],
  ['invoice', sql`select id, invoice_no as no from invoices`],
  ['bill', sql`select id, bill_no as no from bills`],
  ['payment', sql`select id, payment_no as no from payments`],
  ['purchase order', sql`select id, po_no as no from purchase_orders`],
  ['ASN', sql`select id, asn_no as no from asns`],
  ['drayage order', sql`select id, order_no as no from drayage_orders`],
  ['transport order', sql`select id, transport_no as no from transport_orders`],
  ['appointment', sql`select id, appointment_no as no from dock_appointments`],
  ['item', sql`select id, sku as no from items`],
] as const;

/** Names of the documents with these ids, by id: "receipt RCV-202611-00042". Other ids are left out. */
export async function nameDocuments(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (ids.length === 0) return names;
  for (const [kind, from] of numbered) {
    const found = await rows<{ id: string; no: string | null }>(
      tx,
      sql`${from} where organization_id = ${tx.organizationId} and id = any(${[...ids]}::uuid[])`,
    );
    for (const { id, no } of found) if (no) names.set(id, `${kind} ${no}`);
  }
  return names;
}
