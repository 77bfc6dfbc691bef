/**
 * The relay: the backend's end of every hub link. It holds sockets and nothing else; Postgres is the source of truth,
 * so any number of API processes can run one, and a relay that dies takes no label with it.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import type { Database } from '../../db/database.ts';
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { statusOf } from '../../domain/refusals.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import type { QueueBackend } from '../../queues/engine/backend.ts';
import type { Gateway } from '../../queues/engine/gateway.ts';
import type { OutcomeListener } from '../../queues/engine/outcomes.ts';
import {
  hearOfHub,
  printQueueName,
  type HubNote,
  type PrintOffer,
  type PrintSignals,
} from '../../queues/printing/print-queue.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import type { AccessWatch } from '../streams/access-watch.ts';
import { toRefusal } from '../http/errors.ts';
import { guardedUpgrade, refuseUpgrade } from '../http/request-guard.ts';
import type { SidePage } from '../http/exchange.ts';
import { createHubGate } from './authenticate-hub.ts';
import { createHubActions, type HubCaller, type RecordHeartbeat } from './hub-actions.ts';
import { hubHttp } from './hub-http.ts';
import { createHubRate, type HubRate } from './hub-rate.ts';
import { closeCodes, HubLink, linkTimings, type LinkTimings } from './hub-link.ts';
import { createHubSeal } from './hub-token.ts';
import { createWarehouseWakes } from './warehouse-wakes.ts';

export interface RelayParts {
  database: Database;
  gateway: Gateway;
  backend: QueueBackend;
  listener: OutcomeListener;
  signals: PrintSignals;
  recordHeartbeat: RecordHeartbeat;
  /** The same in every API process. */
  keys: KeyRing;
  clientAddress: ClientAddress;
  /** Ends the links of revoked hubs, however they were revoked. */
  access: AccessWatch;
  isOnlyCell: boolean;
  log: Logger;
  timings?: LinkTimings;
}

export interface Relay {
  /** Serves /api/hub/v1/... */
  middleware: SidePage;
  /** Sends an offer over a link of this node, bypassing the queue; false if the hub is not linked here. */
  offer(offer: PrintOffer): boolean;
  /**
   * The same while the label's transaction is still committing: its hub opens the printer meanwhile, and its claim
   * waits for `ended`. `offer` then does not send it again.
   */
  offerAhead(offer: PrintOffer, ended: Promise<void>): void;
  /** Handles this server's WebSocket upgrades. */
  listenTo(server: Server): void;
  /**
   * Disconnects every hub with 1012 (they reconnect to another node) and stops listening. Call it before closing the
   * server.
   */
  stop(): Promise<void>;
}

const frameBytesMax = 4 * 1024 * 1024;
const linkPath = '/api/hub/v1/link';

export function createRelay(parts: RelayParts): Relay {
  const { database, gateway, backend, signals } = parts;
  const gate = createHubGate(database, gateway, createHubSeal(parts.keys), parts.isOnlyCell);
  const ahead = new Map<string, Promise<void>>();
  const actions = createHubActions(database, gateway, parts.recordHeartbeat, (id) => ahead.get(id));
  const rate = createHubRate();
  const stopping = new AbortController();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
  });
  const links = new Map<string, HubLink>();

  const offerHere = (offer: PrintOffer): boolean => links.get(offer.hub_id)?.offer(offer) ?? false;
  // A wake-up goes to whichever node took it off the queue; the hub may be linked to another one.
  const pass = (offer: PrintOffer): void => {
    if (!offerHere(offer))
      signals.send([{ kind: 'hub', hub_id: offer.hub_id, note: { kind: 'offer', offer } }]);
  };
  const wakes = createWarehouseWakes(backend, pass);
  const upgrade = upgrading(
    { gate, rate, actions, sockets, links: enteringLinks(links, wakes, parts) },
    parts,
    stopping.signal,
  );

  return {
    middleware: hubHttp({ gate, actions, rate, access: parts.access }, stopping.signal),
    offer: (offer) => (ahead.has(offer.print_job_id) && links.has(offer.hub_id)) || offerHere(offer),
    offerAhead(offer, ended) {
      const { print_job_id: id } = offer;
      if (!offerHere(offer)) return;
      ahead.set(id, ended);
      void ended.then(() => ahead.get(id) === ended && ahead.delete(id));
    },
    listenTo(server) {
      server.on('upgrade', (request, socket, head) => {
        guardedUpgrade(socket, () => void upgrade(request, socket, head));
      });
    },
    async stop() {
      stopping.abort();
      for (const client of sockets.clients) client.close(closeCodes.restart, 'the relay restarts');
      await wakes.stop();
      await drained(sockets);
    },
  };
}

