/** Every command of the printing area. */
export const printingCommands = {};
