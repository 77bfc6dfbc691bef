/** Every command of the accounting area. */
export const accountingCommands = {};
