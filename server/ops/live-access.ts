/** Whether what is open still has its right to be: read from the database, so that it holds whoever changed it. */
import type { AccessReads } from '../../api/streams/access-watch.ts';
import type { Database } from '../../db/database.ts';
import { findLiveSignIns } from '../../db/tenancy/identities.read.ts';
import { findLiveHubs, findLiveTokens } from '../../db/tenancy/live-access.read.ts';

export function liveAccess(database: Database): AccessReads {
  return {
    liveTokens: (tokens) => findLiveTokens(database, tokens),
    liveHubs: (ids) => findLiveHubs(database, ids),
    liveSignIns: (signIns) => findLiveSignIns(database, signIns),
  };
}
