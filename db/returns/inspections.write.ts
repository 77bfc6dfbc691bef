/** Writes inspections and dispositions, and reads what they may still cover under the return's lock. */
import { arrivalTypes } from '../../domain/receiving/arrival.ts';
import type { DispositionKind } from '../../domain/returns/dispositions.ts';
import type { Standing } from '../../domain/returns/return-limits.ts';
import type { ReturnTerms } from '../../domain/returns/return-rules.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isInForce } from './came-back.ts';

export interface LineToInspect {
  id: string;
  item_id: string;
  order_line_id: string | null;
  serial_tracked: boolean;
  item_class: string;
  reason_code: string;
  terms: ReturnTerms;
  received: string;
  inspected: string;
}

/** A line of a locked return, with what was received and inspected. */
export function lineToInspect(
  tx: TenantTransaction,
  returnId: string,
  lineId: string,
): Promise<LineToInspect | undefined> {
  return row<LineToInspect>(
    tx,
    sql`select l.id, l.item_id, l.order_line_id, i.serial_tracked, i.item_class, l.reason_code,
               jsonb_build_object('rule_id', l.rule_id, 'inspect', l.inspect, 'disposition', l.disposition,
                 'credit_percent', l.credit_percent::text, 'restocking_fee', l.restocking_fee::text,
                 'fee_item_id', l.fee_item_id, 'replace_at', l.replace_at) as terms,
               coalesce(c.received_qty + c.damaged_qty, 0) as received,
               coalesce((select sum(x.qty) from inspections x
                          where x.organization_id = l.organization_id and x.return_line_id = l.id), 0) as inspected
          from return_lines l
          join items i on i.organization_id = l.organization_id and i.id = l.item_id
          left join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
         where l.organization_id = ${tx.organizationId} and l.return_id = ${returnId} and l.id = ${lineId}`,
  );
}

/** Those of the serials that were not received on the return, or are inspected already, on whichever of its lines. */
export async function serialsNotToInspect(
  tx: TenantTransaction,
  returnId: string,
  line: { item_id: string },
  serials: readonly string[],
): Promise<string[]> {
  const found = await rows<{ serial_no: string }>(
    tx,
    sql`select asked.serial_no from unnest(${[...serials]}::text[]) as asked (serial_no)
         where not exists (select from serials x
                             join inbound_receipts r on r.organization_id = x.organization_id and r.id = x.receipt_id
                            where x.organization_id = ${tx.organizationId} and x.item_id = ${line.item_id}
                              and x.serial_no = asked.serial_no and x.state = 'in_stock' and r.return_id = ${returnId})
            or exists (select from inspections i
                         join return_lines l on l.organization_id = i.organization_id and l.id = i.return_line_id
                        where i.organization_id = ${tx.organizationId} and l.return_id = ${returnId}
                          and l.item_id = ${line.item_id} and asked.serial_no = any (i.serial_nos))
         order by asked.serial_no`,
  );
  return found.map(({ serial_no: serial }) => serial);
}

export interface NewInspection {
  id: string;
  return_line_id: string;
  merchant_id: string;
  qty: number;
  sampled_qty: number;
  terms: ReturnTerms;
  serial_nos: readonly string[];
  grade: string;
  defects: readonly string[];
  note: string;
  minutes: number | null;
  inspected_by: string;
}

export async function insertInspection(tx: TenantTransaction, one: NewInspection): Promise<void> {
  await execute(
    tx,
    sql`insert into inspections (organization_id, id, return_line_id, merchant_id, qty, sampled_qty, rule_id, disposition, credit_percent,
               restocking_fee, fee_item_id, serial_nos, grade, defects, note, minutes, inspected_by)
        values (${tx.organizationId}, ${one.id}, ${one.return_line_id}, ${one.merchant_id}, ${one.qty}, ${one.sampled_qty},
               ${one.terms.rule_id}, ${one.terms.disposition}, ${one.terms.credit_percent}, ${one.terms.restocking_fee},
               ${one.terms.fee_item_id}, ${[...one.serial_nos]}::text[], ${one.grade}, ${[...one.defects]}::text[], ${one.note}, ${one.minutes},
               ${one.inspected_by})`,
  );
}

export interface InspectionToDispose {
  id: string;
  return_line_id: string;
  item_id: string;
  order_line_id: string | null;
  lot_no: string | null;
  /** Why the customer sent them back. */
  reason_code: string;
  /** Whether they are replaced now that it is decided what becomes of them. */
  is_replaced: boolean;
  disposition: DispositionKind | null;
  /** Whom its rule sends units back to. */
  vendor_id: string | null;
  qty: string;
  disposed: string;
  /** Its serials that nothing has become of yet. */
  serials_left: string[];
}

