/** What api/main.ts gives the HTTP machinery, which itself knows no resource, no queue engine and no worker. */
import type { Logger } from 'pino';
import type { ReportReads } from '../../db/report-reads.ts';
import type { Database } from '../../db/database.ts';
import type { Gateway, StoredResponse } from '../../queues/engine/gateway.ts';
import type { IdempotencyClaim } from '../../queues/engine/accepted-command.ts';
import type { Authenticator } from './authenticate.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import type { AccessWatch } from '../streams/access-watch.ts';
import type { EventFollower } from '../streams/event-follower.ts';
import type { FileStore, KeptFile } from '../files/file-store.ts';
import type { RequestMetrics } from './metrics.ts';

export interface HttpDeps {
  database: Database;
  /** Reports and exports, from a standby where there is one. */
  reports: ReportReads;
  gateway: Gateway;
  authenticator: Authenticator;
  clientAddress: ClientAddress;
  /** Where the bytes of files are kept. */
  files: FileStore;
  /** Stores what an organization uploads. Refuses 409 STORAGE_FULL when that is more than it may. */
  keep(organizationId: string, files: readonly KeptFile[]): Promise<void>;
  /** Ends streams whose token is no longer valid. */
  access: AccessWatch;
  /** Reads new events once for all streams of the process. */
  events: EventFollower;
  metrics: RequestMetrics;
  /** Aborted once the process is to stop: it is not ready for more. */
  leaving: AbortSignal;
  log: Logger;
  /** Encrypts a text, bound to the place it will be kept in. */
  seal(text: string, place: string): string;
  /** Whether tenants may direct the platform to private addresses. */
  isPrivateAllowed: boolean;
  /**
   * `throw` in tests and development; `sample` in production: one response in twenty is checked, and violations are
   * logged.
   */
  responseCheck: 'throw' | 'sample';
  storeResponse(
    organizationId: string,
    commandId: string,
    claim: IdempotencyClaim,
    response: StoredResponse,
  ): Promise<StoredResponse | undefined>;
}
