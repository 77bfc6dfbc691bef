/**
 * The three ways a file comes in: as a text in a JSON body, as the file of a form, or as the body itself, whose query then
 * says what the fields of the others say. X12 comes as the body alone.
 */
import type { ImportKind } from '../../../domain/imports/import-kinds.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import { importBody, importTypes, importWords, x12Type } from '../../../queues/imports/imports.ts';
import { code, currency, described, text, type Infer } from '../../../queues/schema.ts';
import { formWords, isMultipart, parseMultipart } from '../../files/read-multipart.ts';
import { plainQuery, queryFlag, readQuery } from '../../http/query-fields.ts';
import { parseJsonBody } from '../../http/read-body.ts';
import { validate } from '../../http/validate.ts';

const optionFields = {
  dry_run: described(queryFlag(), importWords.dry_run),
  skip_bad_lines: described(queryFlag(), importWords.skip_bad_lines),
};

/** What a query says beside a file that is the body, and a form beside one of its own. */
export const importOptions = plainQuery(optionFields);

/** What it says beside X12, which names neither. */
export const x12Options = plainQuery({
  ...optionFields,
  account: described(text(100), `Of ${x12Type}, needed: the name of your own account with the carrier.`),
  carrier: described(code(32), `Of ${x12Type}, needed: the code of the carrier whose bill it becomes.`),
  currency: described(currency(), `Of ${x12Type}: of invoices that name none (C3).`),
});

type Options = Infer<typeof importOptions>;

/** Whose invoices X12 brings. */
export interface X12Names {
  account: string;
  carrier: string;
  currency?: string;
}

export interface ReadImport {
  options: Options;
  csv: string | Uint8Array;
  charset: string | undefined;
  /** It is X12. */
  x12?: X12Names;
}

export interface SentImport {
  raw: Uint8Array;
  contentType: string;
  query: string;
}

const noQuery = plainQuery({});

/** Refuses 400 and 415 what is none of the three; a query beside JSON or a form, since it would go unheard. */
export async function readImport(
  kind: ImportKind,
  { raw, contentType, query }: SentImport,
): Promise<ReadImport> {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const charset = parameters
    .find((part) => /^charset=/i.test(part))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (type.toLowerCase() === x12Type && kind === 'carrier_invoices') {
    const { options, names } = ofX12(readQuery<Infer<typeof x12Options>>(x12Options, query));
    return { options, csv: raw, charset, x12: names };
  }
  if (importTypes.includes(type.toLowerCase()))
    return { options: readQuery<Options>(importOptions, query), csv: raw, charset };
  readQuery(noQuery, query);
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  if (!isMultipart(contentType)) {
    const body = validate<Infer<typeof importBody>>(
      importBody,
      parseJsonBody(bytes, contentType, `${formWords}, or text/csv`),
      {
        convert: false,
      },
    );
    const { csv, ...options } = body;
    return { options, csv, charset: undefined };
  }
  const { csv, ...fields } = await parseMultipart(bytes, contentType);
  return {
    options: validate<Options>(importOptions, fields, { convert: true }),
    csv: fileOf(csv),
    charset: undefined,
  };
}

function ofX12({ account, carrier, currency: money, ...options }: Infer<typeof x12Options>): {
  options: Options;
  names: X12Names;
} {
  if (account === undefined || carrier === undefined) {
    const path = account === undefined ? 'account' : 'carrier';
    throw invalid(path, 'required', `${path} is needed beside ${x12Type}`);
  }
  return { options, names: { account, carrier, ...(money === undefined ? {} : { currency: money }) } };
}

function fileOf(csv: unknown): string | Uint8Array {
  if (typeof csv === 'string') return csv;
  const [file, ...others] = Array.isArray(csv) ? (csv as { content: string }[]) : [];
  if (file && others.length === 0) return Buffer.from(file.content, 'base64');
  const message = 'csv must be one file of the form';
  throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: 'csv', code: 'required', message }]);
}
