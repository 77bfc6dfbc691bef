/** Every command of the accounting area. */
import { rateCommands } from './rates.ts';

export const accountingCommands = { ...rateCommands };
