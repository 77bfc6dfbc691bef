/** Lots that returned units are said to be of, and did not leave with their order line. Units without a lot leave it open. */
import { warningOf, type Refusal, type Warning } from '../../domain/refusal.ts';
import { arrivalTypes } from '../../domain/receiving/arrival.ts';
import { lotNotShipped, type LotNotShipped } from '../../domain/returns/return-limits.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { readOrganization } from '../tenancy/organizations.read.ts';

export interface NamedLot {
  order_line_id: string;
  lot_no: string;
}

/** Of lots that are named for order lines. Refuses 409 LOT_NOT_SHIPPED under `strict_lots`; else says what to warn of. */
export async function assertLotsShipped(
  tx: TenantTransaction,
  named: readonly NamedLot[],
): Promise<Warning[]> {
  if (named.length === 0) return [];
  const asked = sql`select * from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as x (order_line_id uuid, lot_no text)`;
  const refusals = await refusalsOf(tx, asked);
  const [first] = refusals;
  if (first && (await readOrganization(tx)).strict_lots) throw first;
  return refusals.map(warningOf);
}

/** What a return warns of: the lots that it names, and those its units came in as. */
export async function lotWarnings(tx: TenantTransaction, returnId: string): Promise<Warning[]> {
  const lines = sql`return_lines l
    where l.organization_id = ${tx.organizationId} and l.return_id = ${returnId} and l.order_line_id is not null`;
  const named = sql`
    select l.order_line_id, l.lot_no from ${lines} and l.lot_no is not null
    union
    select l.order_line_id, e.lot_no
      from (select * from ${lines}) l
      join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
      join inventory_ledger e on e.organization_id = l.organization_id and e.ref_id = c.receipt_id
       and e.ref_line_id = c.id and e.item_id = l.item_id
       and e.transaction_type = any (${[...arrivalTypes, 'reverse']}::text[]) and e.lot_no <> ''
     group by l.order_line_id, e.lot_no having sum(e.qty_delta) > 0`;
  return (await refusalsOf(tx, named)).map(warningOf);
}

const lotsShown = 20;

async function refusalsOf(tx: TenantTransaction, named: SqlText): Promise<Refusal[]> {
  const found = await rows<LotNotShipped>(
    tx,
    sql`select n.order_line_id, n.lot_no, shipped.lots[1:${lotsShown}] as shipped_lots
          from (${named}) n
          cross join lateral (
            select array_agg(distinct a.lot_no order by a.lot_no) as lots
              from wms_shipment_lines s
              join allocations a on a.organization_id = s.organization_id and a.shipment_line_id = s.id
               and a.status = 'shipped'
             where s.organization_id = ${tx.organizationId} and s.order_line_id = n.order_line_id) shipped
         where n.lot_no <> all (shipped.lots) and '' <> all (shipped.lots)
         order by n.order_line_id, n.lot_no`,
  );
  return found.map(lotNotShipped);
}
