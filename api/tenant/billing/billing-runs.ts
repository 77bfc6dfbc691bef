/** Billing runs: start, watch, cancel. */
import { billingRunStatuses } from '../../../domain/billing/billing-run-states.ts';
import {
  exceptionsOfRun,
  findBillingRun,
  invoicesOfRun,
  listBillingRuns,
  merchantsOfRun,
  type BillingRunRow,
} from '../../../db/billing/billing-runs.read.ts';
import type { TenantTransaction } from '../../../db/database.ts';
import { billingCommands, billingRunView } from '../../../queues/billing/billing.ts';
import { choice, date, uuid } from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint, type StreamCall } from '../../http/endpoint.ts';
import { existing, pageOf } from '../../http/reads.ts';
import { numberedQuery, pagedQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const path = '/api/accounting/billing/runs';
const zeroId = '00000000-0000-0000-0000-000000000000';
const merchantsShownMax = 1000;
const invoicesShownMax = 1000;
const progressEveryMs = 500;

const isOver = ({ status }: BillingRunRow): boolean => status !== 'queued' && status !== 'running';

function facts(row: BillingRunRow) {
  const total = Number(row.activity_total);
  const done = Number(row.activity_done);
  const progress =
    isOver(row) && row.status.startsWith('completed') ? 1 : total === 0 ? 0 : Math.min(done / total, 1);
  return { ...row, progress: Math.round(progress * 1000) / 1000 };
}

const show = (row: BillingRunRow) => present(billingRunView, facts(row));

async function detailed(tx: TenantTransaction, id: string, page: { page: number; page_size: number }) {
  const found = existing('billing run', await findBillingRun(tx, id));
  const merchants = await merchantsOfRun(tx, id, merchantsShownMax);
  const exceptions = await exceptionsOfRun(tx, id, page);
  const invoices = await invoicesOfRun(tx, id, invoicesShownMax);
  return present(billingRunView, {
    ...facts(found),
    merchants,
    exceptions: exceptions.map((one) => ({ ...one, rule_id: one.rule_id === zeroId ? null : one.rule_id })),
    invoices,
  });
}

async function started({ tx }: Call, { id }: { id: string; existing: boolean }) {
  return show((await findBillingRun(tx, id))!);
}

/** Sends the run whenever it has progressed, and ends when it is finished. */
async function watch(call: StreamCall): Promise<() => void> {
  const id = call.params['id']!;
  const read = () => call.read((tx) => findBillingRun(tx, id));
  const first = existing('billing run', await read());
  let sent = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const sendRun = (run: BillingRunRow): void => {
    const shown = JSON.stringify(show(run));
    if (shown !== sent) call.send({ event: isOver(run) ? 'finished' : 'progress', json: shown });
    sent = shown;
    if (isOver(run)) call.end();
    else if (!isStopped) timer = setTimeout(again, progressEveryMs);
  };
  const again = (): void => {
    // If the database is briefly unreachable the stream ends; the reader opens it again.
    read().then(
      (run) => (run ? sendRun(run) : call.end()),
      () => call.end(),
    );
  };
  sendRun(first);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

export const billingRunEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Billing runs, newest first',
    permission: 'accounting.view',
    query: pagedQuery({
      status: choice(...billingRunStatuses),
      mode: choice('preview', 'draft'),
      merchant_id: uuid(),
      period_from: date(),
      period_to: date(),
    }),
    returns: billingRunView,
    run: pageOf(listBillingRuns, show),
  }),
  command({
    path,
    summary: 'Start a billing run; answers at once with its record',
    description:
      'period_start and period_end are inclusive. If a run with the same scope is open, it is returned with meta.existing; a failed one is resumed. mode preview stores nothing and compares with what is already charged; rate_sheet_id tries out a rate sheet, even a draft. Charges in a foreign currency need its rate to be invoiced: without it the run fails, and the same request with rates resumes it. {run_id, action: cancel} cancels a run.',
    permission: 'billing.run',
    command: billingCommands.startBillingRun,
    respondWith: started,
    responseMeta: ({ existing }) => (existing ? { meta: { existing } } : {}),
    returns: billingRunView,
    status: 202,
  }),
  query({
    path: `${path}/{id}`,
    summary:
      'A billing run with its merchants, exceptions (paged) and invoices; as text/event-stream its progress',
    permission: 'accounting.view',
    query: numberedQuery({}),
    returns: billingRunView,
    stream: watch,
    run: ({ tx, params, query: page }) => detailed(tx, params['id']!, page),
  }),
];
