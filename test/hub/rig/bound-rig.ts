import type { ExecutionContext } from 'ava';
import { hubRig, printerRig, quickTimings } from './hub-rig.ts';
import { RelayStandIn } from './relay-stand-in.ts';

/** A hub with one printer, bound to a stand-in of the platform. */
export async function boundRig(
  t: ExecutionContext,
  prepare: (relay: RelayStandIn) => void = () => undefined,
  timings = quickTimings,
) {
  const relay = await RelayStandIn.start();
  t.teardown(() => relay.close());
  prepare(relay);
  const rig = await hubRig(t, {}, timings);
  const printer = await printerRig(t, rig.hub);
  await rig.hub.cloud.bind(bindRequest(relay));
  await relay.until(() => relay.devices.length > 0);
  return { relay, rig, ...printer };
}

export function bindRequest(relay: RelayStandIn) {
  return {
    backend_url: relay.url,
    anon_key: relay.anonKey,
    organization_id: relay.organizationId,
    warehouse_id: null,
  };
}
