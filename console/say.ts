/** Sentences for the person: a toast for what they did, and text for screen readers. */
import { ApiError } from './ask.ts';
import { byId, element, setText } from './element.ts';

const toastMs = 5_000;
// Long enough to copy what it is found by.
const faultMs = 20_000;
const toast = byId('toast');
let silence: ReturnType<typeof setTimeout> | undefined;

export function say(sentence: string): void {
  document.body.append(toast);
  show(toastMs, sentence);
}

export function sayFault(fault: unknown): void {
  const sentence = fault instanceof Error ? fault.message : String(fault);
  const reference = fault instanceof ApiError ? fault.reference : undefined;
  if (!reference) return say(sentence);
  // Outside of a dialog that is open nothing can be selected.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(toast);
  show(faultMs, sentence, element('code', {}, reference));
}

function show(ms: number, ...pieces: (string | Node)[]): void {
  toast.replaceChildren(...pieces);
  toast.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => (toast.hidden = true), ms);
}

/** Read out, not shown: what has changed on the page by itself. */
export function announce(sentence: string): void {
  setText(byId('news'), sentence);
}
