/** The sender of printed documents: the seller's address, tax number and bank, and the logo. */
import { createHash } from 'node:crypto';
import Joi from 'joi';
import { readPaperSettings, type PaperSettings } from '../../../db/tenancy/paper-settings.read.ts';
import { judgeLogo, logoSideMax } from '../../../domain/paper/logo.ts';
import { invalid, notFound, Refusal } from '../../../domain/refusal.ts';
import {
  logoBytesMax,
  logoTypes,
  paperSettingsCommands,
  paperSizes,
  sellerAddress,
} from '../../../queues/tenancy/paper-settings.ts';
import { bic, iban, vatId } from '../../../queues/bank-and-tax-ids.ts';
import * as s from '../../../queues/schema.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { present } from '../../http/present.ts';
import { readFile } from '../files/kept-paper.ts';

const path = '/api/tenancy/paper';

const paperView = s.object({
  seller_name: s.described(s.text(200), "legal_name, else the organization's name."),
  legal_name: s.nullable(s.text(200)),
  address: sellerAddress(),
  email: s.nullable(s.text(254)),
  website: s.nullable(s.text(200)),
  tax_number: s.nullable(s.text(60)),
  vat_id: s.nullable(vatId()),
  registration_no: s.nullable(s.text(60)),
  bank_name: s.nullable(s.text(120)),
  bank_account: s.nullable(s.text(60)),
  bank_code: s.nullable(s.text(40)),
  iban: s.nullable(iban()),
  bic: s.nullable(bic()),
  payment_note: s.nullable(s.freeText(500)),
  paper_size: s.nullable(s.choice(...paperSizes)),
  logo: s.nullable(
    s.object({
      content_type: s.choice(...logoTypes),
      size_bytes: s.integer({ min: 1, max: logoBytesMax }),
      sha256: s.text(64),
    }),
  ),
});

const base64 = s.custom<string>(
  Joi.string()
    .max(Math.ceil(logoBytesMax / 3) * 4)
    .pattern(/^[A-Za-z0-9+/]+={0,2}$/, 'base64')
    .messages({ 'string.pattern.name': '{{#label}} must be base64' }),
);

const logoBody = s.object({
  logo: s.described(
    s.list(
      s.object({
        filename: s.optional(s.text(200)),
        content_type: s.optional(s.text(100), 'The type detected from the bytes is what counts.'),
        content: s.described(base64, 'The bytes in base64.'),
      }),
      { min: 1, max: 1 },
    ),
    `One PNG or JPEG picture, at most ${logoBytesMax} bytes and ${logoSideMax} pixels a side. As a form: the part logo.`,
  ),
});

const logoKey = (organizationId: string, sha256: string): string => `${organizationId}/logo/${sha256}`;

function shown({ logo_sha256: sha256, logo_type: type, logo_bytes: bytes, ...settings }: PaperSettings) {
  const logo = sha256 && type && bytes ? { sha256, content_type: type, size_bytes: bytes } : null;
  return present(paperView, { ...settings, logo });
}

const settings = async ({ tx }: Call) => shown(await readPaperSettings(tx));

function logoInput(call: Call, { logo: [given] }: s.Infer<typeof logoBody>) {
  // Before anything is stored: what is stored is never deleted.
  if (call.principal.merchant_id)
    throw new Refusal('FORBIDDEN', "The logo is the operator's, not one merchant's.");
  const bytes = Buffer.from(given!.content, 'base64');
  if (bytes.length > logoBytesMax)
    throw invalid('logo', 'too_large', `logo is larger than ${logoBytesMax} bytes`);
  const verdict = judgeLogo(bytes);
  if (!verdict.ok) {
    throw new Refusal('UNSUPPORTED_FILE_TYPE', `The picture cannot be used as a logo: ${verdict.why}.`, {
      path: 'logo',
      allowed: [...logoTypes],
    });
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  call.kept.push({ key: logoKey(call.organizationId, sha256), bytes, content_type: verdict.type });
  return { sha256, content_type: verdict.type, size_bytes: bytes.length };
}

export const paperSettingsEndpoints: readonly Endpoint[] = [
  query({
    path,
    summary: 'The sender of printed documents, and how to pay',
    permission: 'tenancy.view',
    returns: paperView,
    run: (call) => settings(call),
  }),
  command({
    method: 'PATCH',
    path,
    summary: 'Change the sender of printed documents, and how to pay',
    description:
      'Invoices and credit notes are issued with it, and keep what they were issued with; drafts and new statements show it at once. The country decides the layout of the address and whether the paper is Letter or A4.',
    permission: 'tenancy.manage',
    command: paperSettingsCommands.updatePaperSettings,
    respondWith: settings,
    returns: paperView,
  }),
  command({
    method: 'PUT',
    path: `${path}/logo`,
    summary: 'Put a logo on printed documents',
    permission: 'tenancy.manage',
    command: paperSettingsCommands.setLogo,
    body: logoBody,
    input: logoInput,
    formFiles: ['logo'],
    bodyBytesMax: 2 * logoBytesMax,
    respondWith: settings,
    returns: paperView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/logo`,
    summary: 'Remove the logo from printed documents',
    permission: 'tenancy.manage',
    command: paperSettingsCommands.removeLogo,
    respondWith: settings,
    returns: paperView,
  }),
  query({
    path: `${path}/logo`,
    summary: 'The logo',
    permission: 'tenancy.view',
    files: [...logoTypes],
    isFileAlone: true,
    returns: s.object({ content_type: s.choice(...logoTypes) }),
    run: async ({ tx, organizationId, files }) => {
      const { logo_sha256: sha256, logo_type: type } = await readPaperSettings(tx);
      if (!sha256 || !type) throw notFound('logo');
      const filename = type === 'image/png' ? 'logo.png' : 'logo.jpg';
      return async () => ({
        file: await files.get(logoKey(organizationId, sha256)),
        content_type: type,
        filename,
      });
    },
  }),
];

/** The seller as documents show it, of today or of when they were issued; not called within a transaction. */
export async function withLogo<S extends PaperSettings>(
  { organizationId, files }: Pick<Call, 'organizationId' | 'files'>,
  settings: S,
): Promise<S & Seller> {
  const { logo_sha256: sha256 } = settings;
  const logo = sha256 ? await readFile(files, logoKey(organizationId, sha256)) : undefined;
  return { ...settings, logo };
}

export interface Seller extends PaperSettings {
  logo: Buffer | undefined;
}
