/** The Koa application over a list of endpoints. An endpoint without a permission is refused at startup. */
import Koa from 'koa';
import { deprecationProblem } from '../../domain/deprecation.ts';
import type { HttpDeps } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import { isClientAbort } from './errors.ts';
import { Exchange, runStages, type Mounted, type SidePage } from './exchange.ts';
import { endpointFinder } from './find-endpoint.ts';
import { stages } from './pipeline.ts';
import { compileView } from './present.ts';
import { createSharedReads } from '../../db/shared-reads.ts';
import { createQuotaGate } from '../limits/quotas.ts';

/** `pages` are everything besides the two API surfaces: health, description, dashboards, the hub connections. */
export function createApp(deps: HttpDeps, endpoints: readonly Endpoint[], pages: readonly SidePage[]): Koa {
  for (const endpoint of endpoints) {
    assertMountable(endpoint);
    if (endpoint.kind !== 'stream') compileView(endpoint.returns);
  }
  deps.metrics.expect(endpoints.map(({ path }) => path));
  // Koa may trust the forwarding headers it sees: the first stage removes those of untrusted senders and determines the
  // client's address.
  const app = new Koa({ proxy: true });
  app.on('error', (fault: unknown) => {
    // A client that disconnects is not our failure, and logging the parser's error would put the client's token into
    // the log.
    if (!isClientAbort(fault)) deps.log.error({ err: fault }, 'a response failed');
  });
  const mounted: Mounted = {
    deps,
    quotas: createQuotaGate(),
    sharedReads: createSharedReads(deps.database),
    find: endpointFinder(endpoints),
    pages,
  };
  app.use((ctx) => runStages(stages, new Exchange(ctx, mounted)));
  return app;
}

function assertMountable({ method, path, permission, summary, deprecated }: Endpoint): void {
  const problem = deprecated && deprecationProblem(deprecated);
  if (problem) throw new Error(`${method} ${path} is deprecated against the rule: ${problem}.`);
  const isOpen = typeof permission === 'object' && 'open' in permission;
  const isGuarded = isOpen ? permission.reason.length > 0 : permission !== undefined && permission.length > 0;
  if (!isGuarded || !summary)
    throw new Error(`${method} ${path} has no permission (or no summary), so it cannot be mounted.`);
}
