/** Who pays a carrier for the labels of an account, and what the carrier has to be told of that. */
import { invalid } from '../refusal.ts';
import type { freightTerms } from '../shipping/load-states.ts';
import type { Adapter } from './carriers.ts';

/** As an account says it: prepaid (the account pays), collect (the consignee's account does) or a third party's. */
export interface AccountBilling {
  billing: (typeof freightTerms)[number];
  billing_account_no: string | null;
  billing_postal: string | null;
  billing_country: string | null;
}

export const prepaid: AccountBilling = {
  billing: 'prepaid',
  billing_account_no: null,
  billing_postal: null,
  billing_country: null,
};

/** As a carrier is told it of a parcel: another account of its pays. */
export interface ParcelBilling {
  terms: 'collect' | 'third_party';
  account_no: string;
  postal: string | null;
  country: string | null;
}

export function billingOf(account: AccountBilling): ParcelBilling | null {
  const {
    billing: terms,
    billing_account_no: no,
    billing_postal: postal,
    billing_country: country,
  } = account;
  return terms === 'prepaid' || no === null ? null : { terms, account_no: no, postal, country };
}

const parts = ['billing_account_no', 'billing_country', 'billing_postal'] as const;

/** What names the account that pays: EasyPost and ShipEngine take it with the place it is registered at alone. */
const neededBy: Readonly<Record<Adapter, readonly (typeof parts)[number][]>> = {
  generic: ['billing_account_no'],
  karrio: ['billing_account_no'],
  easypost: parts,
  shipengine: parts,
};

/** Refuses what the adapter's carrier could not bill, by the field. */
export function assertBilling(adapter: Adapter, account: AccountBilling): void {
  const { billing, billing_postal: postal, billing_country: country } = account;
  if (billing === 'prepaid') {
    const given = parts.find((part) => account[part] !== null);
    if (given) throw invalid(given, 'forbidden', `${given} goes with billing collect or third_party.`);
    return;
  }
  const missing = neededBy[adapter].find((part) => account[part] === null);
  if (missing)
    throw invalid(missing, 'required', `${missing} is required: ${adapter} bills ${billing} by it.`);
  if (postal !== null && country === null)
    throw invalid('billing_country', 'required', 'billing_country is required with billing_postal.');
}
