/** What was done all the same, and would be refused under a stricter setting. */
import * as s from './schema.ts';

export const overLimits =
  'What goes over a limit of the location, or is of another storage class, under `capacity_policy: warn`.';

export const warnings = () =>
  s.listOf(s.object({ code: s.text(), message: s.freeText(500), details: s.openObject() }));
