/** Reads of stored documents. */
import { row, type TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

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

const facts = (tx: TenantTransaction) => [
  'id',
  'kind',
  'document_no',
  'subject_type',
  'subject_id',
  'content_type',
  tx.raw('octet_length(content)::integer as size_bytes'),
  'sha256',
  'created_at',
];

export function listDocuments(
  tx: TenantTransaction,
  organizationId: string,
  filters: { kind?: string; subject_id?: string },
  page: PageQuery,
): Promise<{ rows: DocumentRow[]; total: number }> {
  const query = tx('documents').where({ organization_id: organizationId });
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) void query.where(name, value);
  }
  const newestFirst = [
    { column: 'created_at', order: 'desc' as const },
    { column: 'id', order: 'desc' as const },
  ];
  return readPage<DocumentRow>(query, facts(tx), newestFirst, page);
}

export function findDocument(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  return tx('documents').where({ organization_id: organizationId, id }).first(facts(tx)) as Promise<
    DocumentRow | undefined
  >;
}

/** The document of a kind about a subject, when it was made. */
export function findDocumentOf(
  tx: TenantTransaction,
  organizationId: string,
  kind: DocumentKind,
  subjectId: string,
): Promise<{ id: string } | undefined> {
  return row(
    tx,
    sql`select id from documents where organization_id = ${organizationId} and kind = ${kind} and subject_id = ${subjectId}`,
  );
}

/** The bytes as they were first made. */
export async function readDocumentContent(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<Buffer | undefined> {
  const found = await row<{ content: Buffer }>(
    tx,
    sql`select content from documents where organization_id = ${organizationId} and id = ${id}`,
  );
  return found?.content;
}
