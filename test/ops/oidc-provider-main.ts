/** A sign-in provider in a process of its own: tells its parent when it listens, and ends with it. */
import Provider from 'oidc-provider';

interface Account {
  email: string;
  email_verified: boolean;
}

const { port, redirectUris, logoutUri, jwk, accounts } = JSON.parse(process.argv[2]!) as {
  port: number;
  redirectUris: string[];
  logoutUri: string;
  jwk: Record<string, string>;
  accounts: Record<string, Account>;
};

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'platform',
      token_endpoint_auth_method: 'none',
      redirect_uris: redirectUris,
      backchannel_logout_uri: logoutUri,
      backchannel_logout_session_required: true,
      id_token_signed_response_alg: 'ES256',
    },
    {
      client_id: 'stranger',
      token_endpoint_auth_method: 'none',
      redirect_uris: redirectUris,
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...jwk, kty: 'EC', kid: 'one', use: 'sig', alg: 'ES256' }] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  cookies: { keys: ['the cookies of a test'] },
  // Its own forms: whoever enters a name is that account.
  features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
  // Its own one refuses to call this machine.
  fetch: (url, { method, headers, body, redirect, signal }: RequestInit = {}) =>
    globalThis.fetch(url, { method, headers, body, redirect, signal } as RequestInit),
  findAccount: (_ctx: unknown, id: string) => {
    const account = accounts[id];
    return account && { accountId: id, claims: () => ({ sub: id, name: id, ...account }) };
  },
});
provider.listen(port, '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
