/** Tenancy commands: plain record keeping, so they run inline. */
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import Joi from 'joi';
import { whyNoCompanyPrefix } from '../../domain/tenancy/gs1-prefix.ts';

const role = () => s.choice('admin', 'operator', 'accountant', 'viewer', 'hub');
const timeZone = () =>
  s.custom<string>(
    Joi.string()
      .max(64)
      .custom((value: string, helpers) => (isTimeZone(value) ? value : helpers.error('zone.unknown')))
      .messages({ 'zone.unknown': '{{#label}} must be an IANA time zone, such as America/New_York, or UTC' }),
  );

/** From which places orders take their stock. */
export const pickFrom = () => s.choice('any', 'face_first', 'whole_first');

/** The company prefix assigned by GS1; SSCC and bill of lading numbers begin with it. */
const gs1CompanyPrefix = () =>
  s.custom<string>(
    Joi.string()
      .pattern(/^\d{7,10}$/, 'prefix')
      .custom((value: string, helpers) => {
        const why = whyNoCompanyPrefix(value);
        return why === undefined ? value : helpers.error('prefix.reserved', { why });
      })
      .messages({
        'string.pattern.name': '{{#label}} must be 7 to 10 digits',
        'prefix.reserved': '{{#label}} may not be used: it {{#why}}. Take the one GS1 gave the company.',
      }),
  );

