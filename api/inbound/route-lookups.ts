/**
 * Looks up where webhooks go, many at a time: those that arrive while a look-up is running share the next one. Each
 * sees the connections as they are after it arrived, so nothing is cached and nothing goes stale.
 */
import type { Database } from '../../db/database.ts';
import { findWebhookRoutes, type WebhookRoute } from '../../db/integration/routes.read.ts';

/** The candidates for a shop's domain (normalised), the connection with that domain first. */
export type LookUpRoutes = (connector: string, domain: string) => Promise<WebhookRoute[]>;

const domainsMax = 100;
// While one look-up waits for the database, the next is assembled.
const lookUpsAtOnce = 2;

interface Waiting {
  connector: string;
  domain: string;
  resolve(routes: WebhookRoute[]): void;
  reject(fault: unknown): void;
}

/** A store that nobody names can only be guessed where every organization is here. */
export function batchRouteLookUps(database: Database, isOnlyCell: boolean): LookUpRoutes {
  const waiting: Waiting[] = [];
  let running = 0;

  const runBatch = async (): Promise<void> => {
    if (running >= lookUpsAtOnce) return;
    const connector = waiting[0]?.connector;
    if (connector === undefined) return;
    const batch: Waiting[] = [];
    while (waiting[0]?.connector === connector && batch.length < domainsMax) batch.push(waiting.shift()!);
    running += 1;
    try {
      const domains = [...new Set(batch.map(({ domain }) => domain))];
      const found = await findWebhookRoutes(database, connector, domains, isOnlyCell);
      for (const { domain, resolve } of batch) resolve(found.get(domain)!);
    } catch (fault) {
      for (const { reject } of batch) reject(fault);
    } finally {
      running -= 1;
      if (waiting.length > 0) void runBatch();
    }
  };

  return (connector, domain) =>
    new Promise((resolve, reject) => {
      waiting.push({ connector, domain, resolve, reject });
      setImmediate(() => void runBatch());
    });
}
