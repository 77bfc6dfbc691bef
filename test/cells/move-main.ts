/** Moves an organization as the admin command does, and is killed before the step named, if any. */
import process from 'node:process';
import { withOwner } from '../../db/cells/whole-database.ts';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import { moveAlone, moveOrganization } from '../../server/cells/move-organization.ts';
import { testSecrets } from '../helpers/servers.ts';

const [organizationId, sourceUrl, targetUrl, killedAt] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];

await withOwner(
  sourceUrl,
  (source) =>
    withOwner(targetUrl, (target) =>
      moveOrganization({
        organizationId,
        source,
        target,
        sourceUrl,
        sealingKeys: () => keyRing(testSecrets, 'credentials').map((key) => key.id),
        from: 'a',
        to: 'b',
        tell: (line) => console.log(line),
        before: (step) => {
          if (step === killedAt) process.kill(process.pid, 'SIGKILL');
        },
      }),
    ),
  moveAlone(organizationId),
);
