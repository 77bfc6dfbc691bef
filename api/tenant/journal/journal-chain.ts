/** Verifies the journal's hash chain when an accountant or auditor asks for it. */
import {
  checkChainPart,
  readChainHead,
  readUnchained,
  type ChainPart,
} from '../../../db/journal/journal-chain.read.ts';
import { described, flag, instant, integer, nullable, object, text, uuid } from '../../../queues/schema.ts';
import { query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { plainQuery, queryInteger } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

// A few tenths of a second of hashing per request; to check a million entries, continue from `next_after`.
const linksPerRequest = 2000;
const linksMax = 10_000;
const unchainedMax = 10_000;
const seqMax = Number.MAX_SAFE_INTEGER;

const chainView = object({
  links: described(integer({ min: 0, max: seqMax }), 'The length of the chain: the number of entries in it.'),
  last_hash: nullable(
    text(64),
    'SHA-256 in hex. Recorded elsewhere, it shows later whether the whole chain was rebuilt.',
  ),
  last_chained_at: nullable(instant()),
  checked_after: described(integer({ min: 0, max: seqMax }), 'Where this request started.'),
  checked: described(
    integer({ min: 0, max: linksMax }),
    'Links compared with their entries by this request.',
  ),
  is_whole: described(flag(), 'True if none of the checked links is broken.'),
  broken: nullable(
    object({
      chain_seq: integer({ min: 1, max: seqMax }),
      entry_id: uuid(),
      entry_no: nullable(text(40)),
    }),
    'The first link whose entry was changed after posting, or before which links are missing.',
  ),
  next_after: nullable(
    integer({ min: 1, max: seqMax }),
    'The next request’s after; null if the chain was checked to its end.',
  ),
  unchained: nullable(
    integer({ min: 0, max: unchainedMax }),
    `Entries in no link, counted up to ${unchainedMax}, and only at the end of the chain. New ones join within a minute.`,
  ),
  oldest_unchained_at: nullable(
    instant(),
    'When the oldest of them was posted: more than a few minutes ago is a sign of tampering.',
  ),
});

const linkOf = ({ broken_seq: seq, broken_entry_id: id, broken_entry_no: no }: ChainPart) =>
  seq === null ? null : { chain_seq: seq, entry_id: id!, entry_no: no };

async function check({ tx, query: asked }: Call) {
  const { after = 0, limit = linksPerRequest } = asked as { after?: number; limit?: number };
  const head = await readChainHead(tx);
  const part = await checkChainPart(tx, { after, linksMax: limit });
  const last = Number(part.last_checked ?? after);
  const isEnd = last >= Number(head.links);
  const rest = isEnd ? await readUnchained(tx, unchainedMax) : undefined;
  return present(chainView, {
    links: head.links,
    last_hash: head.last_hash,
    last_chained_at: head.last_chained_at,
    checked_after: after,
    checked: part.checked,
    is_whole: part.broken_seq === null,
    broken: linkOf(part),
    next_after: isEnd ? null : last,
    unchained: rest?.unchained ?? null,
    oldest_unchained_at: rest?.oldest ?? null,
  });
}

export const journalChainEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/accounting/journal-entries/chain',
    isReport: () => true,
    summary: "Check the journal's hash chain",
    description:
      'Recomputes the hashes of up to limit links after the link after, and names the first broken one. Continue with next_after until it is null.',
    permission: 'accounting.view',
    query: plainQuery({
      after: queryInteger({ min: 0, max: seqMax }),
      limit: queryInteger({ min: 1, max: linksMax }),
    }),
    returns: chainView,
    run: (call) => check(call),
  }),
];
