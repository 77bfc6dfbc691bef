import type { CloudBinding } from './cloud/cloud-binding.ts';
import type { PlatformDesk } from './cloud/platform-desk.ts';
import type { HubConfig } from './config.ts';
import type { DeviceBook } from './devices/device-book.ts';
import type { Lanes } from './devices/printer-queues.ts';
import type { PrinterWatch } from './devices/printer-watch.ts';
import type { Discovery } from './discovery/discovery.ts';
import type { LocalJobs } from './jobs/local-jobs.ts';
import type { PrintStation } from './jobs/print-station.ts';
import type { RecentJobs } from './jobs/recent-jobs.ts';
import type { Pairing } from './local/pairing.ts';
import type { Tokens } from './local/tokens.ts';
import type { Journal } from './state/journal.ts';

/** The pieces of a running hub, as its actions and its page see them. */
export interface HubDeps {
  config: HubConfig;
  journal: Journal;
  book: DeviceBook;
  lanes: Lanes;
  watch: PrinterWatch;
  station: PrintStation;
  jobs: LocalJobs;
  recent: RecentJobs;
  pairing: Pairing;
  tokens: Tokens;
  discovery: Discovery;
  cloud: CloudBinding;
  desk: PlatformDesk;
}
