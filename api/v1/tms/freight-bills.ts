/** v1: freight bills with each merchant's share. */
import {
  findFreightBill,
  freightBillSorts,
  listFreightBills,
  type FreightBillRow,
} from '../../../db/transport/freight-bills.read.ts';
import * as s from '../../../queues/schema.ts';
import { transportCommands } from '../../../queues/transport/transport.ts';
import { create, list, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed } from '../names.ts';

const path = '/v1/tms/freight-bills';
const billStatuses = ['draft', 'open', 'partially_paid', 'paid', 'void'] as const;

const billView = s.object({
  id: s.uuid(),
  bill_no: s.nullable(s.freeText(), 'Assigned when accounting approves it.'),
  vendor_bill_no: s.nullable(s.freeText()),
  status: s.choice(...billStatuses),
  carrier_id: s.uuid(),
  carrier: s.freeText(),
  order_id: s.nullable(s.uuid()),
  transport_no: s.nullable(s.freeText()),
  load_id: s.nullable(s.uuid()),
  currency: s.freeText(),
  bill_date: s.date(),
  due_date: s.date(),
  expected_total: s.nullable(s.money(), 'The agreed rate.'),
  total: s.money(),
  amount_due: s.money(),
  split_basis: s.nullable(s.freeText()),
  splits: s.described(
    s.listOf(
      s.object({
        merchant_id: s.uuid(),
        basis_qty: s.decimalNumber({ places: 6, below: 1e12 }),
        share: s.decimalNumber({ places: 10, below: 1e15 }),
        amount: s.money(),
        rebill_status: s.choice('pending', 'charged', 'not_rebillable'),
      }),
    ),
    'The parts by merchant, exact to the cent, with the basis they were split on.',
  ),
  created_at: s.instant(),
  updated_at: s.instant(),
});

function showBill(row: FreightBillRow) {
  return present(billView, row);
}

const billDetail = oneOf('freight bill', findFreightBill, showBill);

export const freightBillEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: "Freight bills with each merchant's part, newest first",
    permission: 'tms.view',
    query: v1Query(
      { status: s.choice(...billStatuses), carrier_id: idOrCode(), order_id: s.uuid(), load_id: s.uuid() },
      Object.keys(freightBillSorts),
    ),
    returns: billView,
    run: (call) => listed(call, listFreightBills, showBill),
  }),
  create({
    path,
    summary: 'Draft the freight bill of a transport order, split over its merchants',
    description:
      'By weight unless another basis is requested. Once approved in accounting, the billing run charges the parts to the merchants.',
    permission: 'tms.manage',
    command: transportCommands.billFreight,
    respondWith: billDetail,
    returns: billView,
  }),
];
