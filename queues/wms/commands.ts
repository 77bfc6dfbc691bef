/** Every command of the wms area. */
export const wmsCommands = {};