/**
 * Whether the runtime knows a time zone of this name. An offset (+05:00) is none: it has no summer time, and Postgres
 * counts it the other way round than JavaScript. Nor is an abbreviation: IST is India to one and Israel to the other.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC$|[a-z_]+\/)/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}

export { timeZone };

export const tenancyCommands = {
  updateSettings: defineCommand({
    name: 'tenancy.update_settings',
    runs: 'inline',
    summary: 'Changes organization settings.',
    input: s.object({
      name: s.optional(nameText(200)),
      inventory_mode: s.optional(s.choice('wms_sync', 'oms_standalone')),
      reserve_at: s.optional(s.choice('confirm', 'allocate')),
      allocation_strategy: s.optional(s.choice('fefo', 'fifo', 'lifo')),
      pick_from: s.optional(
        pickFrom(),
        'Orders take stock from anywhere by the strategy (default), from pick locations first, or in wholes: plates, pallets and cases from reserve, the rest from pick locations. What expires first always goes first.',
      ),
      top_up: s.optional(
        s.choice('never', 'idle'),
        'idle: while a warehouse has no pick and no replenishment to be done, its pick faces are filled to their most, although none is under its least. Looked at every five minutes; such moves are less urgent than other work. never (default): faces are filled once they are under their least.',
      ),
      putaway: s.optional(
        s.choice('off', 'suggest', 'task'),
        'Goods received at a dock or in staging: suggest (default) names places when asked, task plans a move with each scan, off does neither.',
      ),
      capacity_policy: s.optional(
        s.choice('refuse', 'warn'),
        "A move that goes over a location's limits, or to one of another storage class, is refused, or (default) done with warnings; under refuse a pick face of another class is neither made nor filled. Receiving, adjusting and counting say what lies there and are not checked: it takes room all the same. Dangerous goods that are kept apart are refused under both; a count alone warns of them.",
      ),
      strict_lots: s.optional(
        s.flag(),
        'Returned units of a lot that did not leave with their order line are refused; by default the answer warns of them.',
      ),
      short_policy: s.optional(s.choice('backorder', 'cancel_rest')),
      ship_needs_labels: s.optional(
        s.flag(),
        'A parcel leaves once each of its cartons has its label, where an account with a carrier would sell one (409 LABEL_MISSING, LABEL_UNKNOWN). Not asked of one sent with a tracking_no, nor where a carrier rule has labels bought as shipments leave. Default false.',
      ),
      base_currency: s.optional(s.currency()),
      time_zone: s.optional(timeZone()),
      rounding: s.optional(s.choice('half_up', 'half_even')),
      tax_date: s.optional(
        s.choice('invoice', 'service'),
        'Which day says the tax rate of a line with a billing item: that of its invoice (default), or its last day of service.',
      ),
      lock_date: s.optional(s.nullable(s.date())),
      safety_stock: s.optional(s.qty({ min: 0 })),
      count_approval_threshold: s.optional(s.qty({ min: 0 })),
      count_below: s.optional(
        s.qty({ min: 0 }),
        'A picker is asked to count what is left when the ledger has this much of the item there, or less. Default 0.',
      ),
      purchase_approval_above: s.optional(
        s.nullable(s.money({ min: 0 })),
        'In base currency: purchase orders above this need approval. Null: none do.',
      ),
      gs1_company_prefix: s.optional(gs1CompanyPrefix()),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  createToken: defineCommand({
    name: 'tenancy.create_token',
    runs: 'inline',
    summary: 'Creates an access token. The command carries only its hash; the token itself is shown once.',
    input: s.object({
      id: s.uuid(),
      name: nameText(100),
      roles: s.list(role(), { max: 5 }),
      permissions: s.list(s.permission(), { max: 100 }),
      member_id: s.optional(s.nullable(s.uuid())),
      merchant_id: s.optional(s.nullable(s.uuid())),
      expires_at: s.optional(s.nullable(s.instant())),
      token_hash: s.text(64),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  revokeToken: defineCommand({
    name: 'tenancy.revoke_token',
    runs: 'inline',
    summary: 'Revokes an access token at once, and what was made with it at any remove.',
    input: s.object({
      token_id: s.uuid(),
      end_what_it_made: s.optional(
        s.flag(),
        'Whether webhook endpoints and connections set up with it are disabled as well.',
      ),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  createMember: defineCommand({
    name: 'tenancy.create_member',
    runs: 'inline',
    summary: 'Adds a person to the organization.',
    input: s.object({ name: nameText(150), email: s.email(), roles: s.optional(s.list(role(), { max: 5 })) }),
    result: s.object({ id: s.uuid() }),
  }),
  updateMember: defineCommand({
    name: 'tenancy.update_member',
    runs: 'inline',
    summary: 'Changes a member.',
    input: s.object({
      member_id: s.uuid(),
      name: s.optional(nameText(150)),
      roles: s.optional(s.list(role(), { max: 5 })),
      is_active: s.optional(s.flag()),
    }),
    result: s.object({ id: s.uuid() }),
  }),
};

export const operationView = s.object({
  id: s.uuid(),
  name: s.text(100),
  state: s.choice('accepted', 'done', 'refused', 'failed'),
  created_at: s.instant(),
  finished_at: s.nullable(s.instant()),
  result: s.optional(s.anything()),
  error: s.optional(s.anything()),
});

const tokenFields = {
  id: s.uuid(),
  name: s.text(100),
  permissions: s.listOf(s.text()),
  member_id: s.nullable(s.uuid()),
  /** The members whose access it was made with: it works only while they are active. */
  made_by: s.listOf(s.uuid()),
  maker_token_id: s.nullable(
    s.uuid(),
    'The token it was made with, and is revoked with; null: made by a person, or on the command line.',
  ),
  merchant_id: s.nullable(s.uuid()),
  expires_at: s.nullable(s.instant()),
  revoked_at: s.nullable(s.instant()),
  created_at: s.instant(),
};

export const tokenView = s.object(tokenFields);

export const oneTokenView = s.object({
  ...tokenFields,
  lives_on: s.described(
    s.object({ webhook_endpoint_ids: s.listOf(s.uuid()), connection_ids: s.listOf(s.uuid()) }),
    'What was set up with it, or with a token made with it, is not disabled, and goes on when it is revoked; the newest 200 each.',
  ),
});

/** The result of creating a token: a replay omits the token value. */
export const newTokenView = s.object({ ...tokenFields, access_token: s.optional(s.text()) });
