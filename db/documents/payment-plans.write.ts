/** Works out what a settlement posts before anything is written. */
import type { NewLine } from '../../domain/journal/journal-entry.ts';
import { roundMoney } from '../../domain/money/money.ts';
import {
  clearedBase,
  exchangeDifference,
  settlementPosting,
  type Currencies,
} from '../../domain/journal/postings.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { invalid } from '../../domain/refusal.ts';
import { assertPostable, type Chart } from '../journal/account-checks.read.ts';
import type { Books, SystemAccounts } from '../journal/books.read.ts';
import { settledOf, type OwedDocument } from './open-items.write.ts';

const controls = { invoice: 'ar', bill: 'ap' } as const;

/** 1 when money comes in (an invoice is paid, a vendor credit refunded), -1 when it goes out. */
export function sideOf({ type, isCredit }: OwedDocument): 1 | -1 {
  return (type === 'invoice') === isCredit ? -1 : 1;
}

/** How a payment was made. */
export interface MoneyWords {
  method: string;
  accountId?: string | undefined;
  exchangeRate?: number | undefined;
}

export interface Plan {
  event: 'receive' | 'pay' | 'write_off' | 'revalue';
  words: string;
  accountId: string | null;
  rate: Decimal;
  controlBase: Decimal;
  creditBase: Decimal;
  lines: NewLine[];
}

const currenciesOf = (document: OwedDocument, books: Books): Currencies => ({
  ...books,
  currency: document.currency,
  rate: document.rate,
});

const cleared = (document: OwedDocument, amount: Decimal, books: Books): Decimal =>
  clearedBase({ ...document, settled: settledOf(document) }, amount, books.baseRules);

/** A payment or write-off against the control account. Refuses 400 for an account that cannot take it. */
export function planMoney(
  document: OwedDocument,
  amount: Decimal,
  payment: MoneyWords,
  books: Books,
  { system: accounts, accounts: known }: Chart,
): Plan {
  const isWriteOff = payment.method === 'write_off';
  const accountId = payment.accountId ?? (isWriteOff ? accounts.bad_debt : accounts.cash_default);
  assertPostable(known, [{ accountId, path: 'account_id', currency: document.currency }]);
  const account = known.get(accountId.toLowerCase())!;
  const fits = isWriteOff
    ? account.type === 'expense'
    : account.subtype === 'bank' || account.subtype === 'cash';
  if (!fits) {
    const kind = isWriteOff ? 'an expense account' : 'a bank or cash account';
    throw invalid('account_id', 'not_allowed', `account_id must be ${kind}`);
  }
  // A write-off moves no money, so it uses the document's own rate.
  const rate = isWriteOff ? document.rate : paymentRate(document, payment.exchangeRate, books);
  const controlBase = cleared(document, amount, books);
  const moneyBase = rate.eq(document.rate) ? controlBase : roundMoney(amount.times(rate), books.baseRules);
  const side = sideOf(document);
  const lines = settlementPosting(
    {
      ...document.party,
      moneyAccount: account.id,
      controlAccount: accounts[controls[document.type]],
      fxAccount: accounts.fx_gain_loss,
      amount,
      moneyBase,
      controlBase,
      moneyRate: rate,
    },
    side,
    currenciesOf(document, books),
  );
  const event = isWriteOff ? 'write_off' : side === 1 ? 'receive' : 'pay';
  const words = isWriteOff ? 'Write-off of' : side === 1 ? 'Payment received for' : 'Payment made for';
  return { event, words, accountId: account.id, rate, controlBase, creditBase: zero, lines };
}

function paymentRate(document: OwedDocument, given: number | undefined, books: Books): Decimal {
  if (given === undefined) return document.rate;
  const rate = decimal(given);
  if (document.currency === books.baseCurrency && !rate.eq('1')) {
    throw invalid('exchange_rate', 'range', `exchange_rate of the base currency ${books.baseCurrency} is 1`);
  }
  return rate;
}

/**
 * A credit takes off the document it corrects what it says it is worth: the two are at one rate, and a cent that is rounded
 * otherwise meanwhile is no exchange difference. The last settlement takes off the rest, as ever.
 */
function clearedByCredit(
  document: OwedDocument,
  credit: OwedDocument,
  amount: Decimal,
  creditBase: Decimal,
  books: Books,
): Decimal {
  const isOwn = credit.corrects === document.id && credit.rate.eq(document.rate);
  const isLast = settledOf(document).plus(amount).eq(document.total);
  const left = document.baseTotal.minus(document.baseSettled);
  return isOwn && !isLast && creditBase.lte(left) ? creditBase : cleared(document, amount, books);
}

/** Both sides are in the same control account: nothing is posted unless their exchange rates differ. */
export function planCredit(
  document: OwedDocument,
  credit: OwedDocument,
  amount: Decimal,
  books: Books,
  accounts: SystemAccounts,
): Plan {
  const creditBase = cleared(credit, amount, books);
  const controlBase = clearedByCredit(document, credit, amount, creditBase, books);
  const difference =
    document.type === 'invoice' ? creditBase.minus(controlBase) : controlBase.minus(creditBase);
  const control = exchangeDifference(
    accounts[controls[document.type]],
    difference,
    books.baseCurrency,
    document.party,
  );
  const gain = exchangeDifference(
    accounts.fx_gain_loss,
    difference.times('-1'),
    books.baseCurrency,
    document.party,
  );
  const words = `Exchange difference of ${credit.no} used on`;
  return {
    event: 'revalue',
    words,
    accountId: null,
    rate: document.rate,
    controlBase,
    creditBase,
    lines: [...control, ...gain],
  };
}
