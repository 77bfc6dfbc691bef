/** A real sign-in provider for a test: the process, its key, and tokens as a person's own program gets them. */
import { fork, type ChildProcess } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SignJWT, type JWTPayload } from 'jose';
import type { ProviderSettings } from '../../api/ops/provider.ts';
import { freePort } from '../../server/free-port.ts';
import { within } from '../helpers/wait.ts';
import { Browser } from './browser.ts';

const elsewhere = 'http://127.0.0.1:9/callback';

/** Seconds since 1970, as tokens count. */
export const now = (): number => Math.floor(Date.now() / 1000);

export interface SignInProvider {
  /** What the platform is started with. */
  settings: ProviderSettings;
  key: KeyObject;
  /** Starts it for the platform there; resolves when it listens. */
  start(platformUrl: string): Promise<void>;
  stop(): Promise<void>;
  /** An ID token of the account for a client, in the browser's session at the provider. */
  idTokenOf(account: string, clientId?: string, browser?: Browser): Promise<string>;
  /** Ends the browser's session at the provider, which tells the platform. */
  logOut(browser: Browser): Promise<void>;
  /** A token of these claims beside issuer, audience, times and jti; undefined leaves one out. */
  sign(claims: Record<string, unknown>): Promise<string>;
  /** A logout token of whom or what it names. */
  logoutToken(claims: Record<string, unknown>): Promise<string>;
}

export const logoutEvents = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** The platform must know the issuer before the provider can know the platform: the port is taken first. */
export async function reserveProvider(accounts: object): Promise<SignInProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let server: ChildProcess | undefined;

  const provider: SignInProvider = {
    settings: { issuer, clientId: 'platform', clientSecret: undefined, audience: undefined },
    key: privateKey,
    async start(platformUrl) {
      const facts = {
        port,
        accounts,
        jwk: privateKey.export({ format: 'jwk' }),
        redirectUris: [`${platformUrl}/ops/oidc/callback`, elsewhere],
        logoutUri: `${platformUrl}/oidc/backchannel-logout`,
      };
      server = fork(
        fileURLToPath(new URL('./oidc-provider-main.js', import.meta.url)),
        [JSON.stringify(facts)],
        { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      );
      await within('the provider listens', once(server, 'message'));
    },
    async stop() {
      if (!server?.connected) return;
      const gone = once(server, 'exit');
      server.disconnect();
      await within('the provider is gone', gone);
    },
    async idTokenOf(account, clientId = 'platform', browser = new Browser()) {
      const verifier = randomBytes(32).toString('base64url');
      const asked = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: elsewhere,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'x',
      });
      const back = await browser.signIn(`${issuer}/auth?${asked.toString()}`, account, (url) =>
        url.startsWith(elsewhere),
      );
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          code: new URL(back).searchParams.get('code')!,
          redirect_uri: elsewhere,
          code_verifier: verifier,
        }),
      });
      return ((await answer.json()) as { id_token: string }).id_token;
    },
    async logOut(browser) {
      const page = await (await browser.get(`${issuer}/session/end`)).text();
      const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1];
      if (!xsrf) throw new Error(`The provider offers no way out: ${page.slice(0, 400)}`);
      await browser.post(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    },
    sign(claims) {
      const usual = { iss: issuer, aud: 'platform', iat: now(), exp: now() + 120, jti: randomUUID() };
      return new SignJWT({ ...usual, ...claims } as JWTPayload)
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .sign(privateKey);
    },
    logoutToken: (claims) => provider.sign({ events: logoutEvents, ...claims }),
  };
  return provider;
}
