/**
 * The till: invoices issued, bills approved, payments recorded and entries posted over HTTP, by one client and by 32,
 * interleaved. Beside them bare SQL, and the invoices' own transaction without HTTP and without groups: one for each.
 */
import pg from 'pg';
import { inTenant } from '../db/database.ts';
import { issueInvoices } from '../db/documents/issue-invoice.write.ts';
import { openBareSql } from './bare-sql.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { startBenchPlatform, type BenchPlatform } from './platform.ts';

const rounds = 3;
const roundMs = 5_000;
const clients = [1, 32] as const;
// More than can be issued in all rounds, warm-up and marks included.
const draftsTotal = 60_000;
const paidTotal = 2_000;

type Operation = (client: number) => Promise<boolean>;

export async function run(): Promise<void> {
  const platform = (await startBenchPlatform({ redis: true, edition: 'standard' }))!;
  const bare = await openBareSql(platform);
  try {
    const accounts = await accountsOf(platform);
    await makeDocuments(platform, accounts);
    const works = { ...(await worksOf(platform, accounts)), 'bare: six statements': bare.run };
    for (const work of Object.values(works)) await warmUp(work, 6_000);
    const measured = new Map<string, Measured[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const [name, work] of Object.entries(works))
        for (const count of clients) {
          const options = {
            clients: count,
            durationMs: roundMs,
            operationsMax: 100_000,
            processes: platform.processes,
          };
          const key = `${name} ${count}`;
          measured.set(key, [...(measured.get(key) ?? []), await measure(options, work)]);
        }
    for (const name of Object.keys(works)) {
      const [one, many] = clients.map((count) => medianOf(measured.get(`${name} ${count}`)!));
      for (const shown of [one!, many!]) console.log(showLine(name, shown));
      console.log(`${''.padEnd(34)} ${(many!.perSecond / one!.perSecond).toFixed(1)} times as many`);
    }
  } finally {
    await bare.close();
    await platform.stop();
  }
}

async function accountsOf({ call }: BenchPlatform): Promise<Record<string, string>> {
  const { body } = await call('GET', '/api/accounting/accounts?page_size=200');
  return Object.fromEntries(body.data.map(({ code, id }: { code: string; id: string }) => [code, id]));
}

/** Drafts with two lines each, inserted as the service would have stored them; some invoices issued, to be paid. */
async function makeDocuments(
  { ownerUrl, organization }: BenchPlatform,
  accounts: Record<string, string>,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { id, customerId, vendorId } = organization;
  try {
    await owner.query(
      `insert into invoices (organization_id, id, customer_id, source, currency, invoice_date, due_date, subtotal, total)
       select $1, uuid7(), $2, 'manual', 'USD', current_date, current_date + 30, 30, 30 from generate_series(1, $3)`,
      [id, customerId, draftsTotal],
    );
    await owner.query(
      `insert into invoice_lines (organization_id, id, invoice_id, line_no, account_id, description, quantity, unit_price, amount)
       select organization_id, uuid7(), id, n, $2, 'Storage', n, 10, n * 10 from invoices, generate_series(1, 2) n where organization_id = $1`,
      [id, accounts['4000']],
    );
    await owner.query(
      `insert into bills (organization_id, id, vendor_id, currency, bill_date, due_date, subtotal, total)
       select $1, uuid7(), $2, 'USD', current_date, current_date + 30, 30, 30 from generate_series(1, $3)`,
      [id, vendorId, draftsTotal],
    );
    await owner.query(
      `insert into bill_lines (organization_id, id, bill_id, line_no, account_id, description, quantity, unit_cost, amount)
       select organization_id, uuid7(), id, n, $2, 'Freight', n, 10, n * 10 from bills, generate_series(1, 2) n where organization_id = $1`,
      [id, accounts['6000']],
    );
    await owner.query(
      `insert into invoices (organization_id, id, customer_id, source, currency, invoice_date, due_date, subtotal, total, base_total,
              status, invoice_no, letterhead, po_number)
       select $1, uuid7(), $2, 'manual', 'USD', current_date, current_date + 30, 1e9, 1e9, 1e9, 'open', 'OLD-' || n, '{}', 'paid'
         from generate_series(1, $3) n`,
      [id, customerId, paidTotal],
    );
    // The journal is empty: said to be, its statements would be planned to read it whole, and keep their plans as it grows.
    await owner.query('vacuum analyze invoices, invoice_lines, bills, bill_lines');
  } finally {
    await owner.end();
  }
}

/** Takes the ids of a list one by one; the list must not run out. */
function taken(ids: readonly string[]): () => string {
  let next = 0;
  return () => {
    const id = ids[next];
    if (id === undefined) throw new Error('There are no drafts left: the machine is faster than expected.');
    next += 1;
    return id;
  };
}

async function worksOf(
  { call, database, organization, ownerUrl }: BenchPlatform,
  accounts: Record<string, string>,
): Promise<Record<string, Operation>> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const idsOf = async (text: string): Promise<string[]> =>
    (await owner.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const invoice = taken(await idsOf(`select id from invoices where status = 'draft'`));
  const bill = taken(await idsOf(`select id from bills where status = 'draft'`));
  const paid = await idsOf(`select id from invoices where po_number = 'paid'`);
  await owner.end();
  const base = '/api/accounting';
  const scope = { organizationId: organization.id };
  return {
    'an invoice issued': async () =>
      (await call('PATCH', `${base}/invoices/${invoice()}`, { action: 'issue' })).status === 200,
    'a bill approved': async () =>
      (await call('PATCH', `${base}/bills/${bill()}`, { action: 'approve' })).status === 200,
    'a payment recorded': async () => {
      const id = paid[Math.floor(Math.random() * paid.length)]!;
      const answer = await call('POST', `${base}/invoices/${id}/payments`, { method: 'ach', amount: 1 });
      return answer.status === 201;
    },
    'an entry posted': async () => {
      const lines = [
        { account_id: accounts['6000'], debit: 1 },
        { account_id: accounts['1000'], credit: 1 },
      ];
      return (await call('POST', `${base}/journal-entries`, { description: 'Rent', lines })).status === 201;
    },
    'issued without HTTP and groups': () =>
      inTenant(database, scope, async (tx) => {
        const [answer] = await issueInvoices(tx, [{ id: invoice(), by: 'bench' }]);
        return 'invoice_no' in answer!;
      }),
  };
}
