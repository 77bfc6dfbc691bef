/** Writes advance shipping notices. */
import { isOneOf } from '../state-columns.ts';
import { expectedStates } from '../../domain/purchase/asn-states.ts';
import { newId } from '../../domain/new-id.ts';
import type { AsnStage, AsnStatus } from '../../domain/purchase/asn-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { asnStatus } from './asns.read.ts';

export interface NewAsn {
  id: string;
  asn_no: string;
  merchant_id: string;
  warehouse_id: string;
  po_id: string | null;
  vendor_id: string | null;
  receipt_id: string | null;
  eta: string | null;
  container_no: string | null;
  seal_no: string | null;
  carrier: string | null;
  tracking_no: string | null;
  bol_no: string | null;
  vendor_ref: string | null;
  note: string;
  created_by: string;
}

export interface NewAsnCarton {
  id: string;
  sscc: string;
  weight_kg: number | null;
}

export interface NewAsnLine {
  carton_id: string | null;
  item_id: string;
  qty: number;
  uom: string;
  uom_factor: string;
  lot_no: string | null;
  expiry_date: string | null;
}

/** Stores an ASN with its cartons and lines. Refuses 409 SSCC_IN_USE for a carton that is already on its way. */
export async function insertAsn(
  tx: TenantTransaction,
  asn: NewAsn,
  cartons: readonly NewAsnCarton[],
  lines: readonly NewAsnLine[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into asns (organization_id, id, asn_no, merchant_id, warehouse_id, po_id, vendor_id, receipt_id, eta,
               container_no, seal_no, carrier, tracking_no, bol_no, vendor_ref, note, created_by)
        values (${tx.organizationId}, ${asn.id}, ${asn.asn_no}, ${asn.merchant_id}, ${asn.warehouse_id}, ${asn.po_id},
               ${asn.vendor_id}, ${asn.receipt_id}, ${asn.eta}, ${asn.container_no}, ${asn.seal_no}, ${asn.carrier},
               ${asn.tracking_no}, ${asn.bol_no}, ${asn.vendor_ref}, ${asn.note}, ${asn.created_by})`,
  );
  await insertCartons(tx, asn, cartons);
  const stored = lines.map((line, index) => ({ ...line, id: newId(), line_no: index + 1 }));
  await execute(
    tx,
    sql`insert into asn_lines (organization_id, id, asn_id, merchant_id, line_no, carton_id, item_id, qty, uom, uom_factor,
               lot_no, expiry_date)
        select ${tx.organizationId}::uuid, id, ${asn.id}::uuid, ${asn.merchant_id}::uuid, line_no, carton_id, item_id, qty, uom,
               uom_factor, lot_no, expiry_date
          from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as l (id uuid, line_no integer, carton_id uuid,
               item_id uuid, qty numeric, uom text, uom_factor numeric, lot_no text, expiry_date date)`,
  );
  if (asn.eta !== null)
    await recordEta(tx, asn, {
      eta: asn.eta,
      previous: null,
      reason: 'announced',
      note: '',
      by: asn.created_by,
    });
}

/** In the order of their numbers, so that two notices of the same cartons wait for each other one way round. */
async function insertCartons(
  tx: TenantTransaction,
  asn: NewAsn,
  cartons: readonly NewAsnCarton[],
): Promise<void> {
  const numbered = cartons.map((carton, index) => ({ ...carton, carton_no: index + 1 }));
  const inserted = await rows<{ sscc: string }>(
    tx,
    sql`insert into asn_cartons (organization_id, id, asn_id, merchant_id, carton_no, sscc, weight_kg)
        select ${tx.organizationId}::uuid, id, ${asn.id}::uuid, ${asn.merchant_id}::uuid, carton_no, sscc, weight_kg
          from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
               as c (id uuid, carton_no integer, sscc text, weight_kg numeric) order by sscc
        on conflict (organization_id, merchant_id, sscc) where is_live do nothing returning sscc`,
  );
  if (inserted.length === cartons.length) return;
  const free = new Set(inserted.map(({ sscc }) => sscc));
  const taken = cartons.map(({ sscc }) => sscc).filter((sscc) => !free.has(sscc));
  const ssccs = taken.sort().slice(0, namedMax);
  throw new Refusal('SSCC_IN_USE', `Already announced: ${ssccs.join(', ')}.`, { ssccs });
}

const namedMax = 20;

interface EtaSaid {
  eta: string | null;
  previous: Date | null;
  reason: string;
  note: string;
  by: string;
}

async function recordEta(
  tx: TenantTransaction,
  asn: { id: string; merchant_id: string },
  { eta, previous, reason, note, by }: EtaSaid,
): Promise<void> {
  await execute(
    tx,
    sql`insert into asn_eta_changes (organization_id, id, asn_id, merchant_id, eta, previous_eta, reason, note, changed_by)
        values (${tx.organizationId}, ${newId()}, ${asn.id}, ${asn.merchant_id}, ${eta}, ${previous}, ${reason}, ${note}, ${by})`,
  );
}

/** Sets when an ASN is expected, and keeps the earlier dates. */
export async function setAsnEta(
  tx: TenantTransaction,
  asn: { id: string; merchant_id: string },
  said: EtaSaid,
): Promise<void> {
  await recordEta(tx, asn, said);
  await execute(
    tx,
    sql`update asns set eta = ${said.eta}, updated_at = now() where organization_id = ${tx.organizationId} and id = ${asn.id}`,
  );
}

export interface LockedAsn {
  id: string;
  asn_no: string;
  status: AsnStatus;
  stage: AsnStage;
  merchant_id: string;
  warehouse_id: string;
  po_id: string | null;
  vendor_id: string | null;
  receipt_id: string | null;
  eta: Date | null;
  container_no: string | null;
  seal_no: string | null;
}

/** Locks an ASN. Refuses 404. */
export async function lockAsn(tx: TenantTransaction, id: string): Promise<LockedAsn> {
  const [asn] = await rows<LockedAsn>(
    tx,
    sql`select a.id, a.asn_no, ${asnStatus} as status, a.status as stage, a.merchant_id, a.warehouse_id, a.po_id, a.vendor_id, a.receipt_id,
               a.eta, a.container_no, a.seal_no
          from asns a
          left join inbound_receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
         where a.organization_id = ${tx.organizationId} and a.id = ${id} for update of a`,
  );
  if (!asn) throw notFound('ASN');
  return asn;
}

/** Moves an ASN to a stage and sets its date. Cancelling one frees its carton numbers. */
export async function setAsnStage(tx: TenantTransaction, id: string, stage: AsnStage): Promise<void> {
  await execute(
    tx,
    sql`update asns
           set status = ${stage}, updated_at = now(),
               departed_at = case when ${stage}::text = 'in_transit' then now() else departed_at end,
               arrived_at = case when ${stage}::text = 'arrived' then now() else arrived_at end,
               cancelled_at = case when ${stage}::text = 'cancelled' then now() end
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (stage !== 'cancelled') return;
  await execute(
    tx,
    sql`update asn_cartons set is_live = false where organization_id = ${tx.organizationId} and asn_id = ${id}`,
  );
}

/** Records on which receipt the goods of an ASN are counted. */
export async function linkAsnReceipt(tx: TenantTransaction, id: string, receiptId: string): Promise<void> {
  await execute(
    tx,
    sql`update asns set receipt_id = ${receiptId}, updated_at = now() where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** The same for the ASNs of an order that came through the gate while it was a draft. The caller holds the order locked. */
export async function linkArrivedAsns(
  tx: TenantTransaction,
  orderId: string,
  receiptId: string,
): Promise<void> {
  await execute(
    tx,
    sql`update asns set receipt_id = ${receiptId}, updated_at = now()
         where organization_id = ${tx.organizationId} and po_id = ${orderId} and status = 'arrived' and receipt_id is null`,
  );
}

/** Cancels the ASNs of an order that have not arrived. Returns them as they were. */
export async function cancelAsnsOfOrder(tx: TenantTransaction, orderId: string): Promise<LockedAsn[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from asns where organization_id = ${tx.organizationId} and po_id = ${orderId}
           and ${isOneOf('status', expectedStates)} order by id for update`,
  );
  const cancelled: LockedAsn[] = [];
  for (const { id } of found) {
    cancelled.push(await lockAsn(tx, id));
    await setAsnStage(tx, id, 'cancelled');
  }
  return cancelled;
}
