/** Reads the organization and its people. */
import { row, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface OrganizationRow {
  id: string;
  name: string;
  edition: 'standard' | 'three_pl';
  inventory_mode: 'wms_sync' | 'oms_standalone';
  reserve_at: 'confirm' | 'allocate';
  allocation_strategy: 'fefo' | 'fifo' | 'lifo';
  pick_from: 'any' | 'face_first' | 'whole_first';
  top_up: 'never' | 'idle';
  putaway: 'off' | 'suggest' | 'task';
  capacity_policy: 'refuse' | 'warn';
  strict_lots: boolean;
  short_policy: 'backorder' | 'cancel_rest';
  ship_needs_labels: boolean;
  base_currency: string;
  time_zone: string;
  rounding: 'half_up' | 'half_even';
  tax_date: 'invoice' | 'service';
  lock_date: string | null;
  safety_stock: string;
  count_approval_threshold: string;
  count_below: string;
  purchase_approval_above: string | null;
  gs1_company_prefix: string;
  /** Today in the organization's time zone. */
  today: string;
}

/** The organization of the transaction, with its settings. */
export async function readOrganization(tx: TenantTransaction): Promise<OrganizationRow> {
  const found = await row<OrganizationRow>(
    tx,
    sql`select id, name, edition, inventory_mode, reserve_at, allocation_strategy, pick_from, top_up, putaway,
            capacity_policy, strict_lots, short_policy, ship_needs_labels, base_currency, time_zone,
            rounding, tax_date, to_char(lock_date, 'YYYY-MM-DD') as lock_date, safety_stock, count_approval_threshold, count_below,
            purchase_approval_above, gs1_company_prefix, to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today
       from organizations`,
  );
  return found!;
}

export interface MemberRow {
  id: string;
  name: string;
  email: string;
  roles: string[];
  is_active: boolean;
  created_at: Date;
}

const memberColumns = sql`id, name, email, coalesce(roles, '{}') as roles, is_active, created_at`;

/** Members, oldest first. */
export function listMembers(tx: TenantTransaction, page: PageQuery): Promise<PageOf<MemberRow>> {
  const order = ['created_at', 'id'];
  return readPage(tx, { columns: memberColumns, from: sql`members`, where: sql`true`, order }, page);
}

export function findMember(tx: TenantTransaction, id: string): Promise<MemberRow | undefined> {
  return row<MemberRow>(tx, sql`select ${memberColumns} from members where id = ${id}`);
}

export interface TokenRow {
  id: string;
  name: string;
  permissions: string[];
  member_id: string | null;
  made_by: string[];
  maker_token_id: string | null;
  merchant_id: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

const tokenColumns = sql`id, name, permissions, member_id, made_by, maker_token_id, merchant_id, expires_at, revoked_at,
  created_at`;

/** Access tokens, newest first; never their values. */
export function listTokens(
  tx: TenantTransaction,
  { maker_token_id, ...page }: PageQuery & { maker_token_id?: string | undefined },
): Promise<PageOf<TokenRow>> {
  const order = ['-created_at', '-id'];
  const where = every([sql`true`, ...equalTo('t', { maker_token_id })]);
  return readPage(tx, { columns: tokenColumns, from: sql`access_tokens t`, where, order }, page);
}

export function findToken(tx: TenantTransaction, id: string): Promise<TokenRow | undefined> {
  return row<TokenRow>(tx, sql`select ${tokenColumns} from access_tokens where id = ${id}`);
}
