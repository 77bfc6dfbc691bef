/** Billing items: plain record keeping, so inline. */
import { billingCategories, billingUnits } from '../../domain/rates/billing-categories.ts';
import { deletedView, createdId, clearable, percentage, price } from './rate-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import { choice, code, flag, freeText, instant, nullable, object, optional, text, uuid } from '../schema.ts';

const category = () => choice(...billingCategories);

const uom = () => choice(...billingUnits);

const itemFields = {
  category: category(),
  uom: uom(),
  revenue_account_id: uuid(),
};
const itemExtras = {
  cost_account_id: clearable(uuid()),
  taxable: optional(flag()),
  tax_code: clearable(text(30)),
  tax_rate: optional(percentage(100)),
  default_rate: optional(price()),
  description: optional(freeText(500)),
  is_active: optional(flag()),
};

export const billingItemView = object({
  id: uuid(),
  code: code(40),
  name: text(150),
  ...itemFields,
  cost_account_id: nullable(uuid()),
  taxable: flag(),
  tax_code: nullable(text(30)),
  tax_rate: percentage(100),
  default_rate: price(),
  description: freeText(500),
  is_active: flag(),
  created_at: instant(),
  updated_at: instant(),
});

export const billingItemCommands = {
  createBillingItem: defineCommand({
    name: 'accounting.create_billing_item',
    runs: 'inline',
    summary: 'Adds a billing item (charge code).',
    input: object({ code: code(40), name: nameText(150), ...itemFields, ...itemExtras }),
    result: createdId,
  }),
  updateBillingItem: defineCommand({
    name: 'accounting.update_billing_item',
    runs: 'inline',
    summary: 'Changes a billing item.',
    input: object({
      item_id: uuid(),
      name: optional(nameText(150)),
      category: optional(category()),
      uom: optional(uom()),
      revenue_account_id: optional(uuid()),
      ...itemExtras,
    }),
    result: createdId,
  }),
  deleteBillingItem: defineCommand({
    name: 'accounting.delete_billing_item',
    runs: 'inline',
    summary: 'Deletes a billing item that is not in use; otherwise 409 ITEM_IN_USE.',
    input: object({ item_id: uuid() }),
    result: deletedView,
  }),
};
