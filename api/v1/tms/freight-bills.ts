/** v1: freight bills with each merchant's share. */
import {
  findFreightBill,
  freightBillSorts,
  listFreightBills,
  type FreightBillRow,
} from '../../../db/transport/freight-bills.read.ts';
import {
  choice,
  date,
  decimalNumber,
  described,
  freeText,
  instant,
  listOf,
  money,
  nullable,
  object,
  uuid,
} from '../../../queues/schema.ts';
import { transportCommands } from '../../../queues/transport/transport.ts';
import { command, list, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed } from '../names.ts';

const path = '/v1/tms/freight-bills';
const billStatuses = ['draft', 'open', 'partially_paid', 'paid', 'void'] as const;

const billView = object({
  id: uuid(),
  bill_no: described(nullable(freeText()), 'Assigned when accounting approves it.'),
  vendor_bill_no: nullable(freeText()),
  status: choice(...billStatuses),
  carrier_id: uuid(),
  carrier: freeText(),
  order_id: nullable(uuid()),
  transport_no: nullable(freeText()),
  load_id: nullable(uuid()),
  currency: freeText(),
  bill_date: date(),
  due_date: date(),
  expected_total: described(nullable(money()), 'The agreed rate.'),
  total: money(),
  amount_due: money(),
  split_basis: nullable(freeText()),
  splits: described(
    listOf(
      object({
        merchant_id: uuid(),
        basis_qty: decimalNumber({ places: 6, below: 1e12 }),
        share: decimalNumber({ places: 10, below: 10 }),
        amount: money(),
        rebill_status: choice('pending', 'charged', 'not_rebillable'),
      }),
    ),
    'The parts by merchant, exact to the cent, with the basis they were split on.',
  ),
  created_at: instant(),
  updated_at: instant(),
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
      { status: choice(...billStatuses), carrier_id: idOrCode(), order_id: uuid(), load_id: uuid() },
      Object.keys(freightBillSorts),
    ),
    returns: billView,
    run: (call) => listed(call, listFreightBills, showBill),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Draft the freight bill of a transport order, split over its merchants',
    description:
      'By weight unless another basis is requested. Once approved in accounting, the billing run charges the parts to the merchants.',
    permission: 'tms.manage',
    command: transportCommands.billFreight,
    respondWith: billDetail,
    returns: billView,
    status: 201,
  }),
];
