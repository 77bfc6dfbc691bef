/**
 * Sign-in for people through their own OpenID Connect provider: the authorization code flow with PKCE for the ops
 * pages, and the provider's signed tokens as bearer tokens on the API. What the provider says is verified against the
 * keys it publishes; the member's roles decide what a person may do. The provider also says when a person has left (its
 * logout tokens). Our own tokens are for machines.
 */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { complaintOf, logoutOf, wrongLogout } from './logout-token.ts';
import type { Identity } from '../../db/tenancy/identities.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { signInSecondsMax, type ProviderLogout } from '../../domain/tenancy/sign-in.ts';

export interface ProviderSettings {
  /** The provider's issuer URL: what its discovery document and its tokens name. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** The audience bearer tokens on the API must have, other than the client itself. */
  audience: string | undefined;
}

/** The sign-in state between leaving for the provider and coming back, in an encrypted cookie. */
export interface Attempt {
  verifier: string;
  state: string;
  nonce: string;
  next: string;
}

export interface Provider {
  readonly issuer: string;
  /** Where to send the person, and what to keep until they return. Refuses 503 if the provider cannot be reached. */
  begin(redirectUri: string, next: string): Promise<{ url: string; attempt: Attempt }>;
  /** Who came back. Refuses 401 if the response does not match the attempt. */
  finish(callback: URL, attempt: Attempt): Promise<Identity>;
  /**
   * The person behind a signed token; undefined if it is not this provider's token for us, or has expired. Refuses 503
   * if the provider's keys cannot be read.
   */
  verify(token: string): Promise<(Identity & { expires_at: Date }) | undefined>;
  /**
   * What a logout token ends (OpenID Connect Back-Channel Logout 1.0, 2.6). Refuses 400 with what is wrong with it, and
   * 503 if the provider's keys cannot be read.
   */
  readLogout(logoutToken: string): Promise<ProviderLogout>;
}

const signatures = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];
const clockToleranceSeconds = 5;
const answerSecondsMax = 5;

/** What is known about the provider: what its discovery document says, and the tokens its keys verify. */
function connectTo({ issuer, clientId, clientSecret }: ProviderSettings) {
  const isPlain = new URL(issuer).protocol === 'http:';
  let discovered: Promise<client.Configuration> | undefined;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  // Discovered on first use, so that the platform starts while the provider is down; a failure is not cached.
  const discover = (): Promise<client.Configuration> => {
    discovered ??= client
      .discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        clientSecret ? undefined : client.None(),
        // Only a provider on this machine may do without TLS; the configuration refuses any other.
        { timeout: answerSecondsMax, ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}) },
      )
      .catch((fault: unknown) => {
        discovered = undefined;
        throw fault;
      });
    return discovered;
  };
  /** Refuses 503 if the provider cannot be reached. */
  const configuration = (): Promise<client.Configuration> =>
    discover().catch(() => {
      throw away();
    });

  /** The claims of a token that the provider signed for one of the audiences, and not too long ago. */
  const read = async (token: string, audiences: string[], claims: string[]): Promise<JWTPayload> => {
    const config = await configuration();
    const { jwks_uri: uri } = config.serverMetadata();
    if (!uri) throw away();
    keys ??= createRemoteJWKSet(new URL(uri), { timeoutDuration: answerSecondsMax * 1000 });
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: audiences,
        algorithms: signatures,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: signInSecondsMax,
        requiredClaims: claims,
      });
      return payload;
    } catch (fault) {
      // Nothing is known to be wrong with the token, so its bearer is not guessing.
      throw areKeysAway(fault) ? away() : fault;
    }
  };

  return { configuration, read };
}

export function openProvider(settings: ProviderSettings): Provider {
  const { issuer, clientId, audience } = settings;
  const { configuration, read } = connectTo(settings);
  return {
    issuer,
    async begin(redirectUri, next) {
      const config = await configuration();
      const attempt: Attempt = {
        verifier: client.randomPKCECodeVerifier(),
        state: client.randomState(),
        nonce: client.randomNonce(),
        next,
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { url: url.href, attempt };
    },
    async finish(callback, { verifier, state, nonce }) {
      const config = await configuration();
      const granted = await client
        .authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        .catch(() => {
          throw new Refusal('UNAUTHENTICATED', 'The provider did not confirm this sign-in; start again.');
        });
      const claims = granted.claims();
      if (!claims) throw new Refusal('UNAUTHENTICATED', 'The provider did not say who signed in.');
      // Some providers return the e-mail address only from the userinfo endpoint.
      const more =
        claims['email'] === undefined
          ? await client
              .fetchUserInfo(config, granted.access_token, claims.sub)
              .catch((): Record<string, unknown> => ({}))
          : {};
      return identityOf(issuer, { ...more, ...claims });
    },
    async verify(token) {
      const payload = await read(token, audience ? [audience, clientId] : [clientId], ['sub', 'exp']).catch(
        unlessRefused(() => undefined),
      );
      // A logout token is signed for the same client, and is no sign-in.
      if (!payload || payload['events'] !== undefined) return undefined;
      const until = Math.min(payload.exp!, payload.iat! + signInSecondsMax);
      return { ...identityOf(issuer, payload), expires_at: new Date(until * 1000) };
    },
    async readLogout(logoutToken) {
      const payload = await read(logoutToken, [clientId], ['exp', 'jti']).catch(
        unlessRefused((fault) => {
          throw wrongLogout(complaintOf(fault));
        }),
      );
      return logoutOf(issuer, payload);
    },
  };
}

function away(): Refusal {
  return new Refusal('UNAVAILABLE', 'The sign-in provider cannot be reached just now; try again shortly.');
}

/** Whether a verification failed because the provider's keys could not be read. */
function areKeysAway(fault: unknown): boolean {
  if (fault instanceof errors.JOSEError)
    return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(fault.code);
  return fault instanceof TypeError && fault.message === 'fetch failed';
}

function unlessRefused<T>(answer: (fault: unknown) => T): (fault: unknown) => T {
  return (fault) => {
    if (fault instanceof Refusal) throw fault;
    return answer(fault);
  };
}

function identityOf(issuer: string, claims: JWTPayload): Identity {
  const { sub, sid, iat, email, email_verified: isVerified } = claims;
  return {
    issuer,
    subject: String(sub),
    sid: typeof sid === 'string' ? sid : null,
    iat: iat!,
    email: isVerified === true && typeof email === 'string' ? email : undefined,
  };
}
