/** Tracking events and proof-of-delivery files of a transport order: written once, never changed. */
import { newId } from '../../domain/new-id.ts';
import type { TrackingCode } from '../../domain/transport/tracking.ts';
import type { TransportStatus } from '../../domain/transport/transport-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { nameFiles } from '../tenancy/stored-files.write.ts';

export interface NewTrackingEvent {
  order_id: string;
  code: TrackingCode;
  occurred_at: Date;
  location?: string | null | undefined;
  note?: string | undefined;
  source: string;
  external_id?: string | null | undefined;
  moved_to: TransportStatus | null;
}

/** The event its reporter already sent under the same id; the caller holds the order locked. */
export async function findReported(
  tx: TenantTransaction,
  {
    order_id: orderId,
    source,
    external_id: externalId,
  }: Pick<NewTrackingEvent, 'order_id' | 'source' | 'external_id'>,
): Promise<string | undefined> {
  if (!externalId) return undefined;
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select id from transport_events
         where organization_id = ${tx.organizationId} and order_id = ${orderId} and source = ${source}
           and external_id = ${externalId}`,
  );
  return found?.id;
}

export async function insertTrackingEvent(
  tx: TenantTransaction,
  { location, note, external_id: externalId, ...event }: NewTrackingEvent,
): Promise<string> {
  const id = newId();
  await execute(
    tx,
    sql`insert into transport_events ${values({
      ...event,
      organization_id: tx.organizationId,
      id,
      location: location ?? null,
      note: note ?? '',
      external_id: externalId ?? null,
    })}`,
  );
  return id;
}

export interface NewPodFile {
  filename: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
}

/** Stores files of a locked order; the same bytes twice are one file. Returns their ids in the order given. */
export async function insertPodFiles(
  tx: TenantTransaction,
  orderId: string,
  uploadedBy: string,
  files: readonly NewPodFile[],
): Promise<{ ids: string[]; added: number }> {
  const once = [...new Map(files.map((file) => [file.sha256, file])).values()];
  await nameFiles(
    tx,
    once.map(({ sha256, size_bytes }) => ({ kind: 'pod', sha256, size_bytes })),
  );
  const added = await execute(
    tx,
    sql`insert into pod_files ${values(
      once.map((file) => ({
        ...file,
        organization_id: tx.organizationId,
        id: newId(),
        order_id: orderId,
        uploaded_by: uploadedBy,
      })),
    )} on conflict (organization_id, order_id, sha256) do nothing`,
  );
  const kept = await rows<{ id: string; sha256: string }>(
    tx,
    sql`select id, sha256 from pod_files where organization_id = ${tx.organizationId} and order_id = ${orderId}
         and sha256 = any (${files.map(({ sha256 }) => sha256)}::text[])`,
  );
  const ids = new Map(kept.map(({ id, sha256 }) => [sha256, id]));
  return { ids: files.map(({ sha256 }) => ids.get(sha256)!), added };
}
