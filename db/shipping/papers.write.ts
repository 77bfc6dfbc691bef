/** Stores documents once: generating one that exists returns the existing one. */
import { createHash } from 'node:crypto';
import { newId } from '../../domain/new-id.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { findDocumentOf, type DocumentKind } from './papers.read.ts';

export interface NewDocument {
  kind: DocumentKind;
  document_no: string;
  subject_type: 'shipment' | 'load';
  subject_id: string;
  /** Null when it concerns several merchants. */
  merchant_id: string | null;
  content_type: string;
  content: Buffer;
}

/** Stores a document. Returns the id of the stored one, and whether it is this one. */
export async function storeDocument(
  tx: TenantTransaction,
  document: NewDocument,
): Promise<{ id: string; isNew: boolean; sha256: string }> {
  const sha256 = createHash('sha256').update(document.content).digest('hex');
  const made = await row<{ id: string }>(
    tx,
    sql`insert into documents (organization_id, id, kind, document_no, subject_type, subject_id, merchant_id, content_type,
            content, sha256)
     values (${tx.organizationId}, ${newId()}, ${document.kind}, ${document.document_no}, ${document.subject_type}, ${document.subject_id}, ${document.merchant_id}, ${document.content_type}, ${document.content}, ${sha256}) on conflict (organization_id, kind, subject_id) do nothing returning id`,
  );
  if (made) return { id: made.id, isNew: true, sha256 };
  const { kind, subject_id: subjectId } = document;
  return { id: (await findDocumentOf(tx, kind, subjectId))!.id, isNew: false, sha256 };
}

/** Locks the shipments whose papers are about to be made, in id order: two groups never wait for each other crosswise. */
export async function lockForPaper(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`select 1 from wms_shipments where organization_id = ${tx.organizationId} and id = any (${[...shipmentIds]}::uuid[])
      order by id for no key update`,
  );
}