interface Entrance {
  gate: ReturnType<typeof createHubGate>;
  rate: HubRate;
  actions: ReturnType<typeof createHubActions>;
  sockets: WebSocketServer;
  links: ReturnType<typeof enteringLinks>;
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/** Lets hubs in, and tells everybody else why not. */
function upgrading(
  { gate, rate, actions, sockets, links: { opened, closed } }: Entrance,
  { access, clientAddress, log, timings = linkTimings }: RelayParts,
  stopping: AbortSignal,
): Upgrade {
  return async (request, socket, head) => {
    // Before anything else: if the client resets its socket, there must be an error listener.
    socket.on('error', () => socket.destroy());
    const asking = { ip: clientAddress(request), request_id: newId() };
    try {
      // Compared as received: parsing would throw for anything that is not a URL, and a hub sends exactly this.
      if (request.url?.split('?')[0] !== linkPath)
        throw new Refusal('NOT_FOUND', 'There is nothing at this path.');
      const hub = await gate.authenticate(request.headers.authorization, asking);
      if (stopping.aborted || socket.destroyed) return void socket.destroy();
      rate.count(hub);
      const entered = rate.enter(hub.id);
      socket.once('close', entered);
      const caller: HubCaller = { hub, ...asking };
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const link = HubLink.serve({
          id: newId(),
          caller,
          socket: webSocket,
          actions,
          log,
          timings,
          waitMs: () => rate.waitFor(hub),
          onOpen: (open) => {
            entered();
            opened(open);
          },
          onClosed: closed,
        });
        const unwatch = access.watchHub(hub.id, (why) => link.close(closeCodes[why], why));
        webSocket.once('close', unwatch);
      });
    } catch (fault) {
      const refusal = toRefusal(fault);
      if (statusOf(refusal) >= 500) log.error({ err: fault, request_id: asking.request_id }, refusal.message);
      refuseUpgrade(socket, refusal, asking.request_id);
    }
  };
}

function hear(link: HubLink, note: HubNote): void {
  if (note.kind === 'offer') link.offer(note.offer);
  else if (note.kind === 'revoked') link.close(closeCodes.revoked, 'revoked');
  // The hub reconnects at once, to the queue of its new warehouse.
  else if (note.kind === 'moved') link.close(closeCodes.restart, 'moved to another warehouse');
  // Ids ascend with time, so of two links that learn of each other only the older one is closed.
  else if (note.link_id > link.id) link.close(closeCodes.replaced, 'replaced by a newer link');
}

/** Keeps the newest link of each hub, and tells the other nodes of it. */
function enteringLinks(
  links: Map<string, HubLink>,
  wakes: ReturnType<typeof createWarehouseWakes>,
  { listener, signals, log }: RelayParts,
) {
  const leave = new Map<HubLink, () => void>();

  const opened = (link: HubLink): void => {
    const { hub } = link.caller;
    links.get(hub.id)?.close(closeCodes.replaced, 'replaced by a newer link');
    links.set(hub.id, link);
    const leaveQueue = wakes.enter(printQueueName(hub.organization_id, hub.warehouse_id));
    const deafen = hearOfHub(listener, hub.id, (note) => hear(link, note));
    leave.set(link, () => {
      leaveQueue();
      deafen();
    });
    signals.send([{ kind: 'hub', hub_id: hub.id, note: { kind: 'linked', link_id: link.id } }]);
    log.info({ hub_id: hub.id, organization_id: hub.organization_id }, 'a hub has connected');
  };

  const closed = (link: HubLink): void => {
    const { hub } = link.caller;
    if (links.get(hub.id) === link) links.delete(hub.id);
    leave.get(link)?.();
    leave.delete(link);
    log.info({ hub_id: hub.id }, "a hub's link has closed");
  };

  return { opened, closed };
}

const drainMsMax = 1_000;

/** Hubs answer the close at once; one that does not is disconnected. */
async function drained(sockets: WebSocketServer): Promise<void> {
  const deadline = Date.now() + drainMsMax;
  while (sockets.clients.size > 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10));
  for (const client of sockets.clients) client.terminate();
}
