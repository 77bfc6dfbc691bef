/** The handlers of CSV imports. */
import type { importCommands } from '../../queues/wms/imports.ts';
import type { HandlersOf } from '../handler.ts';
import { run as importChunk } from './import-chunk.ts';
import { run as startImport } from './start-import.ts';

export const importHandlers: HandlersOf<typeof importCommands> = { startImport, importChunk };
