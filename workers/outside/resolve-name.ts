/**
 * The addresses of a name that somebody else supplied. Its name server may never answer: the system's own look-up would
 * then hold one of the few threads it shares with everybody's, and goes on after the call was given up. So the name server
 * is asked from here, each call by itself, and is no longer waited for once its call is over.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { callbackify } from 'node:util';

export type ResolveName = (
  hostname: string,
  options: { all: true },
  done: (fault: Error | null, found: LookupAddress[]) => void,
  signal: AbortSignal,
) => void;

const tryMs = 2_000;
const tries = 3;
/** How long IPv6 is waited for once IPv4 is known: some name servers never answer what they do not have. */
const sixMs = 300;
const hostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

interface Asked {
  /** Instead of the system's name servers (`127.0.0.1:5353`). */
  servers?: readonly string[];
  /** Whether what they do not know may be a name of this network, by a search domain or otherwise: the system knows those. */
  isOfThisNetwork?: boolean;
}

export function resolvingNames({ servers = [], isOfThisNetwork = false }: Asked = {}): ResolveName {
  return (hostname, options, done, signal) => {
    // Without a dot it is a name of this network, which nobody else's name server is asked for.
    if (!hostname.includes('.')) return lookup(hostname, options, done);
    callbackify(addressesOf)(hostname, servers, signal, (fault, found) => {
      if (isOfThisNetwork && isUnknown(fault)) return lookup(hostname, options, done);
      done(fault, found);
    });
  };
}

const isUnknown = (fault: NodeJS.ErrnoException | null): boolean =>
  fault?.code === 'ENOTFOUND' || fault?.code === 'ENODATA';

async function addressesOf(
  hostname: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const known = await inHostsFile(hostname);
  if (known.length > 0) return known;
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: tryMs, tries });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let waiting: NodeJS.Timeout | undefined;
  const resolvingFour = async (): Promise<string[]> => {
    const found = await resolver.resolve4(hostname);
    waiting = setTimeout(cancel, sixMs);
    return found;
  };
  try {
    const [four, six] = await Promise.allSettled([resolvingFour(), resolver.resolve6(hostname)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  } finally {
    clearTimeout(waiting);
    signal.removeEventListener('abort', cancel);
  }
}

/** What this machine was told itself, which comes before what name servers say. */
async function inHostsFile(hostname: string): Promise<LookupAddress[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const wanted = hostname.toLowerCase();
  return text.split('\n').flatMap((line): LookupAddress[] => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(wanted) ? [{ address, family: address.includes(':') ? 6 : 4 }] : [];
  });
}
