/** What R36 tells its workers, and R38 its carrier. */
const {
  DATABASE_URL: databaseUrl = '',
  FAR_URL: farUrl = '',
  SEED = '0',
  KILLS = '0',
  PAUSES = '0',
  JOURNAL: journal = '',
  PORT = '0',
} = process.env;

/** `kills` is the chance of being killed at each step, `pauses` of standing still before one, `journal` the file of what was sold. */
export const config = {
  databaseUrl,
  farUrl,
  seed: Number(SEED),
  kills: Number(KILLS),
  pauses: Number(PAUSES),
  journal,
  port: Number(PORT),
};
