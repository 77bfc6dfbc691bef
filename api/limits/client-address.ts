/**
 * Where a request comes from if there are proxies in front of us: X-Forwarded-* counts only if a trusted proxy sent it.
 * From anyone else the headers are removed before anything reads them.
 */
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
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

// Gives each machine one spelling: without the IPv6 form of an IPv4 address, and without the port some proxies add.
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}
