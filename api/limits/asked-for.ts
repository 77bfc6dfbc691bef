/** What a request asks for, as far as its limits depend on it: an answer, a stream of events, or a file. */
import type { ConcurrencyQuota } from '../../domain/tenancy/quotas.ts';
import type { QueryEndpoint, StreamEndpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';

/** A stream is one by itself; a query with one gives it to who accepts events. */
export function streamOf(
  { ctx }: Exchange,
  endpoint: QueryEndpoint | StreamEndpoint,
): StreamEndpoint['open'] | undefined {
  if (endpoint.kind === 'stream') return endpoint.open;
  return endpoint.stream && ctx.get('accept').includes('text/event-stream') ? endpoint.stream : undefined;
}

/** The quota a request counts against while it is under way. */
export function quotaOf(exchange: Exchange): ConcurrencyQuota {
  const { endpoint } = exchange;
  if (endpoint.kind === 'command' || endpoint.kind === 'query') {
    if (endpoint.takes) return endpoint.takes;
  }
  if ((endpoint.kind === 'query' || endpoint.kind === 'stream') && streamOf(exchange, endpoint))
    return 'streams';
  return isExport(exchange) ? 'exports' : 'requests_at_once';
}

/** Whether the answer will be a file: the query names its format, or the header the type. */
export function isExport({ ctx, endpoint }: Exchange): boolean {
  if (endpoint.kind !== 'query' || endpoint.files.length === 0) return false;
  const { format } = ctx.query;
  if (format !== undefined) return format !== 'json';
  const accepted = (ctx.get('accept') || '*/*').split(',')[0]!.split(';')[0]!.trim();
  return endpoint.files.includes(accepted);
}
