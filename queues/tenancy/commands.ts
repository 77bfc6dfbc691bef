/** Tenancy commands: plain record keeping, so they run inline. */
import { defineCommand } from '../engine/define-command.ts';
import {
  anything,
  choice,
  currency,
  custom,
  date,
  described,
  email,
  flag,
  instant,
  list,
  listOf,
  money,
  nullable,
  object,
  optional,
  permission,
  qty,
  text,
  uuid,
} from '../schema.ts';
import Joi from 'joi';
import { whyNoCompanyPrefix } from '../../domain/tenancy/gs1-prefix.ts';

const role = () => choice('admin', 'operator', 'accountant', 'viewer', 'hub');
const timeZone = () =>
  custom<string>(
    Joi.string()
      .max(64)
      .custom((value: string, helpers) => (isTimeZone(value) ? value : helpers.error('zone.unknown')))
      .messages({ 'zone.unknown': '{{#label}} must be an IANA time zone' }),
  );

/** The company prefix assigned by GS1; SSCC and bill of lading numbers begin with it. */
const gs1CompanyPrefix = () =>
  custom<string>(
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
 * counts it the other way round than JavaScript.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
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
    input: object({
      name: optional(text(200)),
      inventory_mode: optional(choice('wms_sync', 'oms_standalone')),
      reserve_at: optional(choice('confirm', 'allocate')),
      allocation_strategy: optional(choice('fefo', 'fifo', 'lifo')),
      short_policy: optional(choice('backorder', 'cancel_rest')),
      base_currency: optional(currency()),
      time_zone: optional(timeZone()),
      rounding: optional(choice('half_up', 'half_even')),
      lock_date: optional(nullable(date())),
      safety_stock: optional(qty({ min: 0 })),
      count_approval_threshold: optional(qty({ min: 0 })),
      purchase_approval_above: optional(
        described(
          nullable(money({ min: 0 })),
          'In base currency: purchase orders above this need approval. Null: none do.',
        ),
      ),
      gs1_company_prefix: optional(gs1CompanyPrefix()),
    }),
    result: object({ id: uuid() }),
  }),
  createToken: defineCommand({
    name: 'tenancy.create_token',
    runs: 'inline',
    summary: 'Creates an access token. The command carries only its hash; the token itself is shown once.',
    input: object({
      id: uuid(),
      name: text(100),
      roles: list(role(), { max: 5 }),
      permissions: list(permission(), { max: 100 }),
      member_id: optional(nullable(uuid())),
      merchant_id: optional(nullable(uuid())),
      expires_at: optional(nullable(instant())),
      token_hash: text(64),
    }),
    result: object({ id: uuid() }),
  }),
  revokeToken: defineCommand({
    name: 'tenancy.revoke_token',
    runs: 'inline',
    summary: 'Revokes an access token at once, and what was made with it at any remove.',
    input: object({ token_id: uuid() }),
    result: object({ id: uuid() }),
  }),
  createMember: defineCommand({
    name: 'tenancy.create_member',
    runs: 'inline',
    summary: 'Adds a person to the organization.',
    input: object({ name: text(150), email: email(), roles: optional(list(role(), { max: 5 })) }),
    result: object({ id: uuid() }),
  }),
  updateMember: defineCommand({
    name: 'tenancy.update_member',
    runs: 'inline',
    summary: 'Changes a member.',
    input: object({
      member_id: uuid(),
      name: optional(text(150)),
      roles: optional(list(role(), { max: 5 })),
      is_active: optional(flag()),
    }),
    result: object({ id: uuid() }),
  }),
};

export const operationView = object({
  id: uuid(),
  name: text(100),
  state: choice('accepted', 'done', 'refused', 'failed'),
  created_at: instant(),
  finished_at: nullable(instant()),
  result: optional(anything()),
  error: optional(anything()),
});

const tokenFields = {
  id: uuid(),
  name: text(100),
  permissions: listOf(text()),
  member_id: nullable(uuid()),
  /** The members whose access it was made with: it works only while they are active. */
  made_by: listOf(uuid()),
  maker_token_id: described(
    nullable(uuid()),
    'The token it was made with, and is revoked with; null: made by a person, or on the command line.',
  ),
  merchant_id: nullable(uuid()),
  expires_at: nullable(instant()),
  revoked_at: nullable(instant()),
  created_at: instant(),
};

export const tokenView = object(tokenFields);

/** The result of creating a token: a replay omits the token value. */
export const newTokenView = object({ ...tokenFields, access_token: optional(text()) });
