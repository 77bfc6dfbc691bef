import { randomInt, timingSafeEqual } from 'node:crypto';
import { HubError } from '../hub-error.ts';

const codeMs = 5 * 60_000;
const triesMax = 5;
const lockMsFirst = 60_000;
const lockMsMax = 64 * 60_000;

export interface PairingCode {
  code: string;
  expires_at: number;
}

/**
 * The six digits a person reads from the hub and types into a program. One code at a time, valid for five minutes and
 * one use. Five wrong tries, by whomever, void it and lock pairing for 60 s, doubling up to 64 min until somebody
 * pairs.
 */
export class Pairing {
  #current: PairingCode | null = null;
  #tries = 0;
  #lockedUntil = 0;
  #lockMs = lockMsFirst;

  /** Creates a code because a person asked; the previous one becomes void. Refused with PAIRING_LOCKED while locked. */
  newCode(now = Date.now()): PairingCode {
    this.#refuseLocked(now);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    this.#tries = 0;
    this.#current = { code, expires_at: now + codeMs };
    return this.#current;
  }

  /** The code to show, or `null`, in which case no unknown web page may even connect. */
  current(now = Date.now()): PairingCode | null {
    return this.#current && this.#current.expires_at > now ? this.#current : null;
  }

  /** Seconds for which pairing is still locked; 0 if it is not. */
  lockedFor(now = Date.now()): number {
    return Math.max(0, Math.ceil((this.#lockedUntil - now) / 1000));
  }

  /** Uses up the code, or refuses: PAIRING_LOCKED, PAIRING_CODE_EXPIRED, PAIRING_CODE_INVALID. */
  redeem(given: string, now = Date.now()): void {
    this.#refuseLocked(now);
    const current = this.current(now);
    if (!current)
      throw new HubError('PAIRING_CODE_EXPIRED', 'There is no valid pairing code; ask the hub for a new one');
    if (!isEqual(given, current.code)) {
      this.#countWrongTry(now);
      throw new HubError('PAIRING_CODE_INVALID', 'The pairing code is wrong');
    }
    this.#current = null;
    this.#lockMs = lockMsFirst;
  }

  #countWrongTry(now: number): void {
    this.#tries += 1;
    if (this.#tries < triesMax) return;
    this.#current = null;
    this.#lockedUntil = now + this.#lockMs;
    this.#lockMs = Math.min(this.#lockMs * 2, lockMsMax);
  }

  #refuseLocked(now: number): void {
    const seconds = this.lockedFor(now);
    if (seconds > 0)
      throw new HubError('PAIRING_LOCKED', `Too many wrong codes; pairing is locked for ${seconds} s`);
  }
}

function isEqual(given: string, code: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}
