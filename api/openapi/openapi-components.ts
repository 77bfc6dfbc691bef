/**
 * What every operation of the description shares: security, parameters, schemas of refusals and of accepted operations.
 */
import { refusalStatus } from '../../domain/refusals.ts';
import { permissions } from '../../domain/permissions.ts';

export type Json = Record<string, unknown>;

export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

const schema = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const pageFacts = {
  page: { type: 'integer' },
  page_size: { type: 'integer' },
  total: {
    type: 'integer',
    description:
      'All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total.',
  },
};

const totalIsExact = {
  type: 'boolean',
  description: 'False if there are more matches than total says.',
};

/** The paging fields of the tenant API. */
const metaFacts = {
  ...pageFacts,
  total_is_exact: totalIsExact,
  next_cursor: {
    type: ['string', 'null'],
    description:
      'Send it as cursor for the next page, whatever was added or removed meanwhile; null on the last page.',
  },
};

/** Beside any answer that need not be of this moment. */
export const asOfFact = {
  as_of: {
    type: 'string',
    format: 'date-time',
    description: 'The moment this is of, where a standby read it; absent when it is of now.',
  },
};

/** The paging fields of v1, next to its data. */
export const v1PageFacts = {
  ...pageFacts,
  total_is_exact: {
    ...totalIsExact,
    description: 'Present, and false, only if there are more matches than total says.',
  },
};

/** The header that says where a list continues. */
export const nextPageHeader = {
  Link: {
    description: 'RFC 8288: the next page with rel="next", by its cursor; absent on the last page.',
    schema: { type: 'string' },
  },
};

/** The header of any answer that need not be of this moment: files and v1 have no other place for it. */
export const asOfHeader = { 'X-As-Of': { $ref: '#/components/headers/AsOf' } };

/** The schemas every operation shares: refusals in their three formats, accepted operations, paging fields. */
export function sharedSchemas(): Record<string, Json> {
  const facts = {
    code: schema('RefusalCode'),
    message: { type: 'string', description: 'A sentence that says what to do.' },
    details: { description: 'Facts about the refusal; for VALIDATION_FAILED the list of problems.' },
    request_id: { type: 'string' },
  };
  const error = { type: 'object', required: ['code', 'message', 'request_id'], properties: facts };
  return {
    RefusalCode: { type: 'string', enum: Object.keys(refusalStatus) },
    RefusalFacts: error,
    Refusal: {
      type: 'object',
      required: ['ok', 'error'],
      properties: { ok: { const: false }, error: schema('RefusalFacts') },
    },
    V1Refusal: { type: 'object', required: ['error'], properties: { error: schema('RefusalFacts') } },
    Problem: {
      type: 'object',
      description: 'RFC 9457, sent if Accept names application/problem+json.',
      required: ['type', 'title', 'status', 'detail', 'code', 'message', 'request_id'],
      properties: {
        type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained.' },
        title: { type: 'string', description: 'The code as words.' },
        status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
        detail: { type: 'string', description: 'A sentence that says what to do.' },
        ...facts,
      },
    },
    ValidationProblem: {
      type: 'object',
      description: 'One entry of the details of VALIDATION_FAILED.',
      required: ['path', 'code', 'message'],
      properties: {
        path: { type: 'string', description: "Dotted path from the body's root." },
        code: { type: 'string', description: 'What is wrong with it, for programs.' },
        message: { type: 'string', description: 'What is wrong with it, as a sentence.' },
      },
    },
    AcceptedOperation: {
      type: 'object',
      required: ['operation_id', 'state', 'location'],
      properties: {
        operation_id: { type: 'string', format: 'uuid' },
        state: { type: 'string' },
        location: {
          type: 'string',
          format: 'uri-reference',
          description: 'Where to follow it.',
        },
      },
    },
    PageFacts: {
      type: 'object',
      required: Object.keys(metaFacts),
      properties: { ...metaFacts, ...asOfFact },
    },
  };
}

/** Security, shared parameters and shared answers. */
export function components(): Json {
  const problem = { 'application/problem+json': { schema: schema('Problem') } };
  const answer = (description: string, form: Json): Json => ({
    description,
    content: { ...jsonContent(form), ...problem },
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
        description: 'The organization whose data this is about: the one the token belongs to.',
        schema: { type: 'string', format: 'uuid' },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'Any text of yours. The same request with the same key is carried out once and answered the same, however often it is sent.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
      Prefer: {
        name: 'Prefer',
        in: 'header',
        description:
          'respond-async, or wait=N seconds (RFC 7240). A write that takes no queue answers with its outcome all the same.',
        schema: { type: 'string' },
      },
    },
    headers: {
      AsOf: {
        description: asOfFact.as_of.description,
        schema: { type: 'string', format: 'date-time' },
      },
    },
    responses: {
      Error: answer('A refusal: a stable code, a sentence, details.', schema('Refusal')),
      V1Error: answer('A refusal: a stable code, a sentence, details.', schema('V1Refusal')),
      Accepted: {
        description: 'Accepted; follow it at Location.',
        headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
        content: jsonContent({
          type: 'object',
          required: ['ok', 'data'],
          properties: { ok: { const: true }, data: schema('AcceptedOperation') },
        }),
      },
      V1Accepted: {
        description: 'Accepted; follow it at Location.',
        headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
        content: jsonContent(schema('AcceptedOperation')),
      },
    },
  };
}
