/**
 * Rates a month of one large merchant: a million shipment lines into charges on one connection, chunk by chunk as a
 * billing run does it, next to a plain insert-select of the same rows into a table with the same columns and indexes.
 * Then two merchants at a time, as a worker bills a run of many (`concurrencyOf`), and the trial balance over a large
 * ledger.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { countActivity } from '../db/billing/billing-plan.read.ts';
import type { RatingScope } from '../db/billing/billable-activity.ts';
import { loadRates, rateEvents } from '../db/billing/rate-merchant.write.ts';
import { inTenant, rows } from '../db/database.ts';
import { sql } from '../db/sql-text.ts';
import { chunksOf } from '../domain/billing/billing-chunks.ts';
import { reportLedger } from './ledger.ts';
import { startBenchPlatform, type BenchPlatform } from './platform.ts';

const linesTotal = 1_000_000;
const linesPerShipment = 4;
const chunkActivities = 100_000;
const period = { from: '2026-03-01', to: '2026-03-31' };

export async function run(): Promise<void> {
  const platform = (await startBenchPlatform({ redis: false, edition: 'three_pl', processes: false }))!;
  const owner = new pg.Client(platform.ownerUrl);
  await owner.connect();
  try {
    const { merchantId } = platform.organization;
    await plantLines(owner, platform, merchantId, { first: 0, lines: linesTotal });
    const runId = await plantRates(owner, platform);
    await report(owner, platform, runId);
    await reportTwo(owner, platform, runId);
    await reportLedger(owner, platform);
  } finally {
    await owner.end();
    await platform.stop();
  }
}

async function plantLines(
  owner: pg.Client,
  { organization }: BenchPlatform,
  merchantId: string,
  { first, lines }: { first: number; lines: number },
): Promise<void> {
  const { id, warehouseId, items } = organization;
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    `insert into wms_shipments (organization_id, id, shipment_no, status, merchant_id, warehouse_id, ship_mode, shipped_at)
     select $1, uuid7(), 'SHP-20260301-' || $5::integer + n, 'shipped', $2, $3, 'parcel', timestamptz '2026-03-01 16:00Z' + (n % 31) * interval '1 day'
       from generate_series(1, $4::integer) n`,
    [id, merchantId, warehouseId, lines / linesPerShipment, first],
  );
  await owner.query(
    `insert into wms_shipment_lines (organization_id, id, shipment_id, line_no, merchant_id, item_id, qty)
     select s.organization_id, uuid7(), s.id, n, s.merchant_id, $2, 1 + (n * 7) % 5
       from wms_shipments s cross join generate_series(1, $3::integer) n where s.organization_id = $1 and s.merchant_id = $4`,
    [id, items['PLAIN'], linesPerShipment, merchantId],
  );
  await owner.query("set session_replication_role = 'origin'");
  await owner.query('vacuum analyze');
}

async function plantRates(owner: pg.Client, { organization }: BenchPlatform): Promise<string> {
  const { id } = organization;
  const [item, sheet, line, runId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  await owner.query(
    `insert into billing_items (organization_id, id, code, name, category, uom, revenue_account_id)
     select $1, $2, 'PICK', 'Pick', 'pick', 'unit', a.id from accounts a where a.organization_id = $1 and a.system_key = 'revenue_handling'`,
    [id, item],
  );
  await owner.query(
    `insert into rate_sheets (organization_id, id, code, name, currency, effective_from) values ($1, $2, 'RS', 'Rates', 'USD', '2026-01-01')`,
    [id, sheet],
  );
  await owner.query(
    `insert into rate_sheet_lines (organization_id, id, rate_sheet_id, line_no, billing_item_id, pricing_model, rate, effective_from)
     values ($1, $2, $3, 1, $4, 'per_unit', 0.2575, '2026-01-01')`,
    [id, line, sheet, item],
  );
  await owner.query("update rate_sheets set status = 'active' where organization_id = $1", [id]);
  await owner.query(
    `insert into billing_rules (organization_id, id, code, name, event, billing_item_id, quantity_basis)
     values ($1, $2, 'R', 'Pick', 'shipment.line_shipped', $3, 'units')`,
    [id, uuidv7(), item],
  );
  await owner.query(
    `insert into billing_runs (organization_id, id, run_no, mode, scope_key, period_start, period_end, invoice_date, requested_by)
     values ($1, $2, 'RUN-1', 'draft', 'all', $3, $4, $4, 'bench')`,
    [id, runId, period.from, period.to],
  );
  return runId;
}

async function report(owner: pg.Client, platform: BenchPlatform, runId: string): Promise<void> {
  const ownerPid = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const plainBefore = cpuSeconds(ownerPid.rows[0]!.pid);
  const plainMs = await timed(() => plainInsert(owner, platform, runId));
  const plainCpu = cpuSeconds(ownerPid.rows[0]!.pid) - plainBefore;
  const work = { cpu: 0 };
  const month = { merchantId: platform.organization.merchantId, runId };
  const ratedMs = await timed(() => rateMonth(platform, month, work));
  const againMs = await timed(() => rateMonth(platform, month, { cpu: 0 }));
  const counted = await owner.query(
    'select count(*)::integer as charges, sum(amount_precise) as amount from charges',
  );
  const plain = await owner.query(
    'select count(*)::integer as charges, sum(amount_precise) as amount from plain_charges',
  );
  const { charges, amount } = counted.rows[0] as { charges: number; amount: string };
  const rate = (ms: number): number => Math.round(linesTotal / (ms / 1000));
  console.log(
    `${linesTotal.toLocaleString('en')} shipment lines, one connection, chunks of ${chunkActivities.toLocaleString('en')}`,
  );
  console.log(
    `plain insert-select of the same rows  ${rate(plainMs).toLocaleString('en').padStart(9)} rows/s`,
  );
  console.log(
    `rated into charges                    ${rate(ratedMs).toLocaleString('en').padStart(9)} rows/s  (${(plainMs / ratedMs).toFixed(2)} of plain; to reach: 50,000 and 0.5)`,
  );
  const perCpu = (seconds: number): string => Math.round(linesTotal / seconds).toLocaleString('en');
  // A rate that other work on the machine does not affect: rows per second of CPU time the server process actually
  // used.
  console.log(
    `per CPU second of the server process: plain ${perCpu(plainCpu)}, rated ${perCpu(work.cpu)} rows`,
  );
  console.log(
    `run again over what is charged        ${rate(againMs).toLocaleString('en').padStart(9)} rows/s`,
  );
  const isSame = charges === linesTotal && amount === (plain.rows[0] as { amount: string }).amount;
  console.log(
    `${charges.toLocaleString('en')} charges of ${amount} in all, ${isSame ? 'as' : 'NOT as'} in the plain table`,
  );
}

/** As many lines, of two merchants at the same time on a connection each. */
async function reportTwo(owner: pg.Client, platform: BenchPlatform, runId: string): Promise<void> {
  const merchantIds = [uuidv7(), uuidv7()];
  for (const [index, merchantId] of merchantIds.entries()) {
    await owner.query(
      "insert into merchants (organization_id, id, code, name) values ($1, $2, $3, 'Beside')",
      [platform.organization.id, merchantId, `B${index}`],
    );
    await plantLines(owner, platform, merchantId, { first: (index + 2) * linesTotal, lines: linesTotal / 2 });
  }
  const ms = await timed(() =>
    Promise.all(merchantIds.map((merchantId) => rateMonth(platform, { merchantId, runId }, { cpu: 0 }))),
  );
  const counted = await owner.query(
    'select count(*)::integer as n from charges where merchant_id = any ($1)',
    [merchantIds],
  );
  const { n } = counted.rows[0] as { n: number };
  console.log(
    `two merchants at a time               ${Math.round(n / (ms / 1000))
      .toLocaleString('en')
      .padStart(9)} rows/s  (to reach: 80,000)`,
  );
}

