/** Commands of the details on an organization's documents: sender, payment details, logo. */
import { bic, iban, vatId } from '../bank-and-tax-ids.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import { choice, email, freeText, integer, nullable, object, optional, text, uuid } from '../schema.ts';
import { website } from './website.ts';

export const paperSizes = ['A4', 'LETTER'] as const;
export const logoTypes = ['image/png', 'image/jpeg'] as const;
/** A logo is drawn on every document: anything larger is a picture, not a logo. */
export const logoBytesMax = 512 * 1024;

/** The seller's own address; every part is optional. */
export const sellerAddress = () =>
  object({
    address: optional(freeText(500)),
    city: optional(text(100)),
    state: optional(text(100)),
    postal: optional(text(20)),
    country: optional(text(100), 'Its code or English name; it decides how the address is formatted.'),
    phone: optional(text(50)),
  });

const result = object({ id: uuid() });

export const paperSettingsCommands = {
  updatePaperSettings: defineCommand({
    name: 'tenancy.update_paper_settings',
    runs: 'inline',
    summary: 'Changes the sender and payment details on documents.',
    input: object({
      legal_name: optional(nullable(nameText(200)), "Null: the organization's name."),
      address: optional(sellerAddress()),
      email: optional(nullable(email())),
      website: optional(nullable(website())),
      tax_number: optional(
        nullable(text(60)),
        'GST, EIN or another number of the tax office, as shown on an invoice.',
      ),
      vat_id: optional(nullable(vatId())),
      registration_no: optional(nullable(text(60))),
      bank_name: optional(nullable(nameText(120))),
      bank_account: optional(nullable(text(60)), 'Account number, where an IBAN is not usual.'),
      bank_code: optional(nullable(text(40)), 'Routing number or sort code that goes with bank_account.'),
      iban: optional(
        nullable(iban()),
        'With it, an invoice in EUR has a QR code that fills in the payment in a banking app (EPC069-12).',
      ),
      bic: optional(nullable(bic())),
      payment_note: optional(nullable(freeText(500))),
      paper_size: optional(
        nullable(choice(...paperSizes)),
        'Null: the usual size in the country of the address.',
      ),
    }),
    result,
  }),
  setLogo: defineCommand({
    name: 'tenancy.set_logo',
    runs: 'inline',
    summary: 'Sets the logo on documents; the picture is already in the file store.',
    input: object({
      sha256: text(64),
      content_type: choice(...logoTypes),
      size_bytes: integer({ min: 1, max: logoBytesMax }),
    }),
    result,
  }),
  removeLogo: defineCommand({
    name: 'tenancy.remove_logo',
    runs: 'inline',
    summary: 'Removes the logo from documents.',
    input: object({}),
    result,
  }),
};
