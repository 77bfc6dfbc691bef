/** Opens a pool of connections: what each of them is told when it begins, and how long anything may wait. */
import knex, { type Knex } from 'knex';
import {
  keepReasonOfEnd,
  pipelined,
  PipelinedPostgresClient,
  PreparedPostgresClient,
} from './prepared-client.ts';
import { roleSettings } from '../roles.ts';

export interface PoolSettings {
  /**
   * Whether the connection goes through a pooler in transaction mode, which keeps neither named statements nor session
   * settings.
   */
  isPooled?: boolean;
  applicationName: string;
  /** How long a transaction waits for a connection before it fails; 5 s when omitted. */
  acquireMsMax?: number;
  /** Whether no statement may go unanswered for longer than the server allows it, in a transaction either. */
  isStandby?: boolean;
}

// Nothing waits forever: not a statement, a lock, or an idle transaction. Behind a pooler the same is set on the roles.
const sessionOptions = Object.entries(roleSettings)
  .map(([setting, value]) => `-c ${setting}=${value}`)
  .join(' ');

export function openPool(
  connectionString: string,
  max: number,
  { applicationName, isPooled = false, acquireMsMax = 5_000, isStandby = false }: PoolSettings,
): Knex {
  return knex({
    client: (isPooled ? PipelinedPostgresClient : PreparedPostgresClient) as never,
    connection: {
      ...pipelined,
      isStandby,
      connectionString,
      ...(isPooled ? {} : { options: sessionOptions }),
      application_name: applicationName,
      // Notices within half a minute that the other machine is gone, instead of the operating system's two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    } as never,
    acquireConnectionTimeout: acquireMsMax,
    // For each connection a restart closed Knex would print plain text among the JSON lines; faults are logged anyway.
    log: { warn: () => {} },
    pool: {
      min: 0,
      max,
      // Without a listener, an error on an idle connection (a Postgres restart) would end the process.
      afterCreate: (
        connection: NodeJS.EventEmitter,
        done: (error: Error | null, connection: unknown) => void,
      ) => {
        keepReasonOfEnd(connection);
        done(null, connection);
      },
    },
  });
}
