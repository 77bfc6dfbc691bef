/** Label texts, stored once under their hash, however many labels use the same one. */
import { createHash } from 'node:crypto';
import { execute, type TenantTransaction } from '../database.ts';
import { sql, values, type SqlText } from '../sql-text.ts';

/** The hash a label text is stored under. */
export function hashOfLabel(zpl: string): Buffer {
  return createHash('sha256').update(zpl).digest();
}

/** The statement that stores texts, for use inside another one; in hash order, so that two writers cannot deadlock. */
export function keepingTexts(organizationId: string, texts: readonly string[]): SqlText {
  const records = [...new Map(texts.map((zpl) => [hashOfLabel(zpl).toString('hex'), zpl]))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([hash, zpl]) => ({
      organization_id: organizationId,
      sha256: Buffer.from(hash, 'hex'),
      zpl_content: zpl,
    }));
  return sql`insert into label_texts ${values(records)} on conflict do nothing`;
}

/** Stores texts that are printed later; returns their hashes in hexadecimal, by which they are named. */
export async function keepLabelTexts(tx: TenantTransaction, texts: readonly string[]): Promise<string[]> {
  await execute(tx, keepingTexts(tx.organizationId, texts));
  return texts.map((zpl) => hashOfLabel(zpl).toString('hex'));
}
