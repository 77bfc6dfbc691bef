/**
 * How much of the platform one organization may use: in each API process, and of open commands, hubs and stored files in all of them. The platform operator sets it
 * (`npm run admin -- quotas`); no tenant's token can.
 */

/** Each quota's default and the most an operator may grant. */
export const quotaLimits = {
  requests_per_second: { usual: 100, most: 1_000_000, words: 'requests a second' },
  requests_at_once: { usual: 1_000, most: 100_000, words: 'requests' },
  streams: { usual: 100, most: 100_000, words: 'event streams' },
  previews: { usual: 6, most: 1_000, words: 'label previews' },
  imports: { usual: 2, most: 100, words: 'imports being taken in' },
  exports: { usual: 4, most: 1_000, words: 'exports and exact totals' },
  // A storefront counts a refusal against whoever it calls, and sends the orders of a sale all at once.
  webhooks_per_second: {
    usual: 500,
    most: 1_000_000,
    words: 'webhooks from its stores and carriers a second',
  },
  open_commands: {
    usual: 20_000,
    most: 1_000_000,
    words: 'operations accepted and not finished, in all processes',
  },
  hubs: { usual: 500, most: 100_000, words: 'hubs that are not revoked' },
  stored_megabytes: {
    usual: 50_000,
    most: 1_000_000_000,
    words: 'millions of bytes of uploaded files, in all',
  },
} as const;

export type QuotaName = keyof typeof quotaLimits;
/** The rates per second. Each is 1 at least: a bucket that never fills has no time to tell a caller to wait. */
export type RateQuota = 'requests_per_second' | 'webhooks_per_second';
/** Quotas on the requests in progress at once. */
export type ConcurrencyQuota = Exclude<QuotaName, RateQuota | 'open_commands' | 'hubs' | 'stored_megabytes'>;
export type Quotas = Record<QuotaName, number>;

export const quotaNames = Object.keys(quotaLimits) as QuotaName[];

/** The quotas in force: the operator's settings, with defaults for the rest. */
export function quotasInForce(set: Partial<Record<QuotaName, number | null>> | null | undefined): Quotas {
  const usual = (name: QuotaName): number => set?.[name] ?? quotaLimits[name].usual;
  return {
    requests_per_second: usual('requests_per_second'),
    requests_at_once: usual('requests_at_once'),
    streams: usual('streams'),
    previews: usual('previews'),
    imports: usual('imports'),
    exports: usual('exports'),
    webhooks_per_second: usual('webhooks_per_second'),
    open_commands: usual('open_commands'),
    hubs: usual('hubs'),
    stored_megabytes: usual('stored_megabytes'),
  };
}
