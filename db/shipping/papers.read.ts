/** Reads stored documents. */
import { row, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export type DocumentKind = 'packing_list' | 'bill_of_lading';

export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  document_no: string;
  subject_type: 'shipment' | 'load';
  subject_id: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  created_at: Date;
}

const columns = sql`d.id, d.kind, d.document_no, d.subject_type, d.subject_id, d.content_type,
  octet_length(d.content)::integer as size_bytes, d.sha256, d.created_at`;

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

export function findDocument(tx: TenantTransaction, id: string): Promise<DocumentRow | undefined> {
  return row<DocumentRow>(
    tx,
    sql`select ${columns} from documents d where d.organization_id = ${tx.organizationId} and d.id = ${id}`,
  );
}

/** A subject's document of a kind, if it was generated. */
export function findDocumentOf(
  tx: TenantTransaction,
  kind: DocumentKind,
  subjectId: string,
): Promise<{ id: string } | undefined> {
  return row(
    tx,
    sql`select id from documents where organization_id = ${tx.organizationId} and kind = ${kind} and subject_id = ${subjectId}`,
  );
}

/** The bytes as first generated. */
export async function readDocumentContent(tx: TenantTransaction, id: string): Promise<Buffer | undefined> {
  const found = await row<{ content: Buffer }>(
    tx,
    sql`select content from documents where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found?.content;
}
