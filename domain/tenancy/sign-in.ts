/** A person's sign-in at the provider, as one of its signed tokens tells of it. */
export interface SignIn {
  issuer: string;
  subject: string;
  /** The provider's own session, if its tokens name it. */
  sid: string | null;
  /** When the token was issued, in seconds since 1970, by the provider's clock. */
  iat: number;
}

/**
 * How old a provider's token may be, whatever it says of its own end: what the provider has ended is remembered that
 * long.
 */
export const signInSecondsMax = 24 * 3600;

/** What a provider has ended, by a logout token: one session of a person's, or all there were. */
export interface ProviderLogout {
  issuer: string;
  /** Names the logout token, which counts once. */
  jti: string;
  /** One of the two is there. With `sid`, that session alone is over. */
  subject: string | null;
  sid: string | null;
  /** When it was issued: what was issued later goes on. In seconds since 1970. */
  iat: number;
}
