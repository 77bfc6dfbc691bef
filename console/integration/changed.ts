/** Tells the page being shown that something was done, so that it reloads at once. */
export function noteChange(): void {
  document.dispatchEvent(new Event('changed'));
}
