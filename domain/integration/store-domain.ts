/** The name of a shop, written in one way: what a header says and what a person typed meet here. */
import { invalid } from '../refusals.ts';

/** `https://Shop.Example.com:443/admin` and `shop.example.com.` are both `shop.example.com`; '' for what names no host. */
export function storeDomain(given: string): string {
  const text = given.trim().toLowerCase();
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/[/?#].*$/, '');
  const host = bare
    .replace(/^[^@]*@/, '')
    .replace(/:\d+$/, '')
    .replace(/\.+$/, '');
  return /^[\p{L}\p{N}._-]{1,253}$/u.test(host) ? toAscii(host) : '';
}

// Names beyond ASCII have one spelling on the wire.
function toAscii(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.replace(/\.+$/, '');
  } catch {
    return '';
  }
}

/** The domain as webhooks are routed by it. Refuses 400 what names no host. */
export function normalisedStore(given: string | null | undefined): string | null {
  if (!given) return null;
  const domain = storeDomain(given);
  if (domain === '') throw invalid('store_domain', 'host', 'store_domain must be the host name of a store');
  return domain;
}
