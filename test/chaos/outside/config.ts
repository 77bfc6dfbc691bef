/** What R36 tells its workers. */
const { DATABASE_URL: databaseUrl = '', FAR_URL: farUrl = '', SEED = '0', KILLS = '0' } = process.env;

/** `kills` is the chance of being killed at each step. */
export const config = { databaseUrl, farUrl, seed: Number(SEED), kills: Number(KILLS) };
