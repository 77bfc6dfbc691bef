/**
 * Sign-in of people at their own OpenID Connect provider: the authorization code flow with PKCE for the ops pages, and the
 * provider's signed tokens as bearers on the API. What the provider says is verified against the keys it publishes; what a
 * person may do, the member's roles say. Tokens of ours stay for machines.
 */
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import type { Identity } from '../../db/tenancy/identities.read.ts';
import { Refusal } from '../../domain/refusals.ts';

export interface ProviderSettings {
  /** The provider's issuer URL: what its discovery document and its tokens name. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** What bearers on the API must be for, beside the client itself. */
  audience: string | undefined;
}

/** What is kept between the way to the provider and the way back, in a sealed cookie. */
export interface Attempt {
  verifier: string;
  state: string;
  nonce: string;
  next: string;
}

export interface Provider {
  readonly issuer: string;
  /** Where to send the person, and what to keep until they come back. Refuses 503 while the provider is away. */
  begin(redirectUri: string, next: string): Promise<{ url: string; attempt: Attempt }>;
  /** Who came back. Refuses 401 what does not fit the attempt. */
  finish(callback: URL, attempt: Attempt): Promise<Identity>;
  /** The person behind a signed token; undefined when it is not one of this provider's for us, or over. */
  verify(token: string): Promise<(Identity & { expires_at: Date }) | undefined>;
}

const signatures = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];
const clockToleranceSeconds = 5;
const answerSecondsMax = 5;

export function openProvider(settings: ProviderSettings): Provider {
  const { issuer, clientId, clientSecret, audience } = settings;
  const isPlain = new URL(issuer).protocol === 'http:';
  let discovered: Promise<client.Configuration> | undefined;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  // Looked for when first needed, so that the platform starts while the provider is away; a failure is not remembered.
  const discover = (): Promise<client.Configuration> => {
    discovered ??= client
      .discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        clientSecret ? undefined : client.None(),
        // Only a provider on this machine may be without TLS; the settings refuse any other.
        { timeout: answerSecondsMax, ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}) },
      )
      .catch((fault: unknown) => {
        discovered = undefined;
        throw fault;
      });
    return discovered;
  };
  const away = (): Refusal =>
    new Refusal('UNAVAILABLE', 'The sign-in provider cannot be reached just now; try again shortly.');

  return {
    issuer,
    async begin(redirectUri, next) {
      const config = await discover().catch(() => {
        throw away();
      });
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
      const config = await discover().catch(() => {
        throw away();
      });
      const granted = await client
        .authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        .catch(() => {
          throw new Refusal('UNAUTHENTICATED', 'The provider did not confirm this sign-in; begin it again.');
        });
      const claims = granted.claims();
      if (!claims) throw new Refusal('UNAUTHENTICATED', 'The provider did not say who signed in.');
      // Some providers keep the address to the user's own endpoint.
      const more =
        claims['email'] === undefined
          ? await client
              .fetchUserInfo(config, granted.access_token, claims.sub)
              .catch((): Record<string, unknown> => ({}))
          : {};
      return identityOf(issuer, { ...more, ...claims });
    },
    async verify(token) {
      const config = await discover().catch(() => {
        throw away();
      });
      const { jwks_uri: uri } = config.serverMetadata();
      if (!uri) return undefined;
      keys ??= createRemoteJWKSet(new URL(uri), { timeoutDuration: answerSecondsMax * 1000 });
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience: audience ? [audience, clientId] : clientId,
          algorithms: signatures,
          clockTolerance: clockToleranceSeconds,
          requiredClaims: ['sub', 'exp'],
        });
        return { ...identityOf(issuer, payload), expires_at: new Date(payload.exp! * 1000) };
      } catch {
        return undefined;
      }
    },
  };
}

function identityOf(issuer: string, claims: JWTPayload | Record<string, unknown>): Identity {
  const { sub, email, email_verified: isVerified } = claims as Record<string, unknown>;
  return {
    issuer,
    subject: String(sub),
    email: isVerified === true && typeof email === 'string' ? email : undefined,
  };
}