/** CPU time of a process from Linux' own accounting, in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** What a script would do: no row level security, no check for existing charges, no references checked. */
async function plainInsert(owner: pg.Client, { organization }: BenchPlatform, runId: string): Promise<void> {
  await owner.query('create table plain_charges (like charges including defaults including indexes)');
  await owner.query(
    `insert into plain_charges (organization_id, id, merchant_id, billing_item_id, rule_id, source_id, document_id, warehouse_id, rate_sheet_id,
        rate_line_id, run_id, service_date, currency, quantity, unit_price, amount_precise, kind, source_type, uom, source_ref, pricing)
     select s.organization_id, uuid7(), s.merchant_id, i.id, r.id, l.id, s.id, s.warehouse_id, x.rate_sheet_id, x.id, $2,
            (s.shipped_at at time zone w.time_zone)::date, 'USD', l.qty, x.rate, l.qty * x.rate, 'event', 'shipment_line', 'unit', s.shipment_no,
            jsonb_build_object('event', r.event, 'rule', r.code, 'rate', x.rate)
       from wms_shipments s
       join wms_shipment_lines l on l.organization_id = s.organization_id and l.shipment_id = s.id
       join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
       join billing_rules r on r.organization_id = s.organization_id
       join billing_items i on i.organization_id = s.organization_id and i.id = r.billing_item_id
       join rate_sheet_lines x on x.organization_id = s.organization_id and x.billing_item_id = i.id
      where s.organization_id = $1 and s.shipped_at is not null order by l.id`,
    [organization.id, runId],
  );
}

async function rateMonth(
  { database, organization }: BenchPlatform,
  month: { merchantId: string; runId: string },
  used: { cpu: number },
): Promise<void> {
  const scope: RatingScope = {
    organizationId: organization.id,
    ...month,
    table: 'charges',
    ...period,
  };
  // The settings a step of a run uses.
  const limits =
    "set local statement_timeout = '15min'; set local work_mem = '96MB'; set local synchronous_commit = 'off'";
  const house = { organizationId: organization.id };
  const days = await inTenant(database, house, async (tx) => {
    await tx.raw(limits);
    return countActivity(tx, scope);
  });
  for (const { from, to } of chunksOf(days, period, chunkActivities)) {
    await inTenant(database, house, async (tx) => {
      await tx.raw(limits);
      const chunk = { ...scope, from, to };
      const [backend] = await rows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      const before = cpuSeconds(backend!.pid);
      await rateEvents(tx, chunk, await loadRates(tx, chunk, null));
      used.cpu += cpuSeconds(backend!.pid) - before;
    });
  }
}
