/**
 * Where a request comes from if there are proxies in front of us: X-Forwarded-* counts only if a trusted proxy sent it.
 * From anyone else the headers are removed before anything reads them.
 */
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/** The client's address. Call it first: it removes forwarding headers from untrusted senders. */
export type ClientAddress = (request: IncomingMessage) => string;

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Trusts addresses and ranges (`10.0.0.0/8`, `loopback`); throws on a malformed one. With none, no proxy is trusted.
 */
export function trustProxies(trusted: readonly string[]): ClientAddress {
  const isTrusted = proxyAddress.compile([...trusted]);
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (!isTrusted(peer, 0)) {
      for (const header of forwardingHeaders) delete request.headers[header];
      return plain(peer);
    }
    const claimed = plain(proxyAddress(request, isTrusted));
    // If a trusted proxy passes on garbage, its own address counts as the client's.
    return isIP(claimed) > 0 ? claimed : plain(peer);
  };
}

/**
 * Whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 one, of which its holder has 2^64 to write
 * down as his own.
 */
export function countedAddress(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return address;
  const { parts } = ipaddr.parse(bare) as ipaddr.IPv6;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

// Gives each machine one spelling: without the IPv6 form of an IPv4 address, and without the port some proxies add.
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}
