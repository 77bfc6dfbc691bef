import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { StateDocument } from '../state/document.ts';

/** Programs that may be paired at the same time; a new one replaces the oldest. */
const tokensMax = 100;

export interface PairedProgram {
  id: string;
  /** SHA-256 of the token; the token itself is shown once and not stored. */
  hash: string;
  /** The web origin that paired, or `null` for a local program. The token is valid for no other. */
  origin: string | null;
  created_at: string;
}

/** The programs paired with this hub. */
export class Tokens {
  readonly #document: StateDocument<{ tokens: PairedProgram[] }>;

  constructor(document: StateDocument<{ tokens: PairedProgram[] }>) {
    this.#document = document;
  }

  get list(): readonly PairedProgram[] {
    return this.#document.value.tokens;
  }

  /** Creates a token of 32 random bytes for an origin. */
  async issue(origin: string | null): Promise<{ token: string; id: string }> {
    const token = randomBytes(32).toString('base64url');
    const program = { id: randomUUID(), hash: hashOf(token), origin, created_at: new Date().toISOString() };
    await this.#document.change(({ tokens }) => ({ tokens: [...tokens, program].slice(-tokensMax) }));
    return { token, id: program.id };
  }

  /** The id for a token presented by this origin, or `null`. */
  check(token: string, origin: string | null): string | null {
    const hash = hashOf(token);
    return this.list.find((program) => program.hash === hash && program.origin === origin)?.id ?? null;
  }

  isValid(id: string): boolean {
    return this.list.some((program) => program.id === id);
  }

  isPairedOrigin(origin: string | null): boolean {
    return this.list.some((program) => program.origin === origin);
  }

  async revoke(id: string): Promise<void> {
    await this.#document.change(({ tokens }) => ({ tokens: tokens.filter((program) => program.id !== id) }));
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
