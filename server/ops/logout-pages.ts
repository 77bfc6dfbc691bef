/**
 * Where the sign-in provider says who has left. The provider calls it from its own network, so it is on the API's port,
 * wherever the ops pages are.
 */
import { backchannelLogout, toldByCell } from '../../api/ops/backchannel-logout.ts';
import type { Provider } from '../../api/ops/provider.ts';
import type { SidePage } from '../../api/http/exchange.ts';
import type { Database } from '../../db/database.ts';
import { recordLogout } from '../../db/tenancy/identities.write.ts';
import type { ProviderLogout } from '../../domain/tenancy/sign-in.ts';
import type { Cell } from '../config.ts';

/** None without a provider. `forget` drops what this process remembers of principals. */
export function logoutPages(
  database: Database,
  provider: Provider | undefined,
  otherCells: readonly Cell[],
  forget: () => void,
): SidePage[] {
  if (!provider) return [];
  const end = async (logout: ProviderLogout): Promise<boolean> => {
    const isNew = await recordLogout(database, logout);
    forget();
    return isNew;
  };
  const tellOthers = async (token: string): Promise<string[]> => {
    const told = await Promise.all(otherCells.map((cell) => tell(cell, token)));
    return otherCells.filter((_cell, at) => !told[at]).map(({ name }) => name);
  };
  return [backchannelLogout(provider, { end, tellOthers: otherCells.length > 0 ? tellOthers : undefined })];
}

const answerMsMax = 3_000;

/** Whether the cell has it: what is wrong with the token, or that it was there before, is for it to judge. */
async function tell({ url }: Cell, token: string): Promise<boolean> {
  const answer = await fetch(new URL('/oidc/backchannel-logout', url), {
    method: 'POST',
    headers: { [toldByCell]: 'yes' },
    body: new URLSearchParams({ logout_token: token }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMsMax),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200 || answer?.status === 400;
}
