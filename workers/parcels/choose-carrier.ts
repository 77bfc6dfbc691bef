/** What carriers would take for a parcel, and which of their quotes is chosen, as its rule says. */
import { accountsFor } from '../../db/parcels/accounts.read.ts';
import { todayAtWarehouse } from '../../db/parcels/carrier-rules.read.ts';
import { insertQuotes, type NewQuote } from '../../db/parcels/quotes.write.ts';
import type { ShippedFrom } from '../../db/parcels/ruled-parcel.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { addDays } from '../../domain/days.ts';
import { decimal } from '../../domain/decimal.ts';
import { newId } from '../../domain/new-id.ts';
import { unaddressed } from '../../domain/parcels/asked-address.ts';
import { billingOf } from '../../domain/parcels/billing.ts';
import type { CarrierRule } from '../../domain/parcels/carrier-rules.ts';
import { chooseQuote, type Choice, type Deadline } from '../../domain/parcels/choose-quote.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import type { Outside } from '../engine/handler.ts';
import type { Outcome } from '../outside/define-call.ts';
import { cut, lineOf, type Rate } from './carriers/carrier.ts';
import { carriers } from './carriers/carriers.ts';
import { reasonsAgainst } from './parcel-of.ts';

// Carriers hold their prices longer; a packer who comes back after that asks anew.
const validMs = 30 * 60_000;
// A carrier has some dozens: one that offers more than this takes up no more room in memory, a statement and an answer.
const offersOfOneMax = 200;

export type Account = Awaited<ReturnType<typeof accountsFor>>[number];

/** The accounts that a rule asks; null: all of them. */
export const accountsOf = (rule: CarrierRule | undefined): readonly string[] | null =>
  rule && rule.account_ids.length > 0 ? rule.account_ids : null;

/** How a rule chooses, and by which day it has to be there, counted from today at the warehouse. */
export async function choiceOf(
  tx: TenantTransaction,
  warehouseId: string,
  rule: CarrierRule | undefined,
): Promise<{ choice: Choice; by: Deadline | null }> {
  if (!rule || rule.choose === 'fixed') return { choice: 'cheapest', by: null };
  const { choose: choice, within_days: days, add_days } = rule;
  if (choice === 'cheapest') return { choice, by: null };
  const today = await todayAtWarehouse(tx, warehouseId);
  return { choice, by: { by: days === null ? null : addDays(today, days), today, add_days } };
}

/** What whoever asks for prices says of it himself; null where time does not matter. */
export const deadlineOf = async (
  tx: TenantTransaction,
  warehouseId: string,
  choice: Choice,
  by: string | null,
): Promise<Deadline | null> =>
  choice === 'cheapest' ? null : { by, today: await todayAtWarehouse(tx, warehouseId), add_days: 0 };

/** Whom to ask for a price, and who is not for this parcel, with every reason. */
export interface Judged {
  asked: Account[];
  rejected: { account: Account; reasons: string[] }[];
}

export async function judgeAccounts(
  tx: TenantTransaction,
  shipment: Pick<ShippedFrom, 'merchant_id' | 'warehouse_id'>,
  only: readonly string[] | null,
  max: number,
): Promise<Judged> {
  const accounts = await accountsFor(tx, shipment.merchant_id, only, max);
  const judged = accounts.map((account) => ({ account, reasons: reasonsAgainst(account, shipment) }));
  return {
    asked: judged.filter(({ reasons }) => reasons.length === 0).map(({ account }) => account),
    rejected: judged.filter(({ reasons }) => reasons.length > 0),
  };
}

