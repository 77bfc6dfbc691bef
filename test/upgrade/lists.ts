/** Every list that can be asked for without saying more, and how many rows each has. */
import type { QueryEndpoint } from '../../api/http/endpoint.ts';
import type { Client } from '../helpers/client.ts';
import { everyEndpoint } from '../http/endpoints.ts';

export const lists = everyEndpoint.filter(
  (endpoint): endpoint is QueryEndpoint =>
    endpoint.kind === 'query' && endpoint.isList && !endpoint.path.includes('{') && !endpoint.isFileAlone,
);

export const detailsOf = (path: string): QueryEndpoint | undefined =>
  everyEndpoint.find(
    (endpoint): endpoint is QueryEndpoint =>
      endpoint.kind === 'query' && endpoint.path === `${path}/{id}` && !endpoint.isFileAlone,
  );

export interface ListAnswer {
  total: number;
  first: { id?: string } | undefined;
}

/** Undefined for a list that wants to be told more; throws for any other refusal. */
export async function askList(client: Client, path: string): Promise<ListAnswer | undefined> {
  const { status, body, text } = await client.get(`${path}?page_size=1`);
  if (status === 400) return undefined;
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`);
  return { total: (body.meta ?? body).total, first: body.data[0] };
}

// What goes on by itself: deliveries are tried again, stores asked, and reading is a use of a token.
export const moving = /webhook-deliveries|channel-pushes|audit|commands|events/;

export async function totalsOf(client: Client): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (const { path } of lists) {
    if (moving.test(path)) continue;
    const answer = await askList(client, path);
    if (answer) totals[path] = answer.total;
  }
  return totals;
}
