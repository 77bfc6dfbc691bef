/** How a response leaves: checked against its description, stored for replays, wrapped in its surface's envelope. */
import type { Context } from 'koa';
import { beginningOf, type PagePlace } from '../../db/page.ts';
import type { StoredResponse } from '../../queues/engine/gateway.ts';
import { asStored } from '../../queues/name.ts';
import { writeCursor } from './cursor.ts';
import type { HttpDeps } from './deps.ts';
import type { FileAnswer } from './endpoint.ts';
import type { Answer, Exchange } from './exchange.ts';
import { surfaceOf } from './surface.ts';

/**
 * A response that does not match its description throws in tests; in production one in twenty is checked, a single row
 * of it if it is a page and a few elements of each of its lists, and logged.
 */
export function checkAnswer({ deps, endpoint }: Exchange, answer: Answer): void {
  if (endpoint.kind === 'stream' || answer.kind === 'replay') return;
  if (answer.kind === 'data' && answer.status === 202) return;
  if (deps.responseCheck === 'sample' && Math.random() > 0.05) return;
  for (const value of checkedOf(answer, deps.responseCheck)) {
    // Through JSON first, so that what is checked is what the client gets (dates as text, no undefined).
    const text = JSON.stringify(value ?? null, deps.responseCheck === 'sample' ? fewOf : undefined);
    const { error } = endpoint.returns.validate(JSON.parse(text), { convert: false, context: asStored });
    if (!error) continue;
    const sentence = `${endpoint.method} ${endpoint.path} sent a response that does not match its description: ${error.message}`;
    if (deps.responseCheck === 'throw') throw new Error(sentence);
    deps.log.error({ route: endpoint.path }, sentence);
    return;
  }
}

const elementsMax = 20;

/** Of a long list some elements that lie together, anywhere in it. */
function fewOf(_name: string, value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= elementsMax) return value;
  const from = Math.floor(Math.random() * (value.length - elementsMax + 1));
  return value.slice(from, from + elementsMax);
}

// All 200 rows of a page would keep everybody else waiting for tens of milliseconds.
function checkedOf(
  answer: Exclude<Answer, { kind: 'replay' }>,
  check: HttpDeps['responseCheck'],
): readonly unknown[] {
  if (answer.kind === 'data') return [answer.data];
  if (check === 'throw' || answer.rows.length === 0) return answer.rows;
  return [answer.rows[Math.floor(Math.random() * answer.rows.length)]];
}

export async function sendAnswer(exchange: Exchange, answer: Answer): Promise<void> {
  const { ctx, query, secrets } = exchange;
  const isTenant = surfaceOf(exchange.endpoint.path) === 'tenant';
  if (answer.kind === 'replay') {
    if (answer.location) ctx.set('Location', answer.location);
    return writeJson(ctx, answer.status, answer.body);
  }
  if (answer.kind === 'page') {
    const { rows, total, total_is_exact: isExact, next } = answer;
    const place = beginningOf(query['page'] as PagePlace);
    const page = typeof place === 'number' ? place : place.page;
    const facts = { page, page_size: Number(query['page_size']), total };
    const cursor = next && writeCursor(exchange.endpoint.path, next);
    if (cursor !== null) ctx.append('Link', `<${nextPage(ctx, cursor)}>; rel="next"`);
    // v1's envelope is fixed by the contract: the Link header says where the list continues, and total_is_exact is
    // added only if the total was capped.
    const body = isTenant
      ? {
          ok: true,
          data: rows,
          meta: { ...facts, total_is_exact: isExact, next_cursor: cursor, ...asOfMeta(exchange) },
        }
      : { data: rows, ...facts, ...(isExact ? {} : { total_is_exact: isExact }) };
    return writeJson(ctx, 200, body);
  }
  const { status, data, location } = answer;
  const meta = exchange.asOf ? { ...answer.meta, ...asOfMeta(exchange) } : answer.meta;
  if (location) ctx.set('Location', location);
  const wrapped = (value: unknown): unknown =>
    isTenant ? { ok: true, data: value, ...(meta ? { meta } : {}) } : value;
  if (status === 202) return writeJson(ctx, status, wrapped(data));
  const kept = await keep(exchange, { status, body: wrapped(data), location: location ?? null });
  // Secrets are merged in after storing: a replay shows everything but them.
  if (Object.keys(secrets).length === 0) return writeJson(ctx, kept.status, kept.body);
  writeJson(ctx, status, wrapped({ ...(data as object), ...secrets }));
}

const asOfMeta = ({ asOf }: Exchange): object => (asOf ? { as_of: asOf.toISOString() } : {});

/** The same request, continuing after the cursor. */
function nextPage({ path, querystring }: Context, cursor: string): string {
  const query = new URLSearchParams(querystring);
  query.delete('page');
  query.set('cursor', cursor);
  return `${path}?${query.toString()}`;
}

async function keep({ deps, caller, keyed }: Exchange, response: StoredResponse): Promise<StoredResponse> {
  if (!keyed) return response;
  const { commandId, claim } = keyed;
  // Without the stored answer, a replay is rebuilt from the outcome, so losing this write loses nothing.
  const kept = await deps
    .storeResponse(caller.organization_id, commandId, claim, response)
    .catch(() => undefined);
  return kept ?? response;
}

function writeJson(ctx: Context, status: number, body: unknown): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(body);
}

export function sendFile(ctx: Context, answer: FileAnswer): void {
  ctx.status = 200;
  ctx.type = answer.content_type;
  // The name is ours or a document number; other characters are flattened so that they cannot break the header.
  const filename = answer.filename.replaceAll(/[^\w.-]/g, '_');
  ctx.set('Content-Disposition', `${answer.inline ? 'inline' : 'attachment'}; filename="${filename}"`);
  ctx.body = answer.file;
}
