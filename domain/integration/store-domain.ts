/** A shop's host name in one canonical form, so that a webhook header and what a person typed match. */
import { baseUrlProblem } from '../public-address.ts';
import { invalid } from '../refusal.ts';

/**
 * `https://Shop.Example.com:443/admin` and `shop.example.com.` both become `shop.example.com`; '' when the text names
 * no host.
 */
export function storeDomain(given: string): string {
  const text = given.trim().toLowerCase();
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/[/?#].*$/, '');
  const host = bare
    .replace(/^[^@]*@/, '')
    .replace(/:\d+$/, '')
    .replace(/\.+$/, '');
  return /^[\p{L}\p{N}._-]{1,253}$/u.test(host) ? toAscii(host) : '';
}

// Gives names with non-ASCII letters the one spelling used on the wire.
function toAscii(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.replace(/\.+$/, '');
  } catch {
    return '';
  }
}

/** The domain webhooks are routed by. Refuses 400 when the text names no host. */
export function normalisedStore(given: string | null | undefined): string | null {
  if (!given) return null;
  const domain = storeDomain(given);
  if (domain === '') throw invalid('store_domain', 'host', 'store_domain must be the host name of a store');
  return domain;
}

/** Refuses 400 for the address of a store's API that could never be called; where it leads is checked with every call. */
export function assertApiUrl(url: string | null | undefined, isPrivateAllowed: boolean): void {
  const problem = url ? baseUrlProblem(url, isPrivateAllowed) : undefined;
  if (problem) throw invalid('api_url', 'url', `api_url ${problem}`);
}
