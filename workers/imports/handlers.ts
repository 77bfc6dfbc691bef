/** The handlers of CSV imports. */
import type { importCommands } from '../../queues/imports/imports.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { importChunk } from './import-chunk.ts';
import { startImport } from './start-import.ts';

export const importsHandlers: HandlersOf<typeof importCommands> = { startImport, importChunk };
