/** People who sign in: their identities at the provider, their sessions of the ops pages, and what the provider has ended. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { protectTenantTable, tenantKey } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A person's identity at a sign-in provider: linked at the first sign-in by the member's verified address.
    create table member_identities (
      organization_id uuid not null,
      member_id uuid not null,
      issuer text not null,
      subject text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, issuer, subject),
      constraint member_identities_one_a_provider unique (organization_id, member_id, issuer),
      constraint member_identities_member_id_fk foreign key (organization_id, member_id) references members (organization_id, id)
    );
    create index member_identities_subject on member_identities (issuer, subject);

    -- Who is logged in to the ops pages: without its row a cookie is worth nothing. Logging out deletes it.
    create table ops_sessions (
      ${tenantKey},
      -- The token or the member.
      holder_id uuid not null,
      -- The sign-in at the provider that it began with; null: with a token.
      issuer text,
      subject text,
      sid text,
      issued_at timestamptz,
      ends_at timestamptz not null,
      created_at timestamptz not null default now(),
      constraint ops_sessions_sign_in_whole check (num_nonnulls(issuer, subject, issued_at) in (0, 3))
    );
    create index ops_sessions_of_holder on ops_sessions (organization_id, holder_id, id);
    create index ops_sessions_end on ops_sessions (ends_at);
    create index ops_sessions_sid on ops_sessions (issuer, sid) where sid is not null;

    -- What the sign-in provider has ended: a row for each of its logout tokens, which count once. It is of no
    -- organization, as the person behind a subject may be a member of several.
    create table provider_logouts (
      issuer text not null,
      jti text not null,
      -- With a sid, that session alone is over; without one, all of the person's.
      subject text,
      sid text,
      -- What was issued later goes on.
      ended_at timestamptz not null,
      -- By then nothing is accepted any more that was issued before.
      forget_at timestamptz not null,
      created_at timestamptz not null default now(),
      primary key (issuer, jti),
      constraint provider_logouts_of_somebody check (num_nonnulls(subject, sid) > 0)
    );
    create index provider_logouts_of_subject on provider_logouts (issuer, subject);
    create index provider_logouts_of_sid on provider_logouts (issuer, sid);
    create index provider_logouts_forget on provider_logouts (forget_at);
    grant select, insert, delete on provider_logouts to ${roleNames.system};
  `);
  await protectTenantTable(knex, 'member_identities', {
    rights: ['select'],
    systemRights: ['select', 'insert'],
    merchant: 'none',
  });
  await protectTenantTable(knex, 'ops_sessions', {
    rights: ['select'],
    systemRights: ['select', 'insert', 'delete'],
    merchant: 'none',
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table provider_logouts, ops_sessions, member_identities');
}
