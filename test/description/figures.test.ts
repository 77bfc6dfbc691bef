/** Figures that the guides and manuals say are those of the code: each with the line that it is. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { retainedTables } from '../../domain/retention/tables.ts';
import { quotaLimits } from '../../domain/tenancy/quotas.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
/** A page as one line: where its lines are broken says nothing. */
const page = (name: string): string => read(`docs/${name}.md`).replaceAll(/\s+/g, ' ');

type Figure = readonly [told: string, file: string, code: string];

const figures: Readonly<Record<string, readonly Figure[]>> = {
  'guides/9-webhooks': [
    ['within 15 seconds', 'workers/webhooks/try-delivery.ts', 'timeoutMs = 15_000'],
    ['28 hours without a success', 'domain/webhooks/retries.ts', 'silentHoursMax = 28'],
    ['earliest 10,000 events', 'workers/webhooks/replays.ts', 'eventsMax = 10_000'],
  ],
  integration: [
    ['none comes in 15 s', 'workers/webhooks/try-delivery.ts', 'timeoutMs = 15_000'],
    ['5 s, 30 s, 2 min ... 12 h', 'domain/webhooks/retries.ts', '[5, 30, 120,'],
    ['1 s to 1 h', 'workers/outside/retry-after.ts', 'msMin = 1_000;\nconst msMax = 3_600_000'],
    ['else 5 s', 'workers/webhooks/try-delivery.ts', 'waitMsDefault = 5_000'],
    ['5 s, 30 s, then 60 s at a time', 'domain/webhooks/pauses.ts', 'pausesMs = [5_000, 30_000, 60_000]'],
    ['of the first 20', 'db/integration/routes.read.ts', 'candidatesMax = 20'],
    ['beyond 2 MiB (413)', 'api/inbound/webhooks.ts', 'bodyBytesMax = 2 * 1024 * 1024'],
    ['at most 31 days', 'domain/channels/gap-search.ts', 'windowDaysMax = 31'],
    ['beyond 200 pages', 'workers/channels/search-gaps.ts', 'pagesMax = 200'],
    ['a minute after the last loss', 'workers/channels/push-to-stores.ts', 'settleAfterMs = 60_000'],
    ['in the last 30 days', 'db/channels/order-news.write.ts', "interval '30 days'"],
  ],
  hub: [
    ['(up to 20 s)', 'hub/timings.ts', 'drainMs: 20_000'],
    ['takes four seconds', 'hub/timings.ts', 'discoveryMs: 4_000'],
    ['for a minute, then for ever longer, up to 64', 'hub/local/pairing.ts', 'lockMsMax = 64 * 60_000'],
    ['20 requests a second', 'hub/local/session.ts', 'requestsPerSecondMax = 20'],
    ['100 waiting jobs', 'hub/devices/printer-queues.ts', 'waitingMax = 100'],
    ['waited for up to 10 minutes', 'hub/timings.ts', 'troubleMs: 600_000'],
    ['younger than 60 s', 'hub/timings.ts', 'staleJobMs: 60_000'],
    ['the latest thousand', 'hub/state/journal-entry.ts', 'rememberedMin = 1_000'],
    ['silent for 15 minutes', 'domain/printing/print-job-states.ts', 'hubLostMinutes = 15'],
    ['held it for 3 hours', 'domain/printing/print-job-states.ts', 'printingMinutesMax = 180'],
    ['every 30 s', 'hub/timings.ts', 'heartbeatMs: 30_000'],
    ['two and a half times a second', 'hub/timings.ts', 'watchMs: 400'],
    ['for two minutes', 'api/relay/hub-token.ts', 'challengeMs = 2 * 60_000'],
    ['valid for 15 minutes', 'api/relay/hub-token.ts', 'tokenMs = 15 * 60_000'],
    ['once 12 minutes have passed', 'hub/cloud/http-channel.ts', 'tokenMs = 12 * 60_000'],
    ['pings every 20 s', 'api/relay/hub-link.ts', 'ping_ms: 20_000'],
    ['silent for 45 s', 'hub/cloud/relay-link.ts', 'silenceMsMax = 45_000'],
    ['256 of them or 4 MiB unanswered', 'api/relay/hub-link.ts', 'framesInHandMax = 256'],
    ['honoured up to 5 minutes', 'hub/cloud/backend-api.ts', 'Math.min(seconds, 300)'],
    ['over HTTP for 10 minutes', 'hub/timings.ts', 'fallbackMs: 600_000'],
    ['from 1 s doubling to 60 s', 'hub/timings.ts', 'backoffMinMs: 1_000,\n  backoffMaxMs: 60_000'],
  ],
  operations: [
    ['`API_POOL` (24)', 'server/variables.ts', 'API_POOL: wholeNumber(2, 1000).default(24)'],
    ['`REPORT_POOL` (4)', 'server/variables.ts', 'REPORT_POOL: wholeNumber(1, 100).default(4)'],
    ['(12 s at most)', 'server/processes/child-link.ts', 'stopMsMax = 12_000'],
    ['lasts eight hours', 'api/ops/session.ts', 'sessionSecondsMax = 8 * 3600'],
    ['for 24 hours after it was issued', 'domain/tenancy/sign-in.ts', 'signInSecondsMax = 24 * 3600'],
    ['after 60 in a minute', 'api/ops/backchannel-logout.ts', 'refusedPerMinute = 60'],
    ['keeps for two days', 'db/engine/queue-samples.write.ts', "interval '2 days'"],
    ['for at most five minutes', 'workers/retention/sweep-retention.ts', 'sweepMsMax = 5 * 60_000'],
    ['64 KiB and more', 'api/limits/large-bodies.ts', 'largeBytes = 64 * 1024'],
    ['32 MiB for one organization', 'api/limits/webhook-gate.ts', 'bytesOfOne = 32 * 1024 * 1024'],
  ],
  carriers: [
    ['at most 20, for their price', 'queues/parcels/rates.ts', 'accountsAskedMax = 20'],
    ['after half an hour', 'workers/parcels/choose-carrier.ts', 'validMs = 30 * 60_000'],
    ['silent for four hours', 'domain/parcels/tracking.ts', 'silentHours = 4'],
    ['at most five minutes old', 'domain/parcels/tracking-proof.ts', 'skewMsMax = 5 * 60_000'],
    ['within 20 seconds', 'workers/parcels/carriers/carrier.ts', 'timeoutMsMax = 20_000'],
    ['for 6 seconds', 'workers/parcels/carriers/carrier.ts', 'ratingMs = 6_000'],
    ['at most 5 MiB', 'workers/parcels/carriers/carrier.ts', 'fileBytesMax = 5 * 1024 * 1024'],
    [
      'takes 1,000 labels, at ShipEngine 500',
      'domain/parcels/carriers.ts',
      "adapter === 'shipengine' ? 500 : 1_000",
    ],
    ['2,400 by 4,800', 'domain/printing/png-graphic.ts', 'pictureWidthMax = 2_400'],
  ],
  runbook: [
    ['about every ten minutes', 'workers/parcels/calls-of-accounts.ts', '300, 600], isEndless'],
    ['within a minute where it is paused', 'domain/webhooks/pauses.ts', '30_000, 60_000]'],
    ['up to 12 hours later', 'domain/webhooks/retries.ts', '28_800, 43_200]'],
  ],
};

for (const [name, all] of Object.entries(figures)) {
  test(`the figures of docs/${name}.md are those of the code`, (t) => {
    const text = page(name);
    t.deepEqual(
      all.filter(([told, file, code]) => !text.includes(told) || !read(file).includes(code)),
      [],
    );
  });
}

test('the usual quotas and the least that is kept are told as they are', (t) => {
  const text = page('operations');
  const quotas = Object.entries(quotaLimits).map(
    ([name, { usual }]) => `\`${name.replaceAll('_', '-')}\` (${usual.toLocaleString('en-US')}):`,
  );
  const kept = Object.entries(retainedTables).map(
    ([name, { monthsMin }]) => `- \`${name}\`, ${monthsMin} month`,
  );
  t.deepEqual(
    [...quotas, ...kept].filter((told) => !text.includes(told)),
    [],
  );
});
