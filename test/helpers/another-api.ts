/** Another API server on a test's platform: what ends at one must end at the other. */
import { pino } from 'pino';
import { startApi, type ApiSettings } from '../../server/run-api.ts';
import type { OwnPlatform } from './platform.ts';
import { testSecrets } from './servers.ts';

export function startAnotherApi(
  { appUrl, systemUrl, redisUrl, prefix }: OwnPlatform,
  settings: Partial<ApiSettings> = {},
): ReturnType<typeof startApi> {
  return startApi({
    appUrl,
    systemUrl,
    redisUrl,
    prefix,
    isPrivateAllowed: true,
    secrets: testSecrets,
    log: pino({ level: 'silent' }),
    ...settings,
    port: 0,
    host: '127.0.0.1',
    responseCheck: 'throw',
  });
}
