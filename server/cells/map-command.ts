/** `npm run admin -- cells map`: the tables by which a proxy finds the cell of a request (deploy/cells). */
import type { Command } from 'commander';
import { organizationsServed, storesServed } from '../../db/cells/maps.read.ts';
import type { Database } from '../../db/database.ts';
import { publicName } from '../../domain/tenancy/named-secret.ts';
import { StartError } from '../start-error.ts';
import { readConfig } from '../config.ts';

/** The lines of each table, without the cell. Tokens name their organization by its public name, headers by its id. */
const tables: Record<string, (database: Database) => Promise<string[]>> = {
  organizations: async (database) =>
    (await organizationsServed(database)).flatMap((id) => [id, publicName(id)]),
  stores: storesServed,
};

export function addCellsCommand(
  program: Command,
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>,
): void {
  const names = Object.keys(tables).join(' | ');
  program
    .command('cells')
    .description('where organizations are served')
    .command('map')
    .description("prints a table of this cell's for its proxy, in HAProxy's format")
    .argument('<table>', names)
    .action((table: string) =>
      withDatabase(async (database) => {
        const served = Object.hasOwn(tables, table) ? tables[table] : undefined;
        if (!served) throw new StartError(`Which table? ${names}`);
        const { cell: here } = readConfig();
        if (here === undefined) throw new StartError('Set CELL to the name of this cell in the proxy.');
        for (const key of await served(database)) console.log(`${key} ${here}`);
      }),
    );
}
