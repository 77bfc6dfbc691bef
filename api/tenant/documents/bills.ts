/** Bills, vendor credits and their payments. State changes are PATCH {action}. */
import { findBill, listBills } from '../../../db/documents/bills.read.ts';
import { findPayment, listPayments } from '../../../db/documents/payments.read.ts';
import { billCommands } from '../../../queues/documents/bills.ts';
import { paymentCommands } from '../../../queues/documents/payments.ts';
import { date, flag, object, uuid } from '../../../queues/schema.ts';
import { actions, command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, pageOf, shownPage } from '../../http/reads.ts';
import { pagedQuery, queryFlag, searchText } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { billKind, billRowView, billType, billView } from './bill-view.ts';
import { documentStatus } from './document-view.ts';
import { paymentFields, paymentView, settlementView } from './payment-view.ts';

const path = '/api/accounting/bills';

const readBill = async ({ tx }: Call, id: string) => existing('bill', await findBill(tx, id));

const bill = async (call: Call, { id }: { id: string }) => present(billView, await readBill(call, id));

const billPaymentView = object({ ...paymentFields, bill: settlementView });

async function payment(call: Call, { id, payment_id: paymentId }: { id: string; payment_id: string }) {
  const { tx } = call;
  const found = existing('payment', await findPayment(tx, 'bill', id, paymentId));
  const after = await readBill(call, id);
  return present(billPaymentView, { ...found, bill: { ...after, no: after.bill_no } });
}

export const billEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Bills and vendor credits, newest first',
    permission: 'accounting.view',
    query: pagedQuery({
      q: searchText(100),
      status: documentStatus(),
      kind: billKind(),
      bill_type: billType(),
      vendor_id: uuid(),
      carrier_id: uuid(),
      load_id: uuid(),
      tms_order_id: uuid(),
      purchase_order_id: uuid(),
      overdue: queryFlag(),
      date_from: date(),
      date_to: date(),
    }),
    returns: billRowView,
    run: pageOf(listBills, shownAs(billRowView)),
  }),
  create({
    path,
    summary: 'Create a draft bill or vendor credit',
    description:
      'Exactly one of vendor_id and carrier_id. A vendor bill number that was already entered: 409 DUPLICATE_VENDOR_BILL.',
    permission: 'bills.write',
    command: billCommands.createBill,
    respondWith: bill,
    returns: billView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One bill with its lines and splits',
    permission: 'accounting.view',
    returns: billView,
    run: byId(bill),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Change, approve or void a bill',
    permission: 'bills.write',
    pathToInput: { id: 'bill_id' },
    actions: {
      approve: { command: billCommands.approveBill, permission: 'bills.approve' },
      void: { command: billCommands.voidBill, permission: 'bills.approve' },
    },
    edit: { command: billCommands.updateBill, permission: 'bills.write' },
    respondWith: bill,
    returns: billView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a draft; an approved bill is voided instead',
    permission: 'bills.write',
    command: billCommands.deleteBill,
    pathToInput: { id: 'bill_id' },
    returns: object({ id: uuid(), deleted: flag() }),
  }),
  list({
    path: `${path}/{id}/payments`,
    summary: 'What was applied to a bill, and what a vendor credit was used on',
    permission: 'accounting.view',
    query: pagedQuery({}),
    returns: paymentView,
    run: async (call) => {
      const { tx, params, query: page } = call;
      const { id } = await readBill(call, params['id']!);
      return shownPage(await listPayments(tx, 'bill', id, page), shownAs(paymentView));
    },
  }),
  create({
    path: `${path}/{id}/payments`,
    summary: 'Record a payment, apply or refund a vendor credit, or reverse a payment',
    description:
      'method and amount are required, unless reverses_payment_id names a payment to reverse. More than is due: 400 AMOUNT_EXCEEDS_DUE.',
    permission: 'payments.record',
    command: paymentCommands.recordBillPayment,
    pathToInput: { id: 'bill_id' },
    respondWith: payment,
    returns: billPaymentView,
  }),
];
