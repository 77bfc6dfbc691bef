/**
 * Where the sign-in provider says who has left. The provider calls it from its own network, so it is on the API's port,
 * wherever the ops pages are.
 */
import { backchannelLogout } from '../../api/ops/backchannel-logout.ts';
import type { Provider } from '../../api/ops/provider.ts';
import type { SidePage } from '../../api/http/exchange.ts';
import type { Database } from '../../db/database.ts';
import { recordLogout } from '../../db/tenancy/identities.write.ts';

/** None without a provider. `forget` drops what this process remembers of principals. */
export function logoutPages(
  database: Database,
  provider: Provider | undefined,
  forget: () => void,
): SidePage[] {
  if (!provider) return [];
  return [
    backchannelLogout(provider, async (logout) => {
      const isNew = await recordLogout(database, logout);
      forget();
      return isNew;
    }),
  ];
}
