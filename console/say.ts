/** Sentences for the person: a toast for what they did, and text for screen readers. */
import { byId, setText } from './element.ts';

const toastMs = 5_000;
let silence: ReturnType<typeof setTimeout> | undefined;

export function say(sentence: string): void {
  const toast = byId('toast');
  setText(toast, sentence);
  toast.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => (toast.hidden = true), toastMs);
}

export function sayFault(fault: unknown): void {
  say(fault instanceof Error ? fault.message : String(fault));
}

/** Read out, not shown: what has changed on the page by itself. */
export function announce(sentence: string): void {
  setText(byId('news'), sentence);
}
