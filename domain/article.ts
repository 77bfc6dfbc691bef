/** A noun with its article, for sentences about any of several kinds of record: "an invoice", "a bill". */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The same at the beginning of a sentence. */
export function withCapitalArticle(noun: string): string {
  const words = withArticle(noun);
  return `A${words.slice(1)}`;
}
