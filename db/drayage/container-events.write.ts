/** Stores container events, and the clock readings that follow from them. */
import { newId } from '../../domain/new-id.ts';
import { clocksOf, sameClock, type ClockKind } from '../../domain/drayage/clocks.ts';
import type { ContainerCode, Classifier } from '../../domain/drayage/container-events.ts';
import { localDays } from '../../domain/local-day.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { listClockChanges, listTripEvents } from './orders.read.ts';
import type { LockedDrayageOrder } from './orders.write.ts';

export interface NewContainerEvent {
  id: string;
  code: ContainerCode;
  dcsa_code: string | null;
  classifier: Classifier;
  occurred_at: string;
  location: string | null;
  source: string;
  external_id: string | null;
  last_free_day: string | null;
  corrects_event_id: string | null;
  recorded_by: string;
}

/** Stores an event of a trip. Returns the existing event's id when its source has sent it before. */
export async function insertContainerEvent(
  tx: TenantTransaction,
  order: LockedDrayageOrder,
  event: NewContainerEvent,
): Promise<{ id: string; existing: boolean }> {
  const made = await execute(
    tx,
    sql`insert into container_events (organization_id, id, order_id, merchant_id, container_no, code, dcsa_code, classifier,
               occurred_at, location, source, external_id, last_free_day, corrects_event_id, recorded_by)
        values (${tx.organizationId}, ${event.id}, ${order.id}, ${order.merchant_id}, ${order.container_no}, ${event.code},
               ${event.dcsa_code}, ${event.classifier}, ${event.occurred_at}, ${event.location}, ${event.source},
               ${event.external_id}, ${event.last_free_day}, ${event.corrects_event_id}, ${event.recorded_by})
        on conflict (organization_id, order_id, source, external_id) do nothing`,
  );
  if (made === 1) return { id: event.id, existing: false };
  const [known] = await rows<{ id: string }>(
    tx,
    sql`select id from container_events
         where organization_id = ${tx.organizationId} and order_id = ${order.id} and source = ${event.source}
           and external_id = ${event.external_id}`,
  );
  return { id: known!.id, existing: true };
}

/**
 * The event as its source reported it on an earlier trip of the same container: trackers send a container's whole
 * history again, and none of that happened on the trip that is under way now.
 */
export async function findReportedEarlier(
  tx: TenantTransaction,
  order: LockedDrayageOrder,
  { source, external_id: externalId, code, occurred_at: occurredAt }: NewContainerEvent,
): Promise<string | undefined> {
  if (externalId === null) return undefined;
  const [known] = await rows<{ id: string }>(
    tx,
    sql`select id from container_events
         where organization_id = ${tx.organizationId} and container_no = ${order.container_no}
           and merchant_id = ${order.merchant_id} and order_id <> ${order.id} and source = ${source}
           and external_id = ${externalId} and code = ${code} and occurred_at = ${occurredAt}`,
  );
  return known?.id;
}

/**
 * Recomputes the clocks of a trip and stores the readings that changed. The order is locked, so two events at once are
 * processed in turn. Returns what changed.
 */
export async function recomputeClocks(
  tx: TenantTransaction,
  order: LockedDrayageOrder,
  causeEventId: string | null,
): Promise<{ kind: ClockKind; last_free_on: string | null }[]> {
  const events = await listTripEvents(tx, order.id);
  const readings = await listClockChanges(tx, order.id);
  const changed = clocksOf(events, order, localDays(order.time_zone)).filter((clock) => {
    const present = readings.findLast(({ kind }) => kind === clock.kind);
    const none = { kind: clock.kind, starts_on: null, last_free_on: null, stops_on: null };
    return !sameClock(clock, present ?? none);
  });
  for (const { kind, starts_on, last_free_on, stops_on } of changed) {
    await execute(
      tx,
      sql`insert into drayage_clock_changes
                 (organization_id, id, order_id, merchant_id, kind, starts_on, last_free_on, stops_on, cause_event_id)
          values (${tx.organizationId}, ${newId()}, ${order.id}, ${order.merchant_id}, ${kind}, ${starts_on}, ${last_free_on},
                 ${stops_on}, ${causeEventId})`,
    );
  }
  return changed.map(({ kind, last_free_on }) => ({ kind, last_free_on }));
}
