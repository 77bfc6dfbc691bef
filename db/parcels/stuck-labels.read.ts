/** Labels and manifests of carriers that nobody can vouch for, across all organizations. */
import { unknownLabelStates } from '../../domain/parcels/label-states.ts';
import { row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

// What was said to a carrier and is not settled, of either kind.
const said = sql`(
  select organization_id, account_id, state, next_try_at, unknown_since, updated_at, last_error from label_purchases
   where state in ('choosing', 'queued', 'sending', 'unknown', 'voiding', 'void_unknown')
  union all
  select organization_id, account_id, state, next_try_at, unknown_since, updated_at, last_error from manifests
   where state in ('queued', 'sending', 'unknown'))`;

export interface UnknownLabels {
  organization: string;
  account: string;
  unknown: string;
  /** Of them, those that a person has to decide. */
  for_person: string;
  oldest_seconds: string;
  reason: string | null;
}

/** Accounts with labels that have been unknown for `seconds`, or wait for a person. */
export function listUnknownLabels(
  database: Database,
  seconds: number,
  limit: number,
): Promise<UnknownLabels[]> {
  return rows<UnknownLabels>(
    database.system,
    sql`select o.name as organization, a.name as account, count(*) as unknown,
               count(*) filter (where p.next_try_at is null) as for_person,
               floor(extract(epoch from now() - min(p.unknown_since))) as oldest_seconds,
               (array_agg(p.last_error order by p.unknown_since desc))[1] as reason
          from ${said} p
          join organizations o on o.id = p.organization_id
          join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
         where ${isOneOf('p.state', unknownLabelStates)}
           and (p.next_try_at is null or p.unknown_since < now() - make_interval(secs => ${seconds}))
         group by o.id, o.name, a.id, a.name order by min(p.unknown_since), a.id limit ${limit}`,
  );
}

export interface CarrierFigures {
  unknown: string;
  for_person: string;
  unknown_seconds: number | null;
  /** Queued, sending, or being taken back. */
  waiting: string;
  waiting_seconds: number | null;
}

export async function readCarrierFigures(database: Database): Promise<CarrierFigures> {
  const isUnknown = isOneOf('state', unknownLabelStates);
  const found = await row<CarrierFigures>(
    database.system,
    sql`select count(*) filter (where ${isUnknown}) as unknown,
               count(*) filter (where ${isUnknown} and next_try_at is null) as for_person,
               extract(epoch from now() - min(unknown_since) filter (where ${isUnknown}))::float8 as unknown_seconds,
               count(*) filter (where not ${isUnknown}) as waiting,
               extract(epoch from now() - min(updated_at) filter (where not ${isUnknown}))::float8 as waiting_seconds
          from ${said} p`,
  );
  return found!;
}
