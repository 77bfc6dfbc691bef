/**
 * The beginning of a text, where one may be longer than its place. Of a character that would be cut in two nothing is left:
 * half of one is no text that JSON or a column could hold.
 */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
