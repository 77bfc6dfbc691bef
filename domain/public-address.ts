/**
 * Which addresses the platform may call when a tenant supplies the URL: only those on the public internet, however they
 * are spelled.
 */
import ipaddr from 'ipaddr.js';

/**
 * Whether an address (from the resolver or a URL) is public. Loopback, link-local (which includes the cloud metadata
 * service), private, shared, multicast and reserved ranges are not, nor is any IPv6 form that embeds such an IPv4
 * address.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.parse(bare);
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed);
  const embedded = embeddedIpv4(parsed);
  if (embedded) return isPublicIpv4(embedded);
  return parsed.range() === 'unicast' && (parsed.parts[0]! & 0xe000) === 0x2000;
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast';
}

/**
 * ::ffff:a.b.c.d, ::a.b.c.d, NAT64 (64:ff9b::/96) and 6to4 (2002::/16) all lead to an IPv4 address. The prefixes that a
 * network chooses for its own NAT64 (64:ff9b:1::/48) have it anywhere: none of them is public.
 */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const { parts } = address;
  const of = (high: number, low: number): ipaddr.IPv4 =>
    new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (parts.slice(0, 6).every((part) => part === 0)) return of(parts[6]!, parts[7]!);
  if (parts[0] === 0x64 && parts[1] === 0xff9b && parts.slice(2, 6).every((part) => part === 0))
    return of(parts[6]!, parts[7]!);
  return parts[0] === 0x2002 ? of(parts[1]!, parts[2]!) : undefined;
}

/**
 * Why the platform will not call a URL; undefined when it may. A host name is checked later, by the addresses it
 * resolves to.
 */
export function urlProblem(url: string, isPrivateAllowed: boolean): string | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return 'must be a URL';
  }
  const { protocol, username, password, hostname } = parsed;
  if (protocol !== 'https:' && !(isPrivateAllowed && protocol === 'http:')) return 'must be an https URL';
  if (username || password) return 'must not carry a user or a password';
  // By now the URL parser has turned decimal, octal and hexadecimal spellings into dotted form.
  const isAddress = ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
  const isPublic = isAddress ? isPublicAddress(hostname) : !/(^|\.)localhost\.?$/.test(hostname);
  return isPublic || isPrivateAllowed ? undefined : 'must not name a private or internal address';
}

/** The same for an address below which paths are called. */
export function baseUrlProblem(url: string, isPrivateAllowed: boolean): string | undefined {
  const problem = urlProblem(url, isPrivateAllowed);
  return problem ?? (/[?#]/.test(url) ? 'must not have a query or a fragment' : undefined);
}
