/** Every command of the integration area. */
export const integrationCommands = {};
