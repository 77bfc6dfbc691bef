/** What was done all the same, and would be refused under a stricter setting. */
import * as s from './schema.ts';

export const warnings = () =>
  s.listOf(s.object({ code: s.text(), message: s.freeText(500), details: s.openObject() }));
