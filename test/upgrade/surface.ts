/** What a release promises to whoever calls it: its description, its codes with their status, what hubs send. */
import { webhookDescription } from '../../api/inbound/webhook-description.ts';
import { refusalStatus } from '../../domain/refusals.ts';
import { hubMessages } from '../description/hub-surface.ts';
import { description } from '../http/endpoints.ts';

export type Json = Record<string, any>;

export interface Surface {
  description: Json;
  codes: Record<string, number>;
  hub: Record<string, Json>;
}

/** That of this build. The storefront's webhook is described beside the two surfaces, since it takes no token. */
export function presentSurface(): Surface {
  return {
    description: { ...description, paths: { ...description.paths, ...webhookDescription } },
    codes: refusalStatus,
    hub: hubMessages(),
  };
}
