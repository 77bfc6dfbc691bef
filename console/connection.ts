/**
 * Whether the platform answers: shows when it stops and when it is back, and decides how long to wait before the next
 * try.
 */
import { ApiError } from './ask.ts';
import { byId, setText } from './element.ts';
import { say } from './say.ts';

const pollMs = 2_000;
const patienceMsMax = 15_000;

const live = byId('live');
const lost = byId('lost');
let answeredAt = new Date();
let failures = 0;

export function noteAnswer(): void {
  if (failures > 0) say('Connected again.');
  failures = 0;
  answeredAt = new Date();
  lost.hidden = true;
  document.body.classList.remove('stale');
  live.className = 'live on';
  setText(live, `live, ${answeredAt.toLocaleTimeString()}`);
}

export function noteSilence(fault: unknown): void {
  failures += 1;
  document.body.classList.add('stale');
  live.className = 'live off';
  setText(live, 'not connected');
  const isAway = !(fault instanceof ApiError) || fault.status === 0;
  const why = isAway ? 'No connection to the platform.' : `The platform answered: ${fault.message}`;
  setText(
    lost,
    `${why} You are seeing data from ${answeredAt.toLocaleTimeString()}; this page will refresh by itself as soon as it can.`,
  );
  lost.hidden = false;
}

/** Milliseconds until the next try: the longer nobody answers, the longer. */
export function nextLookMs(): number {
  return Math.min(pollMs * 2 ** Math.min(failures, 4), failures === 0 ? pollMs : patienceMsMax);
}
