/** Runs commands through the runner in groups of a size, and shows what they left, in words that two organizations share. */
import { v7 as uuidv7 } from 'uuid';
import type pg from 'pg';
import { acceptCommands } from '../../db/tenancy/commands.write.ts';
import type { Database } from '../../db/database.ts';
import { commandsByName } from '../../queues/commands.ts';
import { handlersByName } from '../../workers/handlers.ts';
import type { RunnerDeps } from '../../workers/run-command.ts';
import { runJob, type JobRun } from '../../workers/run-job.ts';
import type { TestOrganization } from '../helpers/organization.ts';

export function runnerOn(database: Database): RunnerDeps {
  return { database, commands: commandsByName, handlers: handlersByName, committed: () => {} };
}

/** Accepts commands of one name and answers their ids, in the order given. */
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
    permissions: [],
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

/** Runs the commands in jobs of this size, and answers what each job came to. */
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

const questions = {
  outcomes: `select c.state, c.outcome from unnest($2::uuid[]) with ordinality as k (id, n)
    join commands c on c.organization_id = $1 and c.id = k.id order by k.n`,
  ledger: `select k.n, g.line_no, g.item_id, g.location_id, g.status, g.lot_no, g.qty_delta, g.transaction_type, g.ref_type,
      g.ref_id, g.ref_line_id, g.reason_code, g.note, p.lpn
    from unnest($2::uuid[]) with ordinality as k (id, n)
    join inventory_ledger g on g.organization_id = $1 and g.command_id = k.id
    left join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id order by k.n, g.line_no`,
  // A balance of nothing is no stock: a group that brings and takes the same leaves none behind.
  balances: `select b.item_id, b.location_id, b.status, b.lot_no, p.lpn, b.qty from inventory_balances b
    left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
    where b.organization_id = $1 and b.qty <> 0 and cardinality($2::uuid[]) > 0`,
  receipts: `select status, lines_done, covered_qty, counted_qty from inbound_receipts
    where organization_id = $1 and cardinality($2::uuid[]) > 0 order by receipt_no`,
  lines: `select r.receipt_no, l.line_no, l.received_qty, l.damaged_qty, l.rejected_qty from inbound_receipt_lines l
    join inbound_receipts r on r.organization_id = l.organization_id and r.id = l.receipt_id
    where l.organization_id = $1 and cardinality($2::uuid[]) > 0 order by 1, 2`,
  lots: `select item_id, lot_no, expiry_date::text from lots
    where organization_id = $1 and cardinality($2::uuid[]) > 0`,
  plates: `select lpn, state, location_id from lpns where organization_id = $1 and cardinality($2::uuid[]) > 0`,
  events: `select k.n, e.type, e.subject_type, e.subject_seq, e.data from unnest($2::uuid[]) with ordinality as k (id, n)
    join events e on e.organization_id = $1 and e.command_id = k.id order by k.n, e.position`,
  followUps: `select name, input from commands
    where organization_id = $1 and id <> all ($2::uuid[]) and name <> 'wms.create_receipt' order by name, id`,
};

/** What the commands left: ids are shown as the names the organization has for them, ids made on the way as `#`. */
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
  names.set(organization.memberId, 'member');
  const shown = (row: object): string =>
    JSON.stringify(row).replaceAll(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      (id) => names.get(id) ?? '#',
    );
  const left: Record<string, string[]> = {};
  for (const [question, text] of Object.entries(questions)) {
    const { rows } = await owner.query<object>(text, [organization.id, ids]);
    const all = rows.map(shown);
    // Rows without an order of their own are sorted by what they say.
    left[question] = ['balances', 'lots', 'plates'].includes(question) ? all.sort() : all;
  }
  return left;
}
