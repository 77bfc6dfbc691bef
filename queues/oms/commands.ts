/** Every command of the oms area. */
export const omsCommands = {};
