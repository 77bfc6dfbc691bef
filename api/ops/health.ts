/** `/healthz` (the process is alive) and `/readyz` (whether it can do its work, and if not, what is missing). */
import { isDatabaseServing } from '../../db/engine/backlog.read.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import type { HttpDeps } from '../http/deps.ts';
import type { SidePage } from '../http/exchange.ts';
import { answersInTime } from './answers-in-time.ts';
import { sharedLook } from './shared-look.ts';

/**
 * `/healthz` and `/readyz`, which a process that is leaving answers with no while it goes on serving. Without details it
 * says only yes or no: what is down is for the operator to know.
 */
export function healthPages(
  parts: HttpDeps,
  producer: Producer,
  { hasDetails }: { hasDetails: boolean },
): SidePage {
  const database = sharedLook(() => isDatabaseServing(parts.database));
  const queue = sharedLook(() => producer.assertTaking());
  const files = sharedLook(() => parts.files.assertTaking());
  const answer: SidePage['answer'] = async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/healthz') {
      ctx.body = { ok: true };
    } else if (ctx.path === '/readyz') {
      const looks = [database(), queue(), files()].map((look) => answersInTime(look));
      const [isServing = false, isTaking = false, isStoring = false] = await Promise.all(looks);
      const checks = { database: isServing, queue: isTaking, files: isStoring };
      // Without room for files all but uploads goes on: that is told, and takes nobody out of service.
      const isReady = isServing && isTaking && !parts.leaving.aborted;
      ctx.status = isReady ? 200 : 503;
      ctx.body = { ok: isReady, ...(hasDetails ? { checks } : {}) };
    } else {
      await next();
    }
  };
  return { under: ['/healthz', '/readyz'], answer };
}
