/**
 * Runs commands through the runner in groups of a given size, and shows what they left in a form that two organizations
 * share.
 */
import { v7 as uuidv7 } from 'uuid';
import type pg from 'pg';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import type { Database } from '../../db/database.ts';
import { commandsByName } from '../../queues/commands.ts';
import { handlersByName } from '../../workers/handlers.ts';
import type { RunnerDeps } from '../../workers/engine/run-command.ts';
import { runJob, type JobRun } from '../../workers/engine/run-job.ts';
import type { TestOrganization } from '../helpers/organization.ts';

export function runnerOn(database: Database): RunnerDeps {
  return { database, commands: commandsByName, handlers: handlersByName, committed: () => {} };
}

/** Accepts commands of one name and returns their ids, in the given order. */
export async function accept(
  database: Database,
  organization: TestOrganization,
  name: string,
  inputs: readonly object[],
): Promise<string[]> {
  const actor = {
    token_id: organization.memberId,
    member_id: organization.memberId,
    name: 'test',
    permissions: ['wms.inbound.receive', 'oms.orders.approve', 'wms.returns.unplanned', 'wms.outbound.ship'],
    merchant_id: null,
    ip: null,
    request_id: 'r',
  };
  const queue = commandsByName.get(name)!.runs;
  const commands = inputs.map((input) => ({
    id: uuidv7(),
    organization_id: organization.id,
    name,
    queue,
    input,
    actor,
  }));
  await acceptCommands(database, commands, true);
  return commands.map(({ id }) => id);
}

/** Runs the commands in jobs of this size, and returns the outcome of each job. */
export async function runInGroups(
  database: Database,
  organizationId: string,
  ids: readonly string[],
  size: number,
): Promise<JobRun[]> {
  const runs: JobRun[] = [];
  for (let from = 0; from < ids.length; from += size) {
    runs.push(await runJob(runnerOn(database), organizationId, ids.slice(from, from + size), () => {}));
  }
  return runs;
}

/** Accepts commands of one name and runs each by itself. */
export async function runOneByOne(
  database: Database,
  organization: TestOrganization,
  name: string,
  inputs: readonly object[],
): Promise<void> {
  const ids = await accept(database, organization, name, inputs);
  await runInGroups(database, organization.id, ids, 1);
}

