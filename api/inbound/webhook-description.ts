/** Describes the inbound webhook, which is not an endpoint of the two surfaces because it takes no token. */
import { jsonContent, type Json } from '../openapi/openapi-components.ts';

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

export const webhookDescription: Record<string, Json> = {
  '/api/integration/webhooks/{code}': {
    post: {
      operationId: 'postApiIntegrationWebhooksCode',
      tags: ['integration'],
      summary: "What a storefront sends; the tenant's published flow processes it",
      description:
        "No bearer token: the shop's domain identifies the tenant, and a flow with a webhook_secret accepts only signed bodies: base64 of HMAC-SHA256 over the raw bytes. Answered once the event is on disk; a repeat of an order returns the first event. Beyond the organization's quota: 429 with Retry-After. Topics that are not processed are stored and ignored. A connection with header_names shopify takes the headers x-shopify-topic, -shop-domain, -hmac-sha256 and -webhook-id as well; a webhook with those is always signed, and for the shop it names alone.",
      security: [],
      parameters: [
        { name: 'code', in: 'path', required: true, schema: { type: 'string', enum: ['storefront'] } },
        header('x-storefront-topic', 'orders/create'),
        header('x-storefront-shop-domain', "The shop's domain, as in its connection."),
        header('x-storefront-hmac-sha256', 'The signature.'),
        header('x-storefront-webhook-id', "The sender's own id of this delivery; kept with the event."),
      ],
      requestBody: { required: true, content: jsonContent({ type: 'object' }) },
      responses: {
        200: {
          description: 'Kept.',
          content: jsonContent({
            type: 'object',
            required: ['ok', 'data'],
            properties: {
              ok: { const: true },
              data: {
                type: 'object',
                required: ['accepted', 'event_id', 'duplicate'],
                properties: {
                  accepted: { type: 'boolean' },
                  event_id: { type: 'string', format: 'uuid' },
                  duplicate: { type: 'boolean' },
                  ignored: { const: true },
                },
              },
            },
          }),
        },
        ...Object.fromEntries(
          ['400', '401', '404', '405', '413', '415', '421', '429', '503'].map((status) => [
            status,
            { $ref: '#/components/responses/Error' },
          ]),
        ),
      },
    },
  },
};
