/** Label texts, stored once under their hash, however many labels use the same one. */
import { createHash } from 'node:crypto';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** The hash a label text is stored under. */
export function hashOfLabel(zpl: string): Buffer {
  return createHash('sha256').update(zpl).digest();
}

/** The statement that stores texts, for use inside another one; in hash order, so that two writers cannot deadlock. */
export function keepingTexts(organizationId: string, texts: readonly string[]): SqlText {
  const records = [...new Map(texts.map((zpl) => [hashOfLabel(zpl).toString('hex'), zpl]))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([hash, zpl]) => ({ hash, zpl }));
  return sql`insert into label_texts (organization_id, sha256, zpl_content)
    select ${organizationId}::uuid, decode(hash, 'hex'), zpl
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as t (hash text, zpl text)
    on conflict do nothing`;
}

/** Stores texts that are printed later; returns their hashes in hexadecimal, by which they are named. */
export async function keepLabelTexts(tx: TenantTransaction, texts: readonly string[]): Promise<string[]> {
  await execute(tx, keepingTexts(tx.organizationId, texts));
  return texts.map((zpl) => hashOfLabel(zpl).toString('hex'));
}

/** The text kept under a hash. */
export async function readLabelText(tx: TenantTransaction, sha256: string): Promise<string> {
  const found = await row<{ zpl_content: string }>(
    tx,
    sql`select zpl_content from label_texts
         where organization_id = ${tx.organizationId} and sha256 = decode(${sha256}, 'hex')`,
  );
  return found!.zpl_content;
}
