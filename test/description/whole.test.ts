/**
 * What is asked of all endpoints and of their description as a whole, in one process: to load and describe them takes
 * longer than most of these questions.
 */
// oxlint-disable import/no-unassigned-import -- each adds its tests to this file's
import './whole/openapi.ts';
import './whole/examples.ts';
import './whole/events.ts';
import './whole/field-words.ts';
import './whole/find-endpoint.ts';
import './whole/listing.ts';
import './whole/pairs.ts';
import './whole/version.ts';
