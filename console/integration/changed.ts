/** Tells the page on show that something was done: it looks again at once. */
export function noteChange(): void {
  document.dispatchEvent(new Event('changed'));
}
