/** The superuser's pool. Loaded by a file's first use of it (join-platform.ts): many use none. */
import pg from 'pg';
import { readMoments } from '../../db/driver/moment-of.ts';

readMoments();

export function openOwner(connectionString: string): pg.Pool {
  // Tests of a file that each hold a connection must fail rather than wait for each other's.
  const owner = new pg.Pool({ connectionString, max: 8, connectionTimeoutMillis: 30_000 });
  owner.on('error', () => {});
  return owner;
}
