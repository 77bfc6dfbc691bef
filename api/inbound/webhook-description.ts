/** Describes the inbound webhook, which is not an endpoint of the two surfaces because it takes no token. */
import { jsonContent, type Json } from '../openapi/openapi-components.ts';

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

const errors = (...statuses: string[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Error' }]));

const kept = (required: string[], properties: Json): Json => ({
  description: 'Kept.',
  content: jsonContent({
    type: 'object',
    required: ['ok', 'data'],
    properties: { ok: { const: true }, data: { type: 'object', required, properties } },
  }),
});

export const webhookDescription: Record<string, Json> = {
  '/api/integration/carriers/{account}/tracking': {
    post: {
      operationId: 'postApiIntegrationCarriersAccountTracking',
      tags: ['integration'],
      summary: 'What a carrier tells of parcels on their way',
      description:
        'No bearer token: the account is named by its id, and only bodies signed with the webhook_secret among its credentials are accepted. generic: x-carrier-hmac-sha256, base64 of HMAC-SHA256 over the raw bytes; easypost: its own x-hmac-signature; karrio: the secret it made for its webhook, in x-event-id. shipengine needs no secret: x-shipengine-rsa-sha256-signature over the x-shipengine-timestamp, at most five minutes from now, and the raw bytes, by a key that it publishes. Answered once it is on disk; the same told again changes nothing.',
      security: [],
      parameters: [
        { name: 'account', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        {
          name: 'organization',
          in: 'query',
          description:
            "The organization's id, as the account's tracking_path has it: where there are several cells, the proxy knows by it which is meant.",
          schema: { type: 'string', format: 'uuid' },
        },
        header('x-carrier-hmac-sha256', 'The signature.'),
      ],
      requestBody: { required: true, content: jsonContent({ type: 'object' }) },
      responses: {
        200: kept(['accepted'], { accepted: { type: 'boolean' } }),
        ...errors('400', '401', '404', '405', '413', '415', '421', '429', '503'),
      },
    },
  },
  '/api/integration/webhooks/{code}': {
    post: {
      operationId: 'postApiIntegrationWebhooksCode',
      tags: ['integration'],
      summary: "What a storefront sends; the tenant's published flow processes it",
      description:
        "No bearer token: the shop's domain identifies the tenant, and where its connection or the published flow has a webhook_secret only signed bodies are accepted: base64 of HMAC-SHA256 over the raw bytes. Answered once the event is on disk; a repeat of an order returns the first event. Beyond the organization's quota: 429 with Retry-After. Topics that are not processed are stored and ignored, whatever they say; an orders/create that is no JSON is 400, a body beyond 2 MiB 413. A connection with header_names shopify takes the headers x-shopify-topic, -shop-domain, -hmac-sha256 and -webhook-id as well; a webhook with those is always signed, and for the shop it names alone.",
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
        200: kept(['accepted', 'event_id', 'duplicate'], {
          accepted: { type: 'boolean' },
          event_id: { type: 'string', format: 'uuid' },
          duplicate: { type: 'boolean' },
          ignored: { const: true },
        }),
        ...errors('400', '401', '404', '405', '413', '415', '421', '429', '503'),
      },
    },
  },
};