/** An inspection of a locked return, with what has become of it. */
export function inspectionToDispose(
  tx: TenantTransaction,
  returnId: string,
  inspectionId: string,
): Promise<InspectionToDispose | undefined> {
  return row<InspectionToDispose>(
    tx,
    sql`select i.id, i.return_line_id, l.item_id, l.order_line_id, l.lot_no, l.reason_code,
               l.wanted = 'replace' and l.replace_at = 'disposal' as is_replaced, i.disposition, i.qty, coalesce(sum(d.qty), 0) as disposed,
               (select v.id from return_rules u
                  join vendors v on v.organization_id = u.organization_id and v.id = u.vendor_id
                   and (v.merchant_id is null or v.merchant_id = l.merchant_id)
                 where u.organization_id = i.organization_id and u.id = i.rule_id) as vendor_id,
               array(select s from unnest(i.serial_nos) s
                      where not exists (select from dispositions x
                                         where x.organization_id = i.organization_id and x.inspection_id = i.id
                                           and s = any (x.serial_nos) and ${isInForce('x')}) order by s) as serials_left
          from inspections i
          join return_lines l on l.organization_id = i.organization_id and l.id = i.return_line_id
          left join dispositions d on d.organization_id = i.organization_id and d.inspection_id = i.id
           and ${isInForce('d')}
         where i.organization_id = ${tx.organizationId} and i.id = ${inspectionId} and l.return_id = ${returnId}
         group by i.organization_id, i.id, l.organization_id, l.id`,
  );
}

export interface NewDisposition {
  id: string;
  inspection_id: string;
  return_line_id: string;
  merchant_id: string;
  qty: string;
  serial_nos: readonly string[];
  kind: string;
  to_item_id: string | null;
  /** As what the units stood until then. */
  lot_no: string;
  stock_status: 'hold' | 'damaged';
  reason_code: string | null;
  note: string;
  ledger_entry_ids: readonly string[];
  disposed_by: string;
}

/** Records it. Its return expects its serials no longer: they may be sold and returned again. */
export async function insertDisposition(tx: TenantTransaction, one: NewDisposition): Promise<void> {
  await execute(
    tx,
    sql`insert into dispositions (organization_id, id, inspection_id, return_line_id, merchant_id, qty, serial_nos, kind,
               to_item_id, lot_no, stock_status, reason_code, note, disposed_by)
        values (${tx.organizationId}, ${one.id}, ${one.inspection_id}, ${one.return_line_id}, ${one.merchant_id}, ${one.qty},
               ${[...one.serial_nos]}::text[], ${one.kind}, ${one.to_item_id}, ${one.lot_no}, ${one.stock_status}, ${one.reason_code}, ${one.note},
               ${one.disposed_by})`,
  );
  if (one.serial_nos.length > 0) await endUnits(tx, one);
  if (one.ledger_entry_ids.length === 0) return;
  await execute(
    tx,
    sql`insert into disposition_entries (organization_id, disposition_id, entry_id, merchant_id)
        select ${tx.organizationId}::uuid, ${one.id}::uuid, entry_id, ${one.merchant_id}::uuid
          from unnest(${[...one.ledger_entry_ids]}::uuid[]) as e (entry_id)`,
  );
}

async function endUnits(
  tx: TenantTransaction,
  { return_line_id, serial_nos }: Pick<NewDisposition, 'return_line_id' | 'serial_nos'>,
): Promise<void> {
  await execute(
    tx,
    sql`update return_units u set is_live = false
          from return_lines d
          join return_lines l on l.organization_id = d.organization_id and l.return_id = d.return_id and l.item_id = d.item_id
         where d.organization_id = ${tx.organizationId} and d.id = ${return_line_id}
           and u.organization_id = l.organization_id and u.return_line_id = l.id and u.is_live
           and u.serial_no = any (${[...serial_nos]}::text[])`,
  );
}

/**
 * As what the units of a line came in, less what was taken back and disposed of: by lot and status. What arrived is the
 * ledger's word.
 */
export function standingsOf(tx: TenantTransaction, lineId: string): Promise<Standing[]> {
  return rows<Standing>(
    tx,
    sql`select s.lot_no, s.stock_status, sum(s.qty) as qty
          from (select e.lot_no, e.status as stock_status, e.qty_delta as qty
                  from return_lines l
                  join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
                  join inventory_ledger e on e.organization_id = l.organization_id and e.ref_id = c.receipt_id
                   and e.ref_line_id = c.id and e.item_id = l.item_id
                   and e.transaction_type = any (${[...arrivalTypes, 'reverse']}::text[])
                 where l.organization_id = ${tx.organizationId} and l.id = ${lineId}
                union all
                select d.lot_no, d.stock_status, -d.qty from dispositions d
                 where d.organization_id = ${tx.organizationId} and d.return_line_id = ${lineId} and ${isInForce('d')}) s
         where s.stock_status in ('hold', 'damaged')
         group by s.lot_no, s.stock_status having sum(s.qty) <> 0 order by s.lot_no, s.stock_status`,
  );
}

/** How much of a return was received and disposed of, over all its lines. What nobody inspects is done as it comes in. */
export async function disposalOf(
  tx: TenantTransaction,
  returnId: string,
): Promise<{ received: string; disposed: string }> {
  const found = await row<{ received: string; disposed: string }>(
    tx,
    sql`select coalesce(sum(c.received_qty + c.damaged_qty), 0) as received,
               coalesce(sum(case l.inspect when 'never' then c.received_qty + c.damaged_qty else
                            (select sum(d.qty) from dispositions d
                              where d.organization_id = l.organization_id and d.return_line_id = l.id
                                and ${isInForce('d')}) end), 0) as disposed
          from return_lines l
          left join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
         where l.organization_id = ${tx.organizationId} and l.return_id = ${returnId}`,
  );
  return found!;
}
