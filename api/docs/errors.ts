/** `/docs/errors`: every code with its meaning and remedy, at the anchor a problem's `type` points to. */
import { refusalStatus } from '../../domain/refusals.ts';
import { readDocument, renderMarkdown } from './markdown.ts';

export interface ExplainedCode {
  code: string;
  words: string;
}

/** The sections of docs/errors.md by code. */
export function explainedCodes(): ExplainedCode[] {
  const [, ...sections] = readDocument('errors.md').split(/^## /m);
  return sections.map((section) => {
    const [code = '', ...lines] = section.split('\n');
    return { code: code.trim(), words: lines.join('\n').trim() };
  });
}

export function errorsPage(): string {
  const [opening = ''] = readDocument('errors.md').split(/^## /m);
  const statuses: Record<string, number> = refusalStatus;
  const sections = explainedCodes().map(
    ({ code, words }) => `## ${code}\n\nHTTP ${statuses[code] ?? 'status unknown'}. ${words}\n`,
  );
  return renderMarkdown(`${opening}\n${sections.join('\n')}`);
}
