/** What every operation of the description shares: security, parameters, the shapes of refusals and of accepted work. */
import { refusalStatus } from '../../../domain/refusals.ts';
import { permissions } from '../../../domain/tenancy/permissions.ts';

export type Json = Record<string, unknown>;

export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

/** Security, shared parameters and shared answers. */
export function components(): Json {
  const error = {
    type: 'object',
    required: ['code', 'message', 'request_id'],
    properties: {
      code: { type: 'string', enum: Object.keys(refusalStatus) },
      message: { type: 'string' },
      details: {},
      request_id: { type: 'string' },
    },
  };
  const operation = {
    type: 'object',
    required: ['operation_id', 'state', 'location'],
    properties: {
      operation_id: { type: 'string', format: 'uuid' },
      state: { type: 'string' },
      location: { type: 'string' },
    },
  };
  const problem = { 'application/problem+json': { schema: { type: 'object' } } };
  const answer = (description: string, schema: Json): Json => ({
    description,
    content: { ...jsonContent(schema), ...problem },
  });
  return {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: `An access token. Permissions: ${Object.keys(permissions).join(', ')}.`,
      },
    },
    parameters: {
      OrganizationId: {
        name: 'x-organization-id',
        in: 'header',
        required: true,
        schema: { type: 'string', format: 'uuid' },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
      Prefer: {
        name: 'Prefer',
        in: 'header',
        description: 'respond-async, or wait=N seconds (RFC 7240).',
        schema: { type: 'string' },
      },
    },
    responses: {
      Error: answer('A refusal: a stable code, a sentence, details.', {
        type: 'object',
        required: ['ok', 'error'],
        properties: { ok: { const: false }, error },
      }),
      V1Error: answer('A refusal: a stable code, a sentence, details.', {
        type: 'object',
        required: ['error'],
        properties: { error },
      }),
      Accepted: {
        description: 'Accepted; follow it at Location.',
        headers: { Location: { schema: { type: 'string' } } },
        content: jsonContent({
          type: 'object',
          required: ['ok', 'data'],
          properties: { ok: { const: true }, data: operation },
        }),
      },
      V1Accepted: {
        description: 'Accepted; follow it at Location.',
        headers: { Location: { schema: { type: 'string' } } },
        content: jsonContent(operation),
      },
    },
  };
}
