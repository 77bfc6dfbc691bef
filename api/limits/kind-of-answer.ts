/** What a request asks for, as far as its limits depend on it: a response, a stream of events, or a file. */
import type { ConcurrencyQuota } from '../../domain/tenancy/quotas.ts';
import type { QueryEndpoint, StreamEndpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';

/** A stream endpoint always is one; a query that offers one streams to clients that accept events. */
export function streamOf(
  { ctx }: Exchange,
  endpoint: QueryEndpoint | StreamEndpoint,
): StreamEndpoint['open'] | undefined {
  if (endpoint.kind === 'stream') return endpoint.open;
  return endpoint.stream && ctx.get('accept').includes('text/event-stream') ? endpoint.stream : undefined;
}

/** The quota a request counts against while it runs. */
export function quotaOf(exchange: Exchange): ConcurrencyQuota {
  const { endpoint } = exchange;
  if (endpoint.kind === 'command' || endpoint.kind === 'query') {
    if (endpoint.takes) return endpoint.takes;
  }
  if ((endpoint.kind === 'query' || endpoint.kind === 'stream') && streamOf(exchange, endpoint))
    return 'streams';
  return isExport(exchange) || isCountedWhole(exchange) ? 'exports' : 'requests_at_once';
}

/** An exact total keeps a connection for as long as a file does. */
function isCountedWhole({ ctx, endpoint }: Exchange): boolean {
  return endpoint.kind === 'query' && endpoint.isList && ctx.query['total'] === 'exact';
}

/** Whether the response will be a file: its endpoint has no other, the query names its format, or the Accept header its type. */
export function isExport({ ctx, endpoint }: Exchange): boolean {
  if (endpoint.kind !== 'query' || endpoint.files.length === 0) return false;
  if (endpoint.takes === 'exports') return true;
  const { format } = ctx.query;
  if (format !== undefined) return format !== 'json';
  const accepted = (ctx.get('accept') || '*/*').split(',')[0]!.split(';')[0]!.trim();
  return endpoint.files.includes(accepted);
}
