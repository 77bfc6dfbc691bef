/** The prices of the demo 3PL: billing items, an active default rate sheet, and the rules that make activity a charge. */
import { inTenant, type Database } from '../../db/database.ts';
import { listAccounts } from '../../db/journal/accounts.read.ts';
import { rateCommands } from '../../queues/rates/rates.ts';
import { runAsOperator } from '../run-as-operator.ts';

const prices = [
  {
    code: 'RECV-UNIT',
    name: 'Receiving, per unit',
    category: 'receiving',
    uom: 'unit',
    account: 'revenue_handling',
    rate: 0.12,
    event: 'receipt.line_received',
    basis: 'units',
  },
  {
    code: 'PICK-UNIT',
    name: 'Picking, per unit',
    category: 'pick',
    uom: 'unit',
    account: 'revenue_fulfillment',
    rate: 0.35,
    event: 'shipment.line_shipped',
    basis: 'units',
  },
  {
    code: 'SHIPMENT',
    name: 'Shipment handling',
    category: 'handling',
    uom: 'shipment',
    account: 'revenue_fulfillment',
    rate: 2.5,
    event: 'shipment.shipped',
    basis: 'document',
  },
] as const;

// What carriers and terminals charge, plus a handling fee.
const passedOn = [
  {
    code: 'FREIGHT',
    name: 'Freight, carried on',
    category: 'freight',
    uom: 'flat',
    account: 'revenue_fulfillment',
    percent: 10,
    event: 'freight.split',
    basis: 'cost',
  },
  {
    code: 'DRAYAGE',
    name: 'Demurrage and per diem, passed on',
    category: 'drayage',
    uom: 'container',
    account: 'revenue_handling',
    percent: 5,
    event: 'drayage.completed',
    basis: 'cost',
  },
] as const;

// Storage has no basis of its own: the rate line says what is counted each day.
const storage = {
  code: 'STORE-UNIT',
  name: 'Storage, per unit and day',
  category: 'storage',
  uom: 'unit',
  account: 'revenue_storage',
  rate: 0.015,
  event: 'inventory.stored',
  basis: 'days',
} as const;

/** Activity that is explicitly free, so that a run accounts for everything and leaves no exception. */
const includedInOtherPrices = [
  'receipt.received',
  'receipt.closed',
  'order.released',
  'putaway.completed',
  'inventory.adjusted',
  'label.printed',
  'yard.detained',
] as const;

/** Runs the same commands as the API, so that the demo's prices pass every check. */
export async function insertDemoRates(database: Database, organizationId: string): Promise<void> {
  const chart = await inTenant(
    database,
    { organizationId },
    (tx) => listAccounts(tx, { page: 1, page_size: 200 }),
    { readOnly: true },
  );
  const accounts = Object.fromEntries(chart.rows.map(({ system_key: key, id }) => [key ?? '', id]));
  const run = runAsOperator(database, organizationId);
  const all = [...prices, ...passedOn, storage];
  const itemIds: string[] = [];
  for (const { code, name, category, uom, account } of all) {
    const item = await run(rateCommands.createBillingItem, {
      code,
      name,
      category,
      uom,
      revenue_account_id: accounts[account]!,
    });
    itemIds.push(item.id);
  }
  const sheet = await run(rateCommands.createRateSheet, {
    code: 'STANDARD',
    name: 'Standard rates',
    currency: 'USD',
    effective_from: '2020-01-01',
    billing_cycle: 'monthly',
    payment_terms_days: 30,
    lines: all.map(({ category, ...price }, index) => ({
      billing_item_id: itemIds[index]!,
      ...('percent' in price
        ? { pricing_model: 'cost_plus' as const, percent: price.percent }
        : { pricing_model: 'per_unit' as const, rate: price.rate }),
      ...(category === 'storage' ? { storage_method: 'daily' as const, storage_basis: 'unit' as const } : {}),
    })),
  });
  await run(rateCommands.activateRateSheet, { sheet_id: sheet.id });
  for (const event of includedInOtherPrices) {
    await run(rateCommands.createBillingRule, {
      code: event,
      name: `${event}: included`,
      event,
      effect: 'no_charge',
    });
  }
  for (const [index, { code, name, event, basis }] of all.entries()) {
    await run(rateCommands.createBillingRule, {
      code,
      name,
      event,
      quantity_basis: basis,
      billing_item_id: itemIds[index]!,
    });
  }
}
