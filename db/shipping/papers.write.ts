/** Freezes what shipping documents say. Nothing is drawn here: the bytes are made when somebody first asks for them. */
import { newId } from '../../domain/new-id.ts';
import type { CommercialInvoiceFacts } from '../../domain/shipping/paper-facts.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, values, type SqlText } from '../sql-text.ts';
import { billOfLadingFacts, packingListFacts } from './paper-facts.ts';

/**
 * Keeps what the packing lists of those of these shipments say that have left, each once. Returns the shipments whose
 * list is new, and whether each meets a condition on its row of `documents`, which costs no statement of its own.
 */
export async function freezePackingLists(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
  condition: SqlText,
): Promise<ReadonlyMap<string, boolean>> {
  if (shipmentIds.length === 0) return new Map();
  const frozen = await rows<{ subject_id: string; is_met: boolean }>(
    tx,
    sql`insert into documents (organization_id, id, kind, document_no, subject_type, subject_id, merchant_id, facts)
     select s.organization_id, n.id, 'packing_list', s.shipment_no, 'shipment', s.id, s.merchant_id, to_jsonb(f)
       from unnest(${shipmentIds.map(() => newId())}::uuid[], ${[...shipmentIds]}::uuid[]) as n (id, shipment_id)
       join wms_shipments s on s.organization_id = ${tx.organizationId} and s.id = n.shipment_id
      cross join lateral (${packingListFacts}) f
      where s.status in ('shipped', 'delivered')
      order by n.id
     on conflict (organization_id, kind, subject_id) do nothing returning subject_id, ${condition} as is_met`,
  );
  return new Map(frozen.map(({ subject_id: id, is_met: isMet }) => [id, isMet]));
}

/** The same of the bill of lading of a load that has left. */
export async function freezeBillOfLading(tx: TenantTransaction, loadId: string): Promise<void> {
  await rows(
    tx,
    sql`insert into documents (organization_id, id, kind, document_no, subject_type, subject_id, merchant_id, facts)
     select d.organization_id, ${newId()}, 'bill_of_lading', d.bol_number, 'load', d.id,
            -- Nobody's when it concerns several merchants.
            (select case when count(distinct j.merchant_id) = 1 then (array_agg(j.merchant_id))[1] end from load_shipments j
              where j.organization_id = d.organization_id and j.load_id = d.id),
            to_jsonb(f)
       from loads d cross join lateral (${billOfLadingFacts}) f
      where d.organization_id = ${tx.organizationId} and d.id = ${loadId} and d.status = 'shipped'
     on conflict (organization_id, kind, subject_id) do nothing`,
  );
}

/** The same of the commercial invoice of a declaration to customs, when it is made. */
export async function freezeCommercialInvoice(
  tx: TenantTransaction,
  { id, document_no, merchant_id }: { id: string; document_no: string; merchant_id: string },
  facts: CommercialInvoiceFacts,
): Promise<void> {
  const document = {
    organization_id: tx.organizationId,
    id: newId(),
    kind: 'commercial_invoice',
    document_no,
    subject_type: 'customs_declaration',
    subject_id: id,
    merchant_id,
    facts: JSON.stringify(facts),
  };
  await execute(tx, sql`insert into documents ${values(document)}`);
}
