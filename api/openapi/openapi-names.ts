/**
 * Short names for the description: an operation is named after its command, or after what it reads. Client code is
 * generated from them, so they depend only on paths and command names.
 */
import type { Endpoint } from '../http/endpoint.ts';
import { pathParams, surfaceOf } from '../http/surface.ts';

export function pascal(words: string): string {
  return words.replaceAll(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function camel(words: string): string {
  const name = pascal(words);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** `inbound-receipts` becomes `inbound-receipt`; words without a plural stay. */
export function singular(word: string): string {
  if (/(?:ss|us)$/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/s$/, '');
}

function areaOf({ path }: Endpoint): string {
  return path.split('/')[2]!;
}

/** The static parts of a path after its area: `/api/wms/hubs/enrollment-keys` gives `hubs`, `enrollment-keys`. */
function resources({ path }: Endpoint): string[] {
  const [area, ...rest] = path.split('/').slice(2);
  const named = rest.filter((part) => !part.startsWith('{'));
  return named.length > 0 ? named : [area!];
}

function nounOf(endpoint: Endpoint, isMany: boolean): string {
  const parts = resources(endpoint);
  const isOne = endpoint.path.endsWith('}');
  return pascal(
    parts
      .map((part, index) => (index < parts.length - 1 || (isOne && !isMany) ? singular(part) : part))
      .join('-'),
  );
}

function plainId(endpoint: Endpoint): string {
  if (endpoint.kind === 'command') return camel(endpoint.command.name.split('.').at(-1)!);
  if (endpoint.kind === 'batch') return `${camel(endpoint.command.name.split('.').at(-1)!)}Batch`;
  if (endpoint.kind === 'actions') return `actOn${nounOf(endpoint, false)}`;
  if (endpoint.kind === 'stream') return `stream${pascal(areaOf(endpoint))}`;
  return endpoint.isList ? `list${nounOf(endpoint, true)}` : `get${nounOf(endpoint, false)}`;
}

function onSurface(endpoint: Endpoint, id: string): string {
  return surfaceOf(endpoint.path) === 'v1' ? `v1${pascal(id)}` : id;
}

/**
 * Ids by endpoint. If one command is behind several paths, the id ends in the path's last word (`startImportItems`); if
 * two ids would collide, the later one includes its area (`liftOmsHold`).
 */
export function operationIds(endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, string> {
  const uses = new Map<string, number>();
  for (const endpoint of endpoints) {
    const key = useOf(endpoint);
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const ids = new Map<Endpoint, string>();
  const taken = new Set<string>();
  for (const endpoint of endpoints) {
    const plain = plainId(endpoint);
    const shared = (uses.get(useOf(endpoint)) ?? 0) > 1;
    const candidates = [
      shared ? plain + pascal(resources(endpoint).at(-1)!) : plain,
      plain.replace(/^([a-z]+)/, `$1${pascal(areaOf(endpoint))}`),
      camel(`${endpoint.method}-${endpoint.path}`.toLowerCase()),
    ].map((id) => onSurface(endpoint, id));
    const id = candidates.find((candidate) => !taken.has(candidate))!;
    taken.add(id);
    ids.set(endpoint, id);
  }
  return ids;
}

function useOf(endpoint: Endpoint): string {
  const surface = surfaceOf(endpoint.path);
  return endpoint.kind === 'command'
    ? `${surface} ${endpoint.command.name}`
    : `${endpoint.method} ${endpoint.path}`;
}

/** What a read returns: `InboundReceipt` for both the receipt and the rows of the list. */
export function viewName(endpoint: Endpoint, id: string): string {
  if (endpoint.kind !== 'query') return `${pascal(id)}Result`;
  const noun = pascal(id).replace(/^(V1)?(?:List|Get)/, '$1');
  const last = resources(endpoint).at(-1)!;
  return endpoint.isList ? noun.replace(new RegExp(`${pascal(last)}$`), pascal(singular(last))) : noun;
}

/**
 * Reads of a single resource name the schemas before lists do, and lists before writes, so `InboundReceiptLine` is the
 * receipt's.
 */
export function inNamingOrder(endpoints: readonly Endpoint[]): Endpoint[] {
  const rank = (endpoint: Endpoint): number => {
    const isV1 = surfaceOf(endpoint.path) === 'v1' ? 10 : 0;
    if (endpoint.kind !== 'query') return isV1 + 3;
    if (endpoint.isList) return isV1 + 2;
    return isV1 + (pathParams(endpoint.path).length > 0 ? 0 : 1);
  };
  return endpoints.toSorted((left, right) => rank(left) - rank(right));
}
