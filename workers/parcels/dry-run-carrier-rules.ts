/** Shows which carrier rule would apply to a parcel, and why those before it do not. */
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { toJsonNumber, decimal } from '../../domain/decimal.ts';
import type { carrierRuleCommands } from '../../queues/parcels/carrier-rules.ts';
import type { Handler } from '../engine/handler.ts';
import { considerRules, factsOf } from './choose-carrier.ts';
import { cartonOf } from './parcel-of.ts';

const numberOf = (told: string | null): number | null => (told === null ? null : toJsonNumber(decimal(told)));

export const dryRunCarrierRules: Handler<typeof carrierRuleCommands.dryRunCarrierRules> = async (
  { tx },
  { shipment_id: shipmentId, carton_id: cartonId, weight_kg: weight },
) => {
  const shipment = await lockShipment(tx, shipmentId);
  const facts = await factsOf(tx, shipment, await cartonOf(tx, shipment.id, cartonId), weight);
  const { rule, considered } = await considerRules(tx, facts);
  const { country, postal, is_po_box } = facts;
  return {
    rule_id: rule?.id ?? null,
    parcel: {
      country,
      postal,
      weight_kg: numberOf(facts.weight_kg),
      value: numberOf(facts.value),
      is_po_box,
    },
    considered: considered.map(({ rule: { id, name, priority }, differs_in }) => ({
      rule_id: id,
      name,
      priority,
      matches: differs_in.length === 0,
      differs_in,
    })),
  };
};
