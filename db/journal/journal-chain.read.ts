/** Verifies the journal's hash chain against the entries, part by part; see db/migrations/0660_journal.ts. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface ChainPart {
  /** How many links of this part were checked, and the last of them. */
  checked: number;
  last_checked: string | null;
  broken_seq: string | null;
  broken_entry_id: string | null;
  broken_entry_no: string | null;
}

/**
 * Recomputes the hashes of at most `linksMax` links after the link `after` (0: from the start). A link is broken when
 * its number is not the next, or its hash does not follow from its entry and the link before it; the first such link is
 * reported.
 */
export async function checkChainPart(
  tx: TenantTransaction,
  { after, linksMax }: { after: number; linksMax: number },
): Promise<ChainPart> {
  const found = await row<ChainPart>(
    tx,
    sql`with part as (
       select chain_seq, entry_id, chain_hash from journal_chain
        where organization_id = ${tx.organizationId} and chain_seq > ${after} order by chain_seq limit ${linksMax}),
     links as (
       select p.*, ${after} + row_number() over (order by p.chain_seq) as place,
              lag(p.chain_hash, 1, (select chain_hash from journal_chain where organization_id = ${tx.organizationId} and chain_seq = ${after}))
                over (order by p.chain_seq) as before
         from part p),
     broken as (
       select l.chain_seq, l.entry_id from links l
        where l.chain_seq <> l.place
           or l.chain_hash is distinct from sha256(coalesce(l.before, ''::bytea) || journal_entry_words(${tx.organizationId}, l.entry_id))
        order by l.chain_seq limit 1)
     select count(*)::int as checked, max(p.chain_seq) as last_checked, max(b.chain_seq) as broken_seq,
            (select entry_id from broken) as broken_entry_id,
            (select e.entry_no from journal_entries e join broken on broken.entry_id = e.id where e.organization_id = ${tx.organizationId}) as broken_entry_no
       from part p left join broken b on b.chain_seq = p.chain_seq`,
  );
  return found!;
}

export interface ChainHead {
  links: string;
  last_hash: string | null;
  last_chained_at: Date | null;
}

/** The length of the chain and its last hash. */
export async function readChainHead(tx: TenantTransaction): Promise<ChainHead> {
  const found = await row<ChainHead>(
    tx,
    sql`select chain_seq as links, encode(chain_hash, 'hex') as last_hash, chained_at as last_chained_at
       from journal_chain where organization_id = ${tx.organizationId} order by chain_seq desc limit 1`,
  );
  return found ?? { links: '0', last_hash: null, last_chained_at: null };
}

/** How many entries have no link, counted up to `most`, and when the oldest of them was posted. */
export async function readUnchained(
  tx: TenantTransaction,
  most: number,
): Promise<{ unchained: number; oldest: Date | null }> {
  const found = await row<{ unchained: number; oldest: Date | null }>(
    tx,
    sql`select count(*)::int as unchained, min(u.created_at) as oldest
       from (select e.created_at from journal_entries e
              where e.organization_id = ${tx.organizationId}
                and not exists (select 1 from journal_chain c where c.organization_id = e.organization_id and c.entry_id = e.id)
              limit ${most}) u`,
  );
  return found!;
}
