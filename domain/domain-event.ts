/**
 * The catalogue of events. Each event is declared once, in its noun's folder, and joined here. `emit` accepts nothing
 * else, so an undeclared event or a payload that does not match its declaration fails to compile. Stream permissions,
 * the webhooks in the API description and the checks in every test run all read these tables.
 */
import { billingRunEvents } from './billing/events.ts';
import { catalogEvents } from './catalog/events.ts';
import { countingEvents } from './counting/events.ts';
import { documentEvents } from './documents/events.ts';
import type { EventDeclaration, EventOf } from './event-kind.ts';
import { importEvents } from './imports/events.ts';
import { integrationEvents } from './integration/events.ts';
import { inventoryEvents } from './inventory/events.ts';
import { journalEvents } from './journal/events.ts';
import { moveEvents } from './moves/events.ts';
import { parcelEvents } from './parcels/events.ts';
import { orderEvents } from './orders/events.ts';
import { pickingEvents } from './picking/events.ts';
import { printingEvents } from './printing/events.ts';
import { drayageEvents } from './drayage/events.ts';
import { purchaseEvents } from './purchase/events.ts';
import { qualityEvents } from './quality/events.ts';
import { rateEvents } from './rates/events.ts';
import { receivingEvents } from './receiving/events.ts';
import { returnEvents } from './returns/events.ts';
import { transferEvents } from './transfers/events.ts';
import { vendorReturnEvents } from './vendor-returns/events.ts';
import { shippingEvents } from './shipping/events.ts';
import { tenancyEvents } from './tenancy/events.ts';
import { webhookEvents } from './webhooks/events.ts';
import { transportEvents } from './transport/events.ts';
import { yardEvents } from './yard/events.ts';

const catalogue = {
  ...tenancyEvents,
  ...catalogEvents,
  ...inventoryEvents,
  ...countingEvents,
  ...receivingEvents,
  ...pickingEvents,
  ...shippingEvents,
  ...moveEvents,
  ...parcelEvents,
  ...importEvents,
  ...printingEvents,
  ...orderEvents,
  ...journalEvents,
  ...documentEvents,
  ...rateEvents,
  ...billingRunEvents,
  ...yardEvents,
  ...transportEvents,
  ...purchaseEvents,
  ...returnEvents,
  ...transferEvents,
  ...vendorReturnEvents,
  ...qualityEvents,
  ...drayageEvents,
  ...integrationEvents,
  ...webhookEvents,
} as const;

export type EventType = keyof typeof catalogue;

/** Every event, by name. */
export const eventCatalogue: Readonly<Record<EventType, EventDeclaration>> = catalogue;

/** One fact is one event; its subject decides which sequence numbers it. */
export type DomainEvent = EventOf<typeof catalogue, EventType>;

/** The declaration of an event whose name was read from storage or a request; undefined when it is not declared. */
export function declarationOf(type: string): EventDeclaration | undefined {
  return Object.hasOwn(eventCatalogue, type) ? eventCatalogue[type as EventType] : undefined;
}

/**
 * A merchant's token sees an event only when its payload names the merchant; all other events are the operator's alone.
 */
export function namesMerchant(type: EventType): boolean {
  return Object.hasOwn(eventCatalogue[type].fields, 'merchant_id');
}
