/**
 * Steps that accounting tests share: creating and moving documents over HTTP, and inspecting the journal behind the
 * service.
 */
import type { ExecutionContext } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';

export const base = '/api/accounting';

const charts = new WeakMap<Client, Promise<Record<string, string>>>();

/** The chart of accounts an organization starts with, by code. */
export function accountsByCode(client: Client): Promise<Record<string, string>> {
  const known = charts.get(client) ?? readChart(client);
  charts.set(client, known);
  return known;
}

async function readChart(client: Client): Promise<Record<string, string>> {
  const { body } = await client.get(`${base}/accounts?page_size=200`);
  return Object.fromEntries(body.data.map((account: any) => [account.code, account.id]));
}

export interface LineWords {
  quantity?: number;
  unit_price?: number;
  account_id?: string;
  [field: string]: unknown;
}

/** A draft for the party, with one line of 100.00 unless specified. */
export async function draftInvoice(
  t: ExecutionContext,
  client: Client,
  party: object,
  words: { lines?: LineWords[]; [field: string]: unknown } = {},
): Promise<any> {
  const accounts = await accountsByCode(client);
  const { lines = [{}], ...rest } = words;
  const answer = await client.post(`${base}/invoices`, {
    ...party,
    ...rest,
    lines: lines.map((line) => ({
      account_id: accounts['4000'],
      description: 'Storage',
      quantity: 1,
      unit_price: 100,
      ...line,
    })),
  });
  t.is(answer.status, 201, answer.text);
  return answer.body.data;
}

export async function issue(t: ExecutionContext, client: Client, id: string): Promise<any> {
  const answer = await client.patch(`${base}/invoices/${id}`, { action: 'issue' });
  t.is(answer.status, 200, answer.text);
  return answer.body.data;
}

export async function issuedInvoice(
  t: ExecutionContext,
  client: Client,
  party: object,
  words: { lines?: LineWords[]; [field: string]: unknown } = {},
): Promise<any> {
  return issue(t, client, (await draftInvoice(t, client, party, words)).id);
}

export async function pay(t: ExecutionContext, client: Client, id: string, words: object): Promise<any> {
  const answer = await client.post(`${base}/invoices/${id}/payments`, { method: 'ach', ...words });
  t.is(answer.status, 201, answer.text);
  return answer.body.data;
}

/** Debits less credits of the whole organization, which is zero at every moment, and of one account by system key. */
export async function netOf(
  platform: Pick<Platform, 'owner'>,
  organizationId: string,
  systemKey?: string,
  asOf = '9999-12-31',
): Promise<string> {
  const { rows } = await platform.owner.query(
    `select coalesce(sum(l.base_debit - l.base_credit), 0)::numeric(20,4)::text as net
       from journal_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = $1 and ($2::text is null or a.system_key = $2) and l.entry_date <= $3`,
    [organizationId, systemKey ?? null, asOf],
  );
  return rows[0].net;
}

/** What open documents add up to in the base currency: invoices less credit notes, or bills less vendor credits. */
export async function openDocuments(
  platform: Pick<Platform, 'owner'>,
  organizationId: string,
  table: 'invoices' | 'bills',
): Promise<string> {
  const credit = table === 'invoices' ? 'credit_note' : 'vendor_credit';
  const { rows } = await platform.owner.query(
    `select coalesce(sum(case when kind = '${credit}' then -1 else 1 end * (base_total - base_settled)), 0)::numeric(20,4)::text as due
       from ${table} where organization_id = $1 and status not in ('draft', 'void')`,
    [organizationId],
  );
  return rows[0].due;
}

/**
 * Checks the accounting data against itself: entries balance, control accounts equal open documents, documents equal
 * allocations.
 */
export async function assertBooksHold(
  t: ExecutionContext,
  platform: Pick<Platform, 'owner'>,
  organizationId: string,
): Promise<void> {
  t.is(await netOf(platform, organizationId), '0.0000', 'debits equal credits');
  t.is(
    await netOf(platform, organizationId, 'ar'),
    await openDocuments(platform, organizationId, 'invoices'),
    'receivable',
  );
  const payable = await openDocuments(platform, organizationId, 'bills');
  t.is(-Number(await netOf(platform, organizationId, 'ap')) + 0, Number(payable), 'payable');
  const { rows: drifted } = await platform.owner.query(
    `select i.id from invoices i
       left join payment_allocations a on a.organization_id = i.organization_id and i.id in (a.invoice_id, a.credit_invoice_id)
      where i.organization_id = $1 group by i.organization_id, i.id
     having i.amount_paid + i.amount_credited <> coalesce(sum(a.amount), 0)
     union all
     select b.id from bills b
       left join payment_allocations a on a.organization_id = b.organization_id and b.id in (a.bill_id, a.credit_bill_id)
      where b.organization_id = $1 group by b.organization_id, b.id
     having b.amount_paid + b.amount_credited <> coalesce(sum(a.amount), 0)`,
    [organizationId],
  );
  t.deepEqual(drifted, [], 'what is settled equals what was applied');
}

export const journal = `${base}/journal-entries`;

/** A manual entry for an amount: rent from the bank. */
export function rentEntry(accounts: Record<string, string>, amount: number, words: object = {}) {
  return {
    description: 'Rent of the month',
    lines: [
      { account_id: accounts['6000'], debit: amount },
      { account_id: accounts['1000'], credit: amount },
    ],
    ...words,
  };
}

/** Inserts an entry past the service, as the owner, and returns the database's refusal. */
export async function plant(
  platform: Platform,
  lines: [account: string, debit: number, credit: number][],
  words: { date?: string; statements?: boolean } = {},
) {
  const { id: org } = platform.standard;
  const date = words.date ?? '2026-03-01';
  const client = await platform.owner.connect();
  const entryId = uuidv7();
  const insert = (from: number, some: typeof lines) =>
    client.query(
      `insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit, base_debit, base_credit)
       select $1, $2, $3 + row_number() over (), a, $4, 'USD', d, c, d, c from unnest($5::uuid[], $6::numeric[], $7::numeric[]) as l (a, d, c)`,
      [org, entryId, from, date, some.map(([a]) => a), some.map(([, d]) => d), some.map(([, , c]) => c)],
    );
  try {
    await client.query('begin');
    await client.query(
      `insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, description)
       values ($1, $2, $3, $4, 'manual', $2, 'post', 'planted')`,
      [org, entryId, `X-${entryId}`, date],
    );
    if (words.statements) for (const [index, line] of lines.entries()) await insert(index, [line]);
    else if (lines.length > 0) await insert(0, lines);
    await client.query('commit');
    return undefined;
  } catch (fault) {
    await client.query('rollback');
    return (fault as Error).message;
  } finally {
    client.release();
  }
}

/** The entries a document or payment posted. */
export async function entriesOf(platform: Platform, sourceId: string): Promise<any[]> {
  return (await platform.client.get(`${base}/journal-entries?source_id=${sourceId}`)).body.data;
}
