/** Keeps the sessions of the ops pages in the database, so that one that ends is over in every process. */
import type { SessionStore } from '../../api/ops/session.ts';
import type { Database } from '../../db/database.ts';
import { beginSession, endSession, isSessionLive } from '../../db/tenancy/ops-sessions.write.ts';

export function sessionStore(database: Database): SessionStore {
  return {
    begin: (session, seconds) => beginSession(database, session, seconds),
    isLive: (session) => isSessionLive(database, session),
    end: (session) => endSession(database, session),
  };
}
