/**
 * Ends open connections once the right they were opened with is gone: an access token revoked, expired or changed, its
 * member no longer active, its sign-in ended by the provider, a hub revoked, the organization moved to another cell. Whoever made the change, and in whichever
 * process, the rows show it: twice a second they are checked for everything open in this process, in one statement per
 * kind.
 */
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { SignIn } from '../../domain/tenancy/sign-in.ts';

/** Why something was ended: a code for programs and a sentence for people. */
export interface Ending {
  reason: 'revoked' | 'changed' | 'moved' | 'too_slow' | 'restarting';
  message: string;
}

export interface AccessWatch {
  /** Watches for a token until the returned function is called. */
  watchToken(principal: Principal, end: (ending: Ending) => void): () => void;
  /** Watches for a hub until the returned function is called. */
  watchHub(hubId: string, end: (why: 'revoked' | 'moved') => void): () => void;
  /** The process is stopping: whatever a token opened is ended now, and can be resumed at the next process. */
  stop(): void;
}

type Rights = Pick<Principal, 'permissions' | 'merchant_id'>;

interface TokenKey {
  organization_id: string;
  id: string;
}

/** What lives, and the cell to which it has been moved. */
interface Place {
  id: string;
  moved_to: string | null;
}

export interface AccessReads {
  /** Those of the tokens that are valid, with their current permissions. */
  liveTokens(keys: readonly TokenKey[]): Promise<readonly (Rights & Place)[]>;
  /** Those of the hubs that are not revoked. */
  liveHubs(ids: readonly string[]): Promise<readonly Place[]>;
  /** The places of those sign-ins that the provider has not ended. */
  liveSignIns(signIns: readonly SignIn[]): Promise<readonly number[]>;
}

const lookEveryMs = 400;
const idsPerLook = 1_000;

const revoked: Ending = { reason: 'revoked', message: 'The access token was revoked or has expired.' };
const signedOut: Ending = { reason: 'revoked', message: 'The sign-in provider has ended this sign-in.' };
const changed: Ending = {
  reason: 'changed',
  message: 'What the access token may see has changed; open the stream again.',
};

const moved = (cell: string): Ending => ({
  reason: 'moved',
  message: `The organization is in the cell ${cell} now; open the stream there with the last id as Last-Event-ID.`,
});

const restarting: Ending = {
  reason: 'restarting',
  message: 'This process is being replaced; open the stream again with the last id as Last-Event-ID.',
};

/** Rights as one text: if two are equal, their holders may see the same. */
function rightsOf({ merchant_id: merchantId, permissions }: Rights): string {
  return `${merchantId ?? ''} ${[...permissions].sort().join(' ')}`;
}

function textOf({ issuer, subject, sid, iat }: SignIn): string {
  return JSON.stringify([issuer, subject, sid, iat]);
}

interface Watchers {
  tokens: Watched<{
    key: TokenKey;
    rights: string;
    expiresAt: Date | null;
    end: (ending: Ending) => void;
  }>;
  signIns: Watched<{ signIn: SignIn; end: () => void }>;
  hubs: Watched<(why: 'revoked' | 'moved') => void>;
}

async function endLostTokens({ tokens }: Watchers, reads: AccessReads, lost: () => void): Promise<void> {
  for (const ids of tokens.batches()) {
    const found = await reads.liveTokens(
      ids.flatMap((id) =>
        tokens
          .of(id)
          .slice(0, 1)
          .map(({ key }) => key),
      ),
    );
    const live = new Map(
      found.map((token) => [token.id, { rights: rightsOf(token), movedTo: token.moved_to }]),
    );
    for (const id of ids)
      for (const { rights, expiresAt, end } of tokens.of(id)) {
        // A provider-signed token carries its own expiry; no row knows about it.
        const isOver = expiresAt !== null && expiresAt.getTime() <= Date.now();
        const now = isOver ? undefined : live.get(id);
        if (now?.rights === rights && now.movedTo === null) continue;
        lost();
        if (now?.movedTo) end(moved(now.movedTo));
        else end(now === undefined ? revoked : changed);
      }
  }
}

async function endSignedOut({ signIns }: Watchers, reads: AccessReads): Promise<void> {
  for (const ids of signIns.batches()) {
    const asked = ids.flatMap((id) => signIns.of(id).slice(0, 1)).map(({ signIn }) => signIn);
    const live = new Set(await reads.liveSignIns(asked));
    const over = asked.filter((_signIn, place) => !live.has(place));
    for (const signIn of over) for (const { end } of signIns.of(textOf(signIn))) end();
  }
}

async function endLostHubs({ hubs }: Watchers, reads: AccessReads): Promise<void> {
  for (const ids of hubs.batches()) {
    const live = new Map((await reads.liveHubs(ids)).map((hub) => [hub.id, hub.moved_to]));
    for (const id of ids) {
      const movedTo = live.get(id);
      if (movedTo !== null) for (const end of hubs.of(id)) end(movedTo === undefined ? 'revoked' : 'moved');
    }
  }
}

/**
 * `lost` is called before anything is ended, so that caches of rights are dropped first and nobody reconnects with the
 * old ones.
 */
export function createAccessWatch(reads: AccessReads, lost: () => void): AccessWatch {
  const watchers: Watchers = { tokens: new Watched(), signIns: new Watched(), hubs: new Watched() };
  const { tokens, signIns, hubs } = watchers;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const look = async (): Promise<void> => {
    try {
      await endLostTokens(watchers, reads, lost);
      await endSignedOut(watchers, reads);
      await endLostHubs(watchers, reads);
    } catch {
      // While the database is unreachable nothing is known about anybody's rights, and no events are delivered either:
      // the next check asks again.
    }
  };
  const turn = (): void => {
    timer = undefined;
    if (isStopped || tokens.size + hubs.size === 0) return;
    void look().then(wake);
  };
  const wake = (): void => {
    if (!isStopped) timer ??= setTimeout(turn, lookEveryMs);
  };

  return {
    watchToken(principal, end) {
      const key = { organization_id: principal.organization_id, id: principal.token_id };
      const leave = tokens.enter(principal.token_id, {
        key,
        rights: rightsOf(principal),
        expiresAt: principal.expires_at,
        end,
      });
      const { sign_in: signIn } = principal;
      const leaveSignIn =
        signIn &&
        signIns.enter(textOf(signIn), {
          signIn,
          end: () => {
            lost();
            end(signedOut);
          },
        });
      wake();
      // Anyone who connects while the process is stopping is told so too, once the stream is open.
      if (isStopped) setImmediate(end, restarting);
      return () => {
        leave();
        leaveSignIn?.();
      };
    },
    watchHub(hubId, end) {
      const leave = hubs.enter(hubId, end);
      wake();
      return leave;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      for (const ids of tokens.batches())
        for (const id of ids) for (const { end } of tokens.of(id)) end(restarting);
    },
  };
}

/** The watchers, by what they watch. */
class Watched<Entry> {
  readonly #entries = new Map<string, Set<Entry>>();

  get size(): number {
    return this.#entries.size;
  }

  enter(id: string, entry: Entry): () => void {
    const entries = this.#entries.get(id) ?? new Set<Entry>();
    this.#entries.set(id, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#entries.get(id) === entries) this.#entries.delete(id);
    };
  }

  /** A copy: ended watchers remove themselves while the others are being visited. */
  of(id: string): Entry[] {
    return [...(this.#entries.get(id) ?? [])];
  }

  *batches(): Generator<string[]> {
    const ids = [...this.#entries.keys()];
    for (let from = 0; from < ids.length; from += idsPerLook) yield ids.slice(from, from + idsPerLook);
  }
}
