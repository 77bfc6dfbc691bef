/** Events of the organization itself: members' access and settings. */
import { eventKind } from '../event-kind.ts';
import { flag, list, nullable, number, optional, text, uuid } from '../event-fields.ts';

const about = { seenWith: ['tenancy.view'] } as const;

export const tenancyEvents = {
  ...eventKind('token', about, {
    created: {},
    // The token it was made with, at any remove, whose revocation ended it.
    revoked: { revoked_with: optional(uuid()) },
  }),
  ...eventKind('member', about, { created: {}, changed: {} }),
  ...eventKind('organization', about, {
    // Names of the changed fields only: bank accounts and addresses are not sent to subscribers.
    papers_changed: { fields: list(text()) },
    // The changed settings with their new values.
    settings_changed: {
      name: optional(text()),
      inventory_mode: optional(text()),
      reserve_at: optional(text()),
      allocation_strategy: optional(text()),
      pick_from: optional(text()),
      top_up: optional(text()),
      putaway: optional(text()),
      capacity_policy: optional(text()),
      strict_lots: optional(flag()),
      short_policy: optional(text()),
      ship_needs_labels: optional(flag()),
      base_currency: optional(text()),
      time_zone: optional(text()),
      rounding: optional(text()),
      tax_date: optional(text()),
      lock_date: optional(nullable(text())),
      safety_stock: optional(number()),
      count_approval_threshold: optional(number()),
      count_below: optional(number()),
      purchase_approval_above: optional(nullable(number())),
      gs1_company_prefix: optional(nullable(text())),
    },
  }),
} as const;
