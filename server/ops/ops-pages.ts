/** What an operator sees: health, metrics, the sign-in, stuck commands, queues and the consoles. */
import type { HttpDeps } from '../../api/http/deps.ts';
import type { SidePage } from '../../api/http/exchange.ts';
import { consolePages } from '../../api/ops/console-pages.ts';
import { healthPages } from '../../api/ops/health.ts';
import { opsLogin } from '../../api/ops/login.ts';
import { metricsPage } from '../../api/ops/metrics-page.ts';
import type { Provider } from '../../api/ops/provider.ts';
import { overviewPage } from '../../api/ops/overview.ts';
import { providerSignIn } from '../../api/ops/provider-sign-in.ts';
import { queueDashboard } from '../../api/ops/queue-dashboard.ts';
import { opsSessions } from '../../api/ops/session.ts';
import { shelvesPage } from '../../api/ops/shelves.ts';
import { stuckPages } from '../../api/ops/stuck.ts';
import { keyRing, type PlatformSecrets } from '../../domain/secrets/platform-keys.ts';
import type { RunnerDeps } from '../../workers/engine/run-command.ts';
import type { Cell } from '../config.ts';
import type { Engine } from '../open-engine.ts';
import { canceller, putAside } from './canceller.ts';
import type { identifyPeople } from './identify-people.ts';
import { rerunner } from './rerunner.ts';
import { sessionStore } from './session-store.ts';

export function opsPages(
  {
    secrets,
    otherCells = [],
    opsPort,
  }: {
    secrets: PlatformSecrets;
    otherCells?: readonly Cell[] | undefined;
    opsPort?: number | undefined;
  },
  { database, producer, announcer }: Engine,
  parts: HttpDeps,
  runner: RunnerDeps,
  signedIn: { provider: Provider; people: ReturnType<typeof identifyPeople> } | undefined,
): SidePage[] {
  const sessionKeys = keyRing(secrets, 'ops session');
  const signIn = signedIn && providerSignIn(signedIn.provider, signedIn.people.findPerson, sessionKeys);
  const login = opsLogin(parts.authenticator, opsSessions(sessionKeys, sessionStore(database)), signIn);
  const rerun = rerunner(database, producer);
  return [
    healthPages(parts, producer, { hasDetails: true }),
    metricsPage(parts, producer),
    login.pages,
    stuckPages(login.guard, {
      database,
      producer,
      rerun,
      putAside: putAside(database),
      cancel: canceller(runner, announcer),
      otherCells,
      isApart: opsPort !== undefined,
    }),
    queueDashboard(login.guard, producer, rerun),
    overviewPage(login.guard, database),
    shelvesPage(login.guard, database),
    consolePages(login),
  ];
}
