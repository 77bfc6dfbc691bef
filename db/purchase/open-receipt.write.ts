/** On which receipt of its order the goods of an arriving ASN are counted. */
import { isOneOf } from '../state-columns.ts';
import { receivableStates } from '../../domain/receiving/receipt-states.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readAsnLines } from './asns.read.ts';
import type { LockedAsn } from './asns.write.ts';
import { lockPurchaseOrder } from './orders.write.ts';

/**
 * The newest open receipt of the order that expects goods of the ASN which no other ASN on it has announced. If none
 * does, but the order has more of them to expect, undefined: they need a receipt of their own, or whoever counts them
 * is refused. If everything ordered is expected already, the newest open one: more than was ordered is not expected
 * because it was announced. The caller holds the order locked.
 */
export async function openReceiptFor(tx: TenantTransaction, asn: LockedAsn): Promise<string | undefined> {
  if (asn.po_id === null) return undefined;
  const open = await rows<{ id: string; expects_it: boolean }>(
    tx,
    sql`with coming as (
          select distinct item_id from asn_lines where organization_id = ${tx.organizationId} and asn_id = ${asn.id})
        select r.id,
               -- Blind, or with a blind line of it: it takes whatever comes.
               not exists (select from inbound_receipt_lines l
                            where l.organization_id = r.organization_id and l.receipt_id = r.id)
               or exists (select from coming n
                           where exists (select from inbound_receipt_lines l
                                          where l.organization_id = r.organization_id and l.receipt_id = r.id
                                            and l.item_id = n.item_id and l.expected_qty is null)
                              or coalesce((select sum(l.expected_qty * l.uom_factor) from inbound_receipt_lines l
                                            where l.organization_id = r.organization_id and l.receipt_id = r.id
                                              and l.item_id = n.item_id), 0)
                               > coalesce((select sum(m.qty * m.uom_factor)
                                             from asns o
                                             join asn_lines m on m.organization_id = o.organization_id and m.asn_id = o.id
                                            where o.organization_id = r.organization_id and o.receipt_id = r.id
                                              and o.status <> 'cancelled' and m.item_id = n.item_id), 0)) as expects_it
          from inbound_receipts r
         where r.organization_id = ${tx.organizationId} and r.source_type = 'purchase' and r.source_id = ${asn.po_id}
           and ${isOneOf('r.status', receivableStates)}
         order by r.created_at desc, r.id desc`,
  );
  const expecting = open.find(({ expects_it: isExpecting }) => isExpecting);
  if (expecting) return expecting.id;
  return (await hasMoreToExpect(tx, asn)) ? undefined : open[0]?.id;
}

/** Whether goods of the ASN are ordered, not received, and on no receipt. */
async function hasMoreToExpect(tx: TenantTransaction, { id, po_id: orderId }: LockedAsn): Promise<boolean> {
  const coming = new Set((await readAsnLines(tx, id)).map(({ item_id: item }) => item));
  const { lines } = await lockPurchaseOrder(tx, orderId!);
  return lines.some(
    ({ item_id: item, ordered_base, received_base, expected_base }) =>
      coming.has(item) &&
      decimal(ordered_base).minus(decimal(received_base)).minus(decimal(expected_base)).gt(zero),
  );
}
