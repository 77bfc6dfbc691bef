/** The accounting records that have a state machine. */
import { finished } from '../billing/billing-rig.ts';
import { accountsByCode } from '../journal/books.ts';
import { verbsOf, type Ask, type Subject } from './machine-asks.ts';
import { everyPermission, type Platform } from './join-platform.ts';

type Book = 'invoice' | 'bill' | 'rate_sheet' | 'billing_run';

export async function bookSubjects(platform: Platform): Promise<Readonly<Record<Book, Subject>>> {
  const { client, standard } = platform;
  const { create, acts, edit } = verbsOf(client);
  const threePl = await platform.clientWith(platform.threePl, everyPermission);
  const accounts = await accountsByCode(client);
  let serial = 0;
  const dayOf = (count: number): string => new Date(Date.UTC(2026, 0, count)).toISOString().slice(0, 10);
  const nextDay = (): string => dayOf((serial += 1));
  const invoices = '/api/accounting/invoices';
  const bills = '/api/accounting/bills';
  const money = [{ description: 'Storage', quantity: 1, unit_price: 10, account_id: accounts['4000'] }];
  const cost = [{ description: 'Rent', quantity: 1, unit_cost: 10 }];
  const sheets = '/api/accounting/billing/rate-sheets';
  const runs = '/api/accounting/billing/runs';
  const remove =
    (path: string): Ask =>
    (id) =>
      client.delete(`${path}/${id}`);
  return {
    invoice: {
      table: 'invoices',
      column: 'status',
      make: () => create(invoices, { customer_id: standard.customerId, lines: money }),
      ask: {
        ...acts(invoices, { issue: {}, void: { reason: 'wrong' } }),
        edit: edit(invoices, { notes: 'changed' }),
        delete: remove(invoices),
      },
    },
    bill: {
      table: 'bills',
      column: 'status',
      make: () => create(bills, { vendor_id: standard.vendorId, lines: cost }),
      ask: {
        ...acts(bills, { approve: {}, void: { reason: 'wrong' } }),
        edit: edit(bills, { notes: 'changed' }),
        delete: remove(bills),
      },
    },
    rate_sheet: {
      table: 'rate_sheets',
      column: 'status',
      make: () =>
        create(sheets, {
          code: `RS-${(serial += 1)}`,
          name: 'Rates',
          currency: 'USD',
          // A day of its own, because two active sheets may not overlap.
          effective_from: nextDay(),
          effective_to: dayOf(serial),
          lines: [],
        }),
      ask: acts(sheets, { activate: {}, archive: {} }),
    },
    billing_run: {
      table: 'billing_runs',
      column: 'status',
      // A run for a day of its own, which finishes before its state is set: otherwise it would go on by itself.
      make: async () => {
        const day = nextDay();
        const { id } = (await threePl.post(runs, { period_start: day, period_end: day })).body.data;
        await finished(threePl, id);
        return id;
      },
      ask: { cancel: (id) => threePl.post(runs, { run_id: id, action: 'cancel' }) },
    },
  };
}
