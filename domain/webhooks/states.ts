/** The states of a subscriber's endpoint and of what is sent to it. */
export const endpointStatuses = ['active', 'disabled'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
