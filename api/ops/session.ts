/**
 * A session of the ops pages: the cookie says who is logged in, encrypted, so that a stolen log or cache reveals nothing;
 * a row says that the session has not ended, so that a copy of the cookie is worth nothing after logging out.
 */
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { newId } from '../../domain/new-id.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open, seal } from '../../domain/secrets/seal.ts';
import type { SignIn } from '../../domain/tenancy/sign-in.ts';

export const sessionSecondsMax = 8 * 3600;
const place = 'ops session';

/** Who a session belongs to: the holder of this access token, or a member who signed in at the provider. */
export type SessionHolder = { token: string } | { organization_id: string; member_id: string };

interface SessionKey {
  organization_id: string;
  id: string;
}

/** Where sessions are kept, for all processes. */
export interface SessionStore {
  begin(
    session: SessionKey & { holder_id: string; sign_in: SignIn | undefined },
    seconds: number,
  ): Promise<void>;
  isLive(session: SessionKey): Promise<boolean>;
  end(session: SessionKey): Promise<void>;
}

export interface OpsSessions {
  /** Begins a session of a principal and returns its cookie. */
  begin(
    principal: Pick<Principal, 'organization_id' | 'token_id' | 'sign_in'>,
    holder: SessionHolder,
  ): Promise<string>;
  /** The holder of a live session; undefined if it was altered, is not ours, has ended or has expired. */
  holderOf(cookie: string): Promise<SessionHolder | undefined>;
  /** Who an unaltered cookie names, as a key to count by; whether its session has ended is not looked up. */
  whose(cookie: string): string | undefined;
  /** Ends the session of a cookie, in every process at once. */
  end(cookie: string): Promise<void>;
}

interface Sealed {
  session: SessionKey;
  holder: SessionHolder;
  until: number;
}

export function opsSessions(keys: KeyRing, store: SessionStore): OpsSessions {
  const read = (cookie: string): Sealed | undefined => {
    const text = open(keys, cookie, place);
    const sealed = text === undefined ? undefined : (JSON.parse(text) as Sealed);
    return sealed?.session && sealed.until > Date.now() ? sealed : undefined;
  };
  return {
    async begin({ organization_id, token_id: holderId, sign_in }, holder) {
      const session = { organization_id, id: newId() };
      await store.begin({ ...session, holder_id: holderId, sign_in }, sessionSecondsMax);
      const sealed: Sealed = { session, holder, until: Date.now() + sessionSecondsMax * 1000 };
      return seal(keys, JSON.stringify(sealed), place);
    },
    async holderOf(cookie) {
      const sealed = read(cookie);
      return sealed && (await store.isLive(sealed.session)) ? sealed.holder : undefined;
    },
    whose(cookie) {
      const holder = read(cookie)?.holder;
      return holder && ('token' in holder ? holder.token : `${holder.organization_id} ${holder.member_id}`);
    },
    async end(cookie) {
      const sealed = read(cookie);
      if (sealed) await store.end(sealed.session);
    },
  };
}
