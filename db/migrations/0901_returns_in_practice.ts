/**
 * What returns met at the dock: the channel's number of a return and a pallet's SSCC are scanned, lots come back that did
 * not leave with the order line, and a draft to a vendor has lines that do not go after all.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index returns_by_channel_return_no on returns (organization_id, channel_return_no)
      where channel_return_no is not null;
    create index lpns_by_sscc on lpns (organization_id, sscc) where sscc is not null;
    -- Whether units of a lot that did not leave with the order line are refused, or told of.
    alter table organizations add column strict_lots boolean not null default false;
    grant delete on vendor_return_lines to ${roleNames.app};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke delete on vendor_return_lines from ${roleNames.app};
    alter table organizations drop column strict_lots;
    drop index lpns_by_sscc, returns_by_channel_return_no;
  `);
}
