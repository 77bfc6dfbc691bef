/** Reads shipping documents. */
import type {
  BillOfLadingFacts,
  CommercialInvoiceFacts,
  PackingListFacts,
} from '../../domain/shipping/paper-facts.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, name, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export const documentKinds = ['packing_list', 'bill_of_lading', 'commercial_invoice'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  document_no: string;
  subject_type: 'shipment' | 'load' | 'customs_declaration';
  subject_id: string;
  created_at: Date;
}

/** What a document says. */
export type Paper =
  | { kind: 'packing_list'; facts: PackingListFacts }
  | { kind: 'bill_of_lading'; facts: BillOfLadingFacts }
  | { kind: 'commercial_invoice'; facts: CommercialInvoiceFacts };

const columns = sql`d.id, d.kind, d.document_no, d.subject_type, d.subject_id, d.created_at`;

/** Documents, newest first. */
export function listDocuments(
  tx: TenantTransaction,
  filters: { kind?: string; subject_id?: string },
  page: PageQuery,
): Promise<PageOf<DocumentRow>> {
  const list = {
    columns,
    from: sql`documents d`,
    where: every([sql`d.organization_id = ${tx.organizationId}`, ...equalTo('d', filters)]),
    order: ['-d.created_at', '-d.id'],
  };
  return readPage<DocumentRow>(tx, list, page);
}

export function findDocument(tx: TenantTransaction, id: string): Promise<(DocumentRow & Paper) | undefined> {
  return row(
    tx,
    sql`select ${columns}, d.facts from documents d where d.organization_id = ${tx.organizationId} and d.id = ${id}`,
  );
}

/** The document of a shipment or load, if it has one, and how far that is. Undefined for one that is not there. */
export function findPaperOf(
  tx: TenantTransaction,
  table: 'wms_shipments' | 'loads',
  subjectId: string,
): Promise<{ id: string | null; status: string } | undefined> {
  return row(
    tx,
    sql`select d.id, s.status from ${name(table)} s
       left join documents d on d.organization_id = s.organization_id and d.subject_id = s.id
      where s.organization_id = ${tx.organizationId} and s.id = ${subjectId}`,
  );
}

/** What the packing lists of these shipments say, in the order given. */
export function readPackingLists(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<{ subject_id: string; merchant_id: string; facts: PackingListFacts }[]> {
  return rows(
    tx,
    sql`select subject_id, merchant_id, facts from documents
      where organization_id = ${tx.organizationId} and kind = 'packing_list' and subject_id = any (${[...shipmentIds]}::uuid[])
      order by array_position(${[...shipmentIds]}::uuid[], subject_id)`,
  );
}
