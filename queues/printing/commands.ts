/** Every printing command: jobs, devices, hubs. */
import { deviceCommands } from './devices.ts';
import { hubCommands } from './hubs.ts';
import { printJobCommands } from './print-jobs.ts';

export const printingCommands = { ...printJobCommands, ...deviceCommands, ...hubCommands };
