/** What the carrier rules may ask of a parcel, and which of them applies to it. */
import {
  isPoBox,
  ruleDifferences,
  type CarrierRule,
  type ParcelFacts,
  type RuleCondition,
} from '../../domain/parcels/carrier-rules.ts';
import { weightOf } from '../../domain/parcels/parcel.ts';
import { countryCode } from '../../domain/paper/address-lines.ts';
import type { TenantTransaction } from '../database.ts';
import { carrierRulesFor, readRuledShipment } from './carrier-rules.read.ts';
import { readEnds, withoutCarton, type ParcelCarton } from './parcel-facts.read.ts';

export interface ShippedFrom {
  id: string;
  merchant_id: string;
  warehouse_id: string;
}

/** What is known of it: also of one that no carrier could be told of yet. */
export async function factsOf(
  tx: TenantTransaction,
  shipment: ShippedFrom,
  carton: ParcelCarton | undefined,
  given?: number,
): Promise<ParcelFacts> {
  const ends = await readEnds(tx, shipment.id);
  const { ship_mode, value, due_in_days } = await readRuledShipment(tx, shipment.id);
  const { merchant_id, warehouse_id } = shipment;
  return {
    merchant_id,
    warehouse_id,
    ship_mode,
    value,
    ...placeOf(ends.ship_to),
    weight_kg: weightOf(given, carton ?? withoutCarton(ends))?.weight_kg ?? null,
    due_in_days,
    hazard_classes: [...new Set((carton ?? ends).hazards.map((one) => one.class))],
  };
}

/** What the rules ask of where it goes. */
export function placeOf(
  shipTo: Record<string, unknown>,
): Pick<ParcelFacts, 'country' | 'postal' | 'is_po_box'> {
  const word = (part: string): string | null => {
    const told = shipTo[part];
    return typeof told === 'string' && told.trim() !== '' ? told.trim() : null;
  };
  const country = word('country');
  return {
    country: country && (countryCode(country) ?? null),
    postal: word('postal'),
    is_po_box: isPoBox(word('address') ?? ''),
  };
}

/** The rule that applies to a parcel. */
export async function ruleFor(
  tx: TenantTransaction,
  shipment: ShippedFrom,
  carton: ParcelCarton | undefined,
  given?: number,
): Promise<CarrierRule | undefined> {
  return (await considerRules(tx, await factsOf(tx, shipment, carton, given))).rule;
}

/** The rules in their order, up to the one that applies, each with what of it is not met. */
export async function considerRules(
  tx: TenantTransaction,
  facts: ParcelFacts,
): Promise<{
  rule: CarrierRule | undefined;
  considered: { rule: CarrierRule; differs_in: RuleCondition[] }[];
}> {
  const tried = (await carrierRulesFor(tx, facts.merchant_id)).map((rule) => ({
    rule,
    differs_in: ruleDifferences(rule, facts),
  }));
  const at = tried.findIndex(({ differs_in: differs }) => differs.length === 0);
  return { rule: tried[at]?.rule, considered: tried.slice(0, at < 0 ? undefined : at + 1) };
}