/** Asks all at once, each in its own time. */
export function askForRates(
  outside: Outside,
  accounts: readonly Account[],
  parcel: Parcel,
): Promise<Outcome<Rate[]>[]> {
  const of = async (account: Account): Promise<Outcome<Rate[]>> => {
    const line = lineOf(outside, carriers, account);
    if (typeof line === 'string') return { kind: 'unsent', error: line };
    const missing = unaddressed(account.adapter, parcel);
    if (missing) return { kind: 'refused', error: missing.says };
    const asked = { ...parcel, billing: billingOf(account) };
    const answer = await carriers[account.adapter].rate(line, asked);
    return answer.kind === 'ok' ? { ...answer, answer: usable(account, answer.answer) } : answer;
  };
  return Promise.all(accounts.map(of));
}

/** What an account offers of the services it may be used for. */
const usable = ({ services }: Account, rates: Rate[]): Rate[] =>
  rates
    .filter(({ service_code: code }) => services.length === 0 || services.includes(code))
    .slice(0, offersOfOneMax);

export type Quoted = NewQuote & { account_name: string };

export const keepQuotes = (tx: TenantTransaction, quotes: readonly Quoted[]): Promise<void> =>
  insertQuotes(
    tx,
    quotes.map(({ account_name: _shown, ...quote }) => quote),
  );

export interface Quoting {
  of: Pick<NewQuote, 'shipment_id' | 'carton_id' | 'planned_sscc' | 'merchant_id'> & { parcel: Parcel };
  choice: Choice;
  by: Deadline | null;
  rule: Pick<CarrierRule, 'id' | 'name' | 'services'> | undefined;
}

/**
 * What was offered as quotes, each with why it was chosen or not, at most `max` of them; and why an account has none.
 */
export function quotesOf(
  accounts: readonly Account[],
  answers: readonly Outcome<Rate[]>[],
  { of: { parcel, ...of }, choice, by, rule }: Quoting,
  max: number,
): { quotes: Quoted[]; left_out: number; rejected: Judged['rejected'] } {
  const found = accounts.flatMap((account, at) => offersOf(account, answers[at]!));
  const barred = found.map(({ service_code: service }) =>
    !rule || rule.services.length === 0 || rule.services.includes(service)
      ? null
      : `The rule ${rule.name} takes ${rule.services.join(', ')} only.`,
  );
  const { at: best, why } = chooseQuote(found, choice, by, barred);
  const expiresAt = new Date(Date.now() + validMs);
  const quotes = found.map(({ account, ...rate }, at): Quoted => ({
    id: newId(),
    ...of,
    weight_kg: parcel.weight_by === 'given' ? parcel.weight_kg : null,
    account_id: account.id,
    account_name: account.name,
    ...rate,
    is_chosen: at === best,
    why: why[at]!,
    rule_id: rule?.id ?? null,
    expires_at: expiresAt,
  }));
  const kept = worthKeeping(quotes, max);
  const rejected = accounts.flatMap((account, at) => silence(account, answers[at]!));
  return { quotes: kept, left_out: quotes.length - kept.length, rejected };
}

/** The chosen one and the cheapest, in the order they were offered. */
function worthKeeping(quotes: Quoted[], max: number): Quoted[] {
  if (quotes.length <= max) return quotes;
  const cheapest = quotes.toSorted(
    (one, other) =>
      Number(other.is_chosen) - Number(one.is_chosen) || decimal(one.amount).cmp(decimal(other.amount)),
  );
  const kept = new Set(cheapest.slice(0, max));
  return quotes.filter((quote) => kept.has(quote));
}

function offersOf(account: Account, answer: Outcome<Rate[]>): (Rate & { account: Account })[] {
  if (answer.kind !== 'ok') return [];
  return answer.answer.map((rate) => ({
    ...rate,
    carrier_code: rate.carrier_code ?? account.carrier_code,
    account,
  }));
}

function silence(account: Account, answer: Outcome<Rate[]>): Judged['rejected'] {
  if (answer.kind !== 'ok') return [{ account, reasons: [cut(answer.error, 500)] }];
  if (answer.answer.length > 0) return [];
  return [{ account, reasons: ['The carrier offers no service for this parcel that the account may use.'] }];
}
