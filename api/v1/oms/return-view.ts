/** v1: how a return is shown. */
import { findReturn, type ReturnDetail, type ReturnRow } from '../../../db/returns/returns.read.ts';
import { decimal, zero } from '../../../domain/decimal.ts';
import { dispositionKinds, grades } from '../../../domain/returns/dispositions.ts';
import { returnKinds, returnStatuses, wantedOutcomes } from '../../../domain/returns/return-states.ts';
import * as s from '../../../queues/schema.ts';
import { warnings } from '../../../queues/warnings.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: s.uuid(),
  return_no: s.freeText(),
  status: s.choice(...returnStatuses),
  kind: s.choice(...returnKinds),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.freeText()),
  shipment_id: s.nullable(s.uuid()),
  receipt_id: s.nullable(s.uuid()),
  receipt_no: s.nullable(s.freeText()),
  replacement_order_id: s.nullable(s.uuid()),
  channel_return_no: s.nullable(s.freeText()),
  expires_on: s.nullable(s.date()),
  note: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  authorized_at: s.nullable(s.instant()),
  disposed_at: s.nullable(s.instant()),
  closed_at: s.nullable(s.instant()),
};

export const returnRowView = s.object(fields);

export const returnView = s.object({
  ...fields,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      sku: s.freeText(),
      name: s.freeText(),
      order_line_id: s.nullable(s.uuid()),
      reason_code: s.freeText(),
      wanted: s.choice(...wantedOutcomes),
      lot_no: s.nullable(s.freeText()),
      serial_nos: s.listOf(s.freeText()),
      qty: s.qty(),
      qty_received: s.qty(),
      qty_inspected: s.qty(),
      qty_disposed: s.qty(),
      qty_credited: s.qty(),
    }),
  ),
  outcomes: s.described(
    s.listOf(
      s.object({
        return_line_id: s.uuid(),
        sku: s.freeText(),
        qty: s.qty(),
        grade: s.choice(...grades),
        disposition: s.described(s.nullable(s.choice(...dispositionKinds)), 'Null: they wait on hold.'),
        serial_nos: s.listOf(s.freeText()),
      }),
    ),
    'What was found of the units, and what became of them.',
  ),
  warnings: s.described(
    warnings(),
    'Lots that it names, or that came in, and did not leave with the order line.',
  ),
});

export const showReturnRow = (row: ReturnRow) => present(returnRowView, row);

/** A return with its lines and what became of them. Refuses 404. */
export async function returnDetail({ tx }: Pick<Call, 'tx'>, { id }: { id: string }) {
  const found = existing('return', await findReturn(tx, id));
  return present(returnView, {
    ...found,
    lines: found.lines.map((line) => ({
      ...line,
      name: line.item_name,
      qty_received: line.received_qty,
      qty_inspected: line.inspected_qty,
      qty_disposed: line.disposed_qty,
      qty_credited: line.credited_qty,
    })),
    outcomes: outcomesOf(found),
  });
}

function outcomesOf({ lines, inspections, dispositions }: ReturnDetail) {
  const skus = new Map(lines.map(({ id, sku }) => [id, sku]));
  return inspections.flatMap(({ id, return_line_id, grade, qty, disposed_qty: disposed, serial_nos }) => {
    const of = { return_line_id, sku: skus.get(return_line_id)!, grade };
    const decided = dispositions.filter((one) => one.inspection_id === id);
    const gone = new Set(decided.flatMap((one) => one.serial_nos));
    const left = decimal(qty).minus(decimal(disposed));
    return [
      ...decided.map((one) => ({ ...of, qty: one.qty, disposition: one.kind, serial_nos: one.serial_nos })),
      ...(left.gt(zero)
        ? [
            {
              ...of,
              qty: left,
              disposition: null,
              serial_nos: serial_nos.filter((serial) => !gone.has(serial)),
            },
          ]
        : []),
    ];
  });
}
