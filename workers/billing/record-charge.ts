/**
 * Records a manual charge or credit, or waives a charge; the contract gives both the same path. A credit is a negative
 * quantity; a charge on a live invoice can no longer be waived (409 CHARGE_INVOICED).
 */
import {
  insertManualCharge,
  insertWaivers,
  isOnInvoice,
  lockCharge,
  ownMerchant,
} from '../../db/billing/charges.write.ts';
import { readAccountingSettings, readMoneyRules } from '../../db/journal/books.read.ts';
import { findBillingItem } from '../../db/rates/billing-items.read.ts';
import { assertReference } from '../../db/records.read.ts';
import { newId } from '../../domain/new-id.ts';
import { decimal } from '../../domain/decimal.ts';
import { invalid, notFound, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { billingCommands } from '../../queues/billing/billing.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Input = Parameters<Handler<typeof billingCommands.recordCharge>>[1];

export const recordCharge: Handler<typeof billingCommands.recordCharge> = (work, input) =>
  input.charge_id || input.action ? waive(work, input) : add(work, input);

async function add({ tx, emit }: Work, input: Input): Promise<{ id: string }> {
  const { billing_item_id: itemId, service_date: serviceDate, quantity } = input;
  if (!itemId) throw invalid('billing_item_id', 'required', 'billing_item_id is required');
  if (!serviceDate) throw invalid('service_date', 'required', 'service_date is required');
  if (!quantity)
    throw invalid('quantity', 'required', 'quantity is required and not zero; a credit is negative');
  const books = await readAccountingSettings(tx);
  const { currency = books.baseCurrency } = input;
  await readMoneyRules(tx, books, currency);
  const merchantId = input.merchant_id ?? (await ownMerchant(tx));
  if (!merchantId) throw new Refusal('MERCHANT_REQUIRED', 'merchant_id is required in the 3PL edition.');
  await assertReference(tx, 'merchants', merchantId, 'merchant_id');
  if (input.warehouse_id) await assertReference(tx, 'warehouses', input.warehouse_id, 'warehouse_id');
  const item = await findBillingItem(tx, itemId);
  if (!item) throw unknownReference('billing_item_id', 'billing item');
  // An item's usual price is in the base currency.
  if (input.unit_price === undefined && currency !== books.baseCurrency)
    throw invalid('unit_price', 'required', `unit_price is required for a charge in ${currency}`);
  const unitPrice = input.unit_price === undefined ? decimal(item.default_rate) : decimal(input.unit_price);
  const id = newId();
  await insertManualCharge(tx, {
    id,
    merchantId,
    itemId,
    warehouseId: input.warehouse_id ?? null,
    serviceDate,
    quantity: decimal(quantity).toFixed(),
    unitPrice: unitPrice.toFixed(),
    amount: decimal(quantity).times(unitPrice).round(10, 1).toFixed(),
    currency,
    uom: item.uom,
    sourceRef: input.source_ref ?? null,
    description: input.description ?? null,
  });
  emit({ type: 'charge.recorded', subject_type: 'charge', subject_id: id });
  return { id };
}

async function waive(
  { tx, actor, emit }: Work,
  { charge_id: id, action, reason }: Input,
): Promise<{ id: string }> {
  if (!id) throw invalid('charge_id', 'required', 'charge_id is required with an action');
  if (!action) throw invalid('action', 'required', 'action is required with a charge_id');
  if (!reason) throw invalid('reason', 'required', 'reason is required: it is kept with the waiver');
  if (!(await lockCharge(tx, id))) throw notFound('charge');
  if (await isOnInvoice(tx, id)) {
    throw new Refusal(
      'CHARGE_INVOICED',
      'The charge is on an invoice: delete that if it is a draft, void it if it is issued, or record a charge with a negative quantity.',
      {
        charge_id: id,
      },
    );
  }
  const newly = await insertWaivers(tx, { chargeId: id, reason, waivedBy: actor.name });
  for (const waived of new Set([id, ...newly]))
    emit({ type: 'charge.waived', subject_type: 'charge', subject_id: waived, data: { status: 'waived' } });
  return { id };
}
