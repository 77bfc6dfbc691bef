/** Carrier rules: plain records, but for the accounts they name; and which of them would apply. */
import type { Handler } from '../engine/handler.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import { cartonOf } from './parcel-of.ts';
import { knownIds } from '../../db/records.read.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { recordHandlers } from '../record-handlers.ts';
import { toJsonNumber, decimal } from '../../domain/decimal.ts';
import { carrierRuleRecord, type carrierRuleCommands } from '../../queues/parcels/carrier-rules.ts';
import { considerRules, factsOf } from '../../db/parcels/ruled-parcel.read.ts';

const record = recordHandlers(carrierRuleRecord);

async function assertAccounts(tx: TenantTransaction, ids: readonly string[] | undefined): Promise<void> {
  if (ids) assertAllFound('account_ids', ids, await knownIds(tx, 'carrier_accounts', ids), 'carrier account');
}

export const createCarrierRule: Handler<typeof carrierRuleCommands.createCarrierRule> = async (
  work,
  input,
) => {
  await assertAccounts(work.tx, input.account_ids);
  return record.create(work, input);
};

export const updateCarrierRule: Handler<typeof carrierRuleCommands.updateCarrierRule> = async (
  work,
  input,
) => {
  await assertAccounts(work.tx, input.account_ids);
  return record.update(work, input);
};

const numberOf = (told: string | null): number | null => (told === null ? null : toJsonNumber(decimal(told)));

/** Shows which carrier rule would apply to a parcel, and why those before it do not. */
export const dryRunCarrierRules: Handler<typeof carrierRuleCommands.dryRunCarrierRules> = async (
  { tx },
  { shipment_id: shipmentId, weight_kg: weight, ...parcel },
) => {
  const shipment = await lockShipment(tx, shipmentId);
  const facts = await factsOf(tx, shipment, await cartonOf(tx, shipment.id, parcel), weight);
  const { rule, considered } = await considerRules(tx, facts);
  const { country, postal, is_po_box, due_in_days, hazard_classes } = facts;
  return {
    rule_id: rule?.id ?? null,
    parcel: {
      country,
      postal,
      weight_kg: numberOf(facts.weight_kg),
      value: numberOf(facts.value),
      is_po_box,
      due_in_days,
      hazard_classes: [...hazard_classes],
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