const questions = {
  outcomes: `select c.state, c.outcome from unnest($2::uuid[]) with ordinality as k (id, n)
    join commands c on c.organization_id = $1 and c.id = k.id order by k.n`,
  ledger: `select k.n, g.line_no, g.item_id, g.location_id, g.status, g.lot_no, g.qty_delta, g.transaction_type, g.ref_type,
      g.ref_id, g.ref_line_id, g.reason_code, g.note, p.lpn
    from unnest($2::uuid[]) with ordinality as k (id, n)
    join inventory_ledger g on g.organization_id = $1 and g.command_id = k.id
    left join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id order by k.n, g.line_no`,
  // A zero balance is not stock: a group that adds and removes the same amount leaves none behind.
  balances: `select b.item_id, b.location_id, b.status, b.lot_no, p.lpn, b.qty from inventory_balances b
    left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
    where b.organization_id = $1 and b.qty <> 0 and cardinality($2::uuid[]) > 0`,
  receipts: `select status, lines_done, covered_qty, counted_qty, received_at is null as open from inbound_receipts
    where organization_id = $1 and cardinality($2::uuid[]) > 0 order by receipt_no`,
  lines: `select r.receipt_no, l.line_no, l.received_qty, l.damaged_qty, l.rejected_qty from inbound_receipt_lines l
    join inbound_receipts r on r.organization_id = l.organization_id and r.id = l.receipt_id
    where l.organization_id = $1 and cardinality($2::uuid[]) > 0 order by 1, 2`,
  orders: `select o.status, o.ship_mode, o.warehouse_id, o.total, o.channel_order_no, o.submitted_at is null as s,
      o.released_at is null as r, l.line_no, l.item_id, l.qty, l.backordered_qty, l.fulfilled_qty, v.qty as reserved, h.reason
    from sales_orders o left join sales_order_lines l on l.organization_id = o.organization_id and l.order_id = o.id
    left join reservations v on v.organization_id = l.organization_id and v.order_line_id = l.id
    left join sales_order_holds h on h.organization_id = o.organization_id and h.order_id = o.id
    where o.organization_id = $1 and cardinality($2::uuid[]) > 0 order by o.order_no, l.line_no`,
  // Which of several equal stocks a task takes is decided by rank, and ranks span the whole group.
  shipments: `select s.order_id, s.status, s.ship_mode, s.split, s.tracking_no, s.carrier_code, s.signed_by,
      s.picked_at is null as p, s.shipped_at is null as l, s.delivered_at is null as d, l.line_no, l.item_id, l.qty,
      a.location_id, a.from_location_id, a.lot_no, a.qty as held, a.status as held_as, a.why - 'rank' as why, k.status as task, w.status as wave
    from wms_shipments s join wms_shipment_lines l on l.organization_id = s.organization_id and l.shipment_id = s.id
    left join allocations a on a.organization_id = l.organization_id and a.shipment_line_id = l.id
    left join pick_tasks k on k.organization_id = a.organization_id and k.allocation_id = a.id
    left join wave_shipments j on j.organization_id = s.organization_id and j.shipment_id = s.id
    left join waves w on w.organization_id = j.organization_id and w.id = j.wave_id
    where s.organization_id = $1 and cardinality($2::uuid[]) > 0`,
  promises: `select item_id, warehouse_id, qty from item_promises
    where organization_id = $1 and qty <> 0 and cardinality($2::uuid[]) > 0`,
  lots: `select item_id, lot_no, expiry_date::text from lots
    where organization_id = $1 and cardinality($2::uuid[]) > 0`,
  serials: `select s.item_id, s.serial_no, s.state, s.receipt_id, s.shipment_id from serials s
    where s.organization_id = $1 and cardinality($2::uuid[]) > 0`,
  papers: `select kind, subject_id, facts - 'merchant' - 'organization' as facts from documents
    where organization_id = $1 and cardinality($2::uuid[]) > 0`,
  putBacks: `select shipment_id, item_id, lot_no, qty, from_location_id, to_location_id, status from put_back_tasks
    where organization_id = $1 and cardinality($2::uuid[]) > 0`,
  tasks: `select ref_id, status, assignee_id, finished_at is null as open from tasks
    where organization_id = $1 and cardinality($2::uuid[]) > 0 order by ref_id, id`,
  plates: `select lpn, state, location_id from lpns where organization_id = $1 and cardinality($2::uuid[]) > 0`,
  invoices: `select id, invoice_no, status, amount_paid, amount_credited, base_total, base_settled, total, version, issued_by,
      paid_at is null as unpaid, letterhead -> 'party_name' as party, void_date::text, void_reason, voided_by from invoices
    where organization_id = $1 and cardinality($2::uuid[]) > 0 order by po_number`,
  bills: `select id, bill_no, status, amount_paid, amount_credited, base_total, base_settled, total, version, approved_by,
      paid_at is null as unpaid, void_date::text, void_reason, voided_by from bills
    where organization_id = $1 and cardinality($2::uuid[]) > 0 order by vendor_bill_no`,
  payments: `select p.payment_no, p.direction, p.merchant_id, p.vendor_id, p.method, p.payment_date::text, p.exchange_rate, p.amount,
      p.account_id, p.reference, p.memo, p.created_by, a.invoice_id, a.bill_id, a.credit_invoice_id, a.credit_bill_id,
      a.amount as applied, a.base_amount, a.credit_base_amount, a.applied_on::text
    from payments p join payment_allocations a on a.organization_id = p.organization_id and a.payment_id = p.id
    where p.organization_id = $1 and cardinality($2::uuid[]) > 0 order by p.payment_no`,
  entries: `select e.entry_no, e.entry_date::text, e.source_type, e.event, e.source_id, e.description, e.posted_by, r.entry_no as reverses,
      l.line_no, l.account_id, l.currency, l.debit, l.credit, l.exchange_rate, l.base_debit, l.base_credit, l.merchant_id,
      l.vendor_id, l.invoice_line_id is null as i, l.bill_line_id is null as b, l.memo
    from journal_entries e join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
    left join journal_entries r on r.organization_id = e.organization_id and r.id = e.reverses_id
    where e.organization_id = $1 and cardinality($2::uuid[]) > 0 order by e.entry_no, l.line_no`,
  events: `select k.n, e.type, e.subject_type, e.subject_seq, e.data from unnest($2::uuid[]) with ordinality as k (id, n)
    join events e on e.organization_id = $1 and e.command_id = k.id order by k.n, e.position`,
  // The labels of what left together are queued together.
  followUps: `select name, case when shipment is null then input else shipment end as input from commands
    left join lateral jsonb_array_elements(input -> 'shipment_ids') as shipment on name = 'wms.label_packing_lists'
    where organization_id = $1 and id <> all ($2::uuid[]) and name <> 'wms.create_receipt'`,
};

/** What the commands left: ids are shown as the organization's names for them, ids created on the way as `#`. */
export async function leftBy(
  owner: pg.Pool,
  organization: TestOrganization,
  named: Readonly<Record<string, string>>,
  ids: readonly string[],
): Promise<Record<string, string[]>> {
  const names = new Map(
    Object.entries({ ...named, ...organization.items, ...organization.locations }).map(([name, id]) => [
      id,
      name,
    ]),
  );
  for (const [index, id] of ids.entries()) names.set(id, `command ${index}`);
  names.set(organization.warehouseId, 'warehouse').set(organization.merchantId, 'merchant');
  names.set(organization.memberId, 'member').set(organization.customerId, 'customer');
  names.set(organization.channelId, 'channel').set(organization.vendorId, 'vendor');
  const shown = (row: object): string =>
    JSON.stringify(row)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? '#')
      // A number that was taken and rolled back leaves a gap, and the stock's age is that of the test's set-up.
      .replaceAll(/\b[A-Z]{2,4}-\d{8}-\d{4}\b/g, 'number')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'moment');
  const left: Record<string, string[]> = {};
  for (const [question, text] of Object.entries(questions)) {
    const { rows } = await owner.query<object>(text, [organization.id, ids]);
    const all = rows.map(shown);
    // Rows without an order of their own are sorted by content.
    left[question] = [
      'followUps',
      'papers',
      'putBacks',
      'balances',
      'lots',
      'plates',
      'serials',
      'shipments',
      'promises',
    ].includes(question)
      ? all.sort()
      : all;
  }
  return left;
}
