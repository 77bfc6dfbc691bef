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
      summary: 'What a storefront sends; the published flow of the tenant works on it',
      description:
        'No bearer: the tenant is found by the domain of the shop, and a flow with a webhook_secret takes only what is signed with it: base64 of HMAC-SHA256 over the raw bytes of the body. Answered once it is on disk; a repeat of an order answers with the event of the first. A topic nobody works on is kept and ignored.',
      security: [],
      parameters: [
        { name: 'code', in: 'path', required: true, schema: { type: 'string', enum: ['storefront'] } },
        header('x-storefront-topic', 'orders/create'),
        header('x-storefront-shop-domain', 'The domain of the shop, as its connection has it.'),
        header('x-storefront-hmac-sha256', 'The signature.'),
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
          ['400', '401', '404', '405', '413', '415', '503'].map((status) => [
            status,
            { $ref: '#/components/responses/Error' },
          ]),
        ),
      },
    },
  },
};
