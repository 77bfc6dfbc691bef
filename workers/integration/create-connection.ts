/** Connects a merchant's store, through a channel of the merchant or of the operator. */
import { channelOfStore } from '../../db/integration/connection-channels.write.ts';
import { insertConnection } from '../../db/integration/connections.write.ts';
import { assertPartner } from '../../db/partners.read.ts';
import { makingAccess } from '../../db/tenancy/makers.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { normalisedStore } from '../../domain/integration/store-domain.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';

export const createConnection: Handler<typeof integrationCommands.createConnection> = async (work, input) => {
  const { tx, actor } = work;
  const {
    connection_id: id,
    connector,
    channel_id: named,
    merchant_id,
    store_domain,
    name,
    ...settings
  } = input;
  const { makers } = await makingAccess(tx, actor);
  const merchant = await merchantFor(tx, merchant_id, actor.merchant_id);
  const domain = normalisedStore(store_domain);
  if (named) await assertPartner(tx, merchant.id, 'channels', named, 'channel');
  const store = { merchant_id: merchant.id, connector, store_domain: domain, name: domain ?? connector };
  const channelId = named ?? (await channelOfStore(tx, store));
  await insertConnection(tx, {
    ...settings,
    ...makers,
    id,
    connector,
    merchant_id: merchant.id,
    channel_id: channelId,
    is_channel_named: named !== undefined && named !== null,
    name: name ?? domain ?? connector,
    store_domain: domain,
  });
  work.emit({
    type: 'channel.connected',
    subject_type: 'channel_connection',
    subject_id: id,
    data: {
      connection_id: id,
      merchant_id: merchant.id,
      channel_id: channelId,
      status: 'pending',
      previous_status: null,
    },
  });
  return { id };
};
