/** Adds shipments to a load. */
import { findScac } from '../../db/catalog/carriers.read.ts';
import type { Shipment } from '../../db/shipping/shipments.write.ts';
import { clashOnLoad, loadsOfShipments, putOnLoad, type Load } from '../../db/shipping/loads.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { segregationRefusal } from '../../domain/inventory/hazard-segregation.ts';
import { hasLeft } from '../../domain/shipping/shipment-states.ts';
import { assertAllFound, invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';

/**
 * Adds locked shipments to a locked load; those already on it stay. Refuses 400 UNKNOWN_REFERENCE, 400 for another
 * warehouse, 409 SHIPMENT_NOT_OPEN once they left, 409 SHIPMENT_IN_LOAD when another load has them,
 * 409 HAZARD_SEGREGATION for dangerous goods that are kept apart.
 */
export async function joinLoad(
  { tx }: Work,
  load: Load,
  wanted: readonly string[],
  shipments: readonly Shipment[],
): Promise<void> {
  const ids = shipments.map(({ id }) => id);
  assertAllFound('shipment_ids', wanted, ids, 'shipment');
  if (shipments.some(({ warehouse_id: id }) => id !== load.warehouse_id)) {
    throw invalid(
      'shipment_ids',
      'other_warehouse',
      'shipment_ids must leave from the warehouse of the load',
    );
  }
  const left = shipments.filter(({ status }) => hasLeft(status));
  if (left.length > 0) {
    throw new Refusal('SHIPMENT_NOT_OPEN', 'Only shipments that have not left can be loaded.', {
      shipments: left.map(({ id, status }) => ({ shipment_id: id, status })),
    });
  }
  const placed = await loadsOfShipments(tx, ids);
  const elsewhere = placed.filter(({ load_id: id }) => id !== load.id);
  if (elsewhere.length > 0) {
    throw new Refusal('SHIPMENT_IN_LOAD', 'Another load has these shipments.', { shipments: elsewhere });
  }
  const here = new Set(placed.map(({ shipment_id: id }) => id));
  await putOnLoad(
    tx,
    load.id,
    shipments.filter(({ id }) => !here.has(id)),
  );
  if (ids.length > 0) await assertLoadTogether(tx, load, ids);
}

/** Refuses 409 HAZARD_SEGREGATION for dangerous goods that leave on no load together. The load is locked. */
export async function assertLoadTogether(
  tx: TenantTransaction,
  { id, load_no }: Pick<Load, 'id' | 'load_no'>,
  added: readonly string[] = [],
): Promise<void> {
  const clash = await clashOnLoad(tx, id, added);
  if (clash) throw segregationRefusal(`${load_no} has`, clash, { load_id: id });
}

/** Fills in the carrier's SCAC when none is given. Refuses 400 UNKNOWN_REFERENCE. */
export async function loadFacts<F extends { carrier_id?: string | null; scac?: string | null }>(
  { tx }: Work,
  facts: F,
): Promise<F> {
  if (!facts.carrier_id) return facts;
  const carrier = await findScac(tx, facts.carrier_id);
  if (!carrier) throw unknownReference('carrier_id', 'carrier');
  return facts.scac === undefined ? { ...facts, scac: carrier.scac } : facts;
}
