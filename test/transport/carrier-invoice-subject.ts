/** Carriers' invoices for the test that walks all state machines. */
import { repeats, verbsOf, type Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newAccount } from '../parcels/parcels-rig.ts';

export function carrierInvoiceSubject({ client, standard }: Platform): Subject {
  const { create, post } = verbsOf(client);
  const path = '/api/tms/carrier-invoices';
  let serial = 0;
  let account: Promise<{ id: string }> | undefined;
  return {
    table: 'carrier_invoices',
    column: 'state',
    make: async () => {
      account ??= newAccount(client, 'http://127.0.0.1:9');
      return create(path, {
        account_id: (await account).id,
        carrier_id: standard.carrierId,
        invoice_no: `WALK-${(serial += 1)}`,
        invoice_date: '2026-11-20',
        currency: 'USD',
        total: 1,
        lines: [{ tracking_no: '1Z', charge_code: 'FRT', amount: 1 }],
      });
    },
    ask: {
      match: (id) => post(`${path}/${id}/match`, {}),
      bill: (id) => post(`${path}/${id}/bill`, {}),
      dispute: (id) => post(`${path}/${id}/dispute`, { reason: 'Too much.' }),
      cancel: (id) => post(`${path}/${id}/cancel`, { reason: 'Taken in wrongly.' }),
    },
    otherwise: repeats({ bill: 'billed', dispute: 'disputed', cancel: 'cancelled' }),
  };
}
