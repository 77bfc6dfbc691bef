/**
 * `/ops/queues`: bull-board over every queue, behind the ops login. Failed jobs show their reason and can be run again.
 * The queues hold jobs of every organization, so their permissions are granted by name, to whoever runs the platform.
 */
import type { Context, Middleware } from 'koa';
import type { SidePage } from '../http/exchange.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import type { OpsLogin } from './login.ts';
import { rerunJobs, type RerunFailed } from './rerun-jobs.ts';

const basePath = '/ops/queues';

export function queueDashboard(guard: OpsLogin['guard'], producer: Producer, rerun: RerunFailed): SidePage {
  // Loaded for the first visitor: few processes are ever asked for it, and it would take up a good part of their
  // startup.
  let board: Promise<Middleware> | undefined;
  const load = async () => (await import('./bull-board.ts')).createBoardApp(basePath, producer);
  const answer: SidePage['answer'] = async (ctx, next, { requestId }) => {
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD';
    const principal = await guard(ctx, isReading ? 'ops.view' : 'ops.manage');
    if (!principal) return;
    if (await rerunJobs(ctx, ctx.path.slice(basePath.length), { principal, requestId }, producer, rerun))
      return;
    const show = await (board ??= load());
    await show(ctx, async () => next());
    if (ctx.type === 'text/html' && typeof ctx.body === 'string') stayAtHome(ctx, ctx.body);
  };
  return { under: [basePath], answer };
}

// The dashboard's page loads fonts from another company; removing that leaks nothing about its users and needs no
// internet.
const elsewhere = /<link\b[^>]*\bhref="https?:[^>]*>\s*/g;

function stayAtHome(ctx: Context, page: string): void {
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'self'; frame-ancestors 'none'",
  );
  ctx.body = page.replace(elsewhere, '');
}
