/**
 * `POST /oidc/backchannel-logout`: the sign-in provider says that a person has left, or that one of their sessions there
 * is over (OpenID Connect Back-Channel Logout 1.0). It carries no token of ours: the provider's signature in its form
 * is what counts, and an address that sends wrong ones is soon not heard.
 */
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import type { ProviderLogout } from '../../domain/tenancy/sign-in.ts';
import type { SidePage } from '../http/exchange.ts';
import { readRawBody } from '../http/read-body.ts';
import { countedAddress } from '../limits/client-address.ts';
import { limitingFailures } from '../limits/failed-attempts.ts';
import { rateLimited } from '../limits/quotas.ts';
import { wrongLogout } from './logout-token.ts';
import type { Provider } from './provider.ts';

const path = '/oidc/backchannel-logout';
const formType = 'application/x-www-form-urlencoded';
const formBytesMax = 16 * 1024;
// What a provider sends is right; the limit exists so that strangers cost us nothing.
const refusedPerMinute = 60;

/** Says that it comes from another cell, which tells all others by itself. */
export const toldByCell = 'x-told-by-cell';

export interface LogoutParts {
  /** False to a token seen before. */
  end(logout: ProviderLogout): Promise<boolean>;
  /** Passes the token on to all other cells; undefined if there are none. Returns the names of those not reached. */
  tellOthers: ((token: string) => Promise<string[]>) | undefined;
}

/**
 * Answers 200 once the logout is on disk, here and in every other cell, and 400 with what is wrong with the token. Refuses
 * 429 to an address that sent too many wrong ones, and 503 while the provider's keys cannot be read or a cell is not
 * reached: sent again, it is passed on again.
 */
export function backchannelLogout(
  provider: Pick<Provider, 'readLogout'>,
  { end, tellOthers }: LogoutParts,
): SidePage {
  const counted = limitingFailures({
    perMinute: refusedPerMinute,
    isCounted: () => true,
    refuse: rateLimited,
  });

  const take = async (ctx: Context): Promise<void> => {
    const token = await logoutTokenIn(ctx);
    const isNew = await end(await provider.readLogout(token));
    const tell = ctx.get(toldByCell) === '' ? tellOthers : undefined;
    if (!isNew && !tell) throw wrongLogout('was taken before (its jti is known)');
    const missed = (await tell?.(token)) ?? [];
    if (missed.length > 0)
      throw new Refusal('UNAVAILABLE', `Not told to ${missed.join(', ')}; send it again.`);
  };

  return {
    under: [path],
    async answer(ctx, next) {
      if (ctx.path !== path) return next();
      if (ctx.method !== 'POST') {
        ctx.set('Allow', 'POST');
        throw new Refusal('METHOD_NOT_ALLOWED', 'A logout token is sent here by POST.');
      }
      await counted(countedAddress(ctx.ip), () => take(ctx));
      ctx.status = 200;
      ctx.body = '';
    },
  };
}

async function logoutTokenIn(ctx: Context): Promise<string> {
  if (!ctx.is(formType))
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', `A logout token is sent as a form (${formType}).`);
  const form = new URLSearchParams((await readRawBody(ctx.req, formBytesMax)).toString('utf8'));
  const [token, ...more] = form.getAll('logout_token');
  if (!token || more.length > 0) throw wrongLogout('must be in the form once, as logout_token');
  return token;
}
