/**
 * Who a request comes from when proxies stand before us: what X-Forwarded-* says counts only as far as proxies we trust
 * say it. From anyone else the headers are taken away before anything reads them.
 */
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/** The client's address. Call it first: it removes forwarding headers that a stranger sent. */
export type ClientAddress = (request: IncomingMessage) => string;

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Trusts addresses and ranges (`10.0.0.0/8`, `loopback`); throws on a malformed one. With none, nobody is believed. */
export function trustProxies(trusted: readonly string[]): ClientAddress {
  const isTrusted = proxyAddress.compile([...trusted]);
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (!isTrusted(peer, 0)) {
      for (const header of forwardingHeaders) delete request.headers[header];
      return plain(peer);
    }
    const claimed = plain(proxyAddress(request, isTrusted));
    // A proxy that passes rubbish on is no reason to keep rubbish: it stands for its own client then.
    return isIP(claimed) > 0 ? claimed : plain(peer);
  };
}

// Of one machine there is one spelling: without the IPv6 dress of an IPv4 address, and without a port some proxies add.
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}
