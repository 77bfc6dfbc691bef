import Joi from 'joi';
import { hubPlatform, hubVersion } from '../version.ts';
import { defineAction } from './action.ts';
import { uuidParam } from './uuid-param.ts';

/** "hub.info | none | hub version and platform | none" */
export const hubInfo = defineAction({
  auth: 'open',
  params: Joi.object({}),
  run: (hub, _params, caller) => ({
    version: hubVersion,
    platform: hubPlatform,
    protocol: 1,
    name: hub.config.name,
    paired: hub.tokens.isPairedOrigin(caller.origin),
    cloud: { bound: hub.cloud.binding !== null, connected: hub.cloud.isConnected },
    capabilities: ['network', 'serial', 'usb', 'mdns', 'cloud'],
  }),
});

/** "hub.pair | code (6-digit string shown in the tray app) | data.token | none" */
export const hubPair = defineAction({
  auth: 'open',
  params: Joi.object({
    code: Joi.string()
      .pattern(/^\d{6}$/, 'six digits')
      .required(),
  }),
  async run(hub, { code }: { code: string }, caller) {
    hub.pairing.redeem(code);
    const { token, id } = await hub.tokens.issue(caller.origin);
    caller.becomePaired(id);
    return { token };
  },
});

export interface CloudBindParams {
  backend_url: string;
  backend_anon_key: string;
  organization_id: string;
  warehouse_id?: string | null;
}

/** "hub.cloud_bind | backend_url, backend_anon_key, organization_id, warehouse_id (optional) | data is an empty object" */
export const hubCloudBind = defineAction({
  auth: 'token',
  params: Joi.object({
    backend_url: Joi.string().max(2_000).required(),
    backend_anon_key: Joi.string().max(2_000).required(),
    organization_id: uuidParam().required(),
    warehouse_id: uuidParam().allow(null),
  }),
  async run(hub, params: CloudBindParams) {
    await hub.cloud.bind({
      backend_url: params.backend_url,
      anon_key: params.backend_anon_key,
      organization_id: params.organization_id,
      warehouse_id: params.warehouse_id ?? null,
    });
    return {};
  },
});
