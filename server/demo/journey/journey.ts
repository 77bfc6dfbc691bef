/** What every chapter of the journey knows: the organization, its client, and this run's suffix. */
import type { PlatformClient } from '../../../client/src/client.ts';
import type { components } from '../../../client/src/description.ts';
import type { DemoThreePl } from '../data.ts';

export interface Journey {
  api: PlatformClient;
  baseUrl: string;
  demo: DemoThreePl;
  /** Names what this run creates, so that the demo can be run again on the same database. */
  tag: string;
  dataDir: string;
}

type Schemas = components['schemas'];

export type Item = Schemas['Item'];

/** What a merchant sells on the journey. */
export interface Goods {
  merchantId: string;
  item: Item;
}

export const path = (id: string): { params: { path: { id: string } } } => ({ params: { path: { id } } });

export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
