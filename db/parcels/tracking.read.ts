/** What carriers told of a parcel, and whose webhook a request is. */
import type { Adapter } from '../../domain/parcels/carriers.ts';
import type { SigningKey } from '../../domain/parcels/tracking-proof.ts';
import type { TrackingKind } from '../../domain/catalog/tracking-kinds.ts';
import { quotasInForce } from '../../domain/tenancy/quotas.ts';
import { rows, type Database, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { sql } from '../sql-text.ts';

export interface TrackingRow {
  id: string;
  external_id: string;
  kind: TrackingKind;
  occurred_at: Date;
  place: string | null;
  says: string | null;
  source: 'webhook' | 'poll';
  received_at: Date;
}

const trackingSorts = { occurred_at: 't.occurred_at' };

/** Of one label, newest first. */
export function listTracking(
  tx: TenantTransaction,
  labelId: string,
  page: PageQuery,
): Promise<PageOf<TrackingRow>> {
  const list = {
    columns: sql`t.id, t.external_id, t.kind, t.occurred_at, t.place, t.says, t.source, t.received_at`,
    from: sql`tracking_events t`,
    where: sql`t.organization_id = ${tx.organizationId} and t.label_id = ${labelId}`,
    sorts: trackingSorts,
    id: 't.id',
    usual: '-occurred_at',
  };
  return readPage<TrackingRow>(tx, list, page);
}

export interface CarrierSender {
  organization_id: string;
  account_id: string;
  name: string;
  adapter: Adapter;
  credentials_sealed: string | null;
  signing_keys: SigningKey[];
  webhooks_per_second: number;
  open_commands: number;
}

/** The accounts that carriers' webhooks name, in whatever organization, by their ids. */
export async function findCarrierSenders(
  database: Database,
  accountIds: readonly string[],
): Promise<Map<string, CarrierSender>> {
  const found = await rows<CarrierSender>(
    database.system,
    sql`select a.organization_id, a.id as account_id, a.name, a.adapter, a.credentials_sealed, a.signing_keys, q.webhooks_per_second,
               q.open_commands
          from carrier_accounts a left join organization_quotas q on q.organization_id = a.organization_id
         where a.id = any (${[...accountIds]}::uuid[]) and a.is_active`,
  );
  return new Map(
    found.map((one) => {
      const { webhooks_per_second, open_commands } = quotasInForce(one);
      return [one.account_id, { ...one, webhooks_per_second, open_commands }];
    }),
  );
}
