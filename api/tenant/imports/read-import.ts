/**
 * The three ways a file comes in: as a text in a JSON body, as the file of a form, or as the body itself, whose query then
 * says what the fields of the others say.
 */
import { Refusal } from '../../../domain/refusal.ts';
import { importBody, importTypes, importWords } from '../../../queues/imports/imports.ts';
import { described, type Infer } from '../../../queues/schema.ts';
import { formWords, isMultipart, parseMultipart } from '../../files/read-multipart.ts';
import { plainQuery, queryFlag, readQuery } from '../../http/query-fields.ts';
import { parseJsonBody } from '../../http/read-body.ts';
import { validate } from '../../http/validate.ts';

/** What a query says beside a file that is the body, and a form beside one of its own. */
export const importOptions = plainQuery({
  dry_run: described(queryFlag(), importWords.dry_run),
  skip_bad_lines: described(queryFlag(), importWords.skip_bad_lines),
});

type Options = Infer<typeof importOptions>;

export interface ReadImport {
  options: Options;
  csv: string | Uint8Array;
  charset: string | undefined;
}

export interface SentImport {
  raw: Uint8Array;
  contentType: string;
  query: string;
}

const noQuery = plainQuery({});

/** Refuses 400 and 415 what is none of the three; a query beside JSON or a form, since it would go unheard. */
export async function readImport({ raw, contentType, query }: SentImport): Promise<ReadImport> {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  if (importTypes.includes(type.toLowerCase())) {
    const charset = parameters.find((part) => /^charset=/i.test(part))?.slice('charset='.length);
    return {
      options: readQuery<Options>(importOptions, query),
      csv: raw,
      charset: charset?.replaceAll('"', ''),
    };
  }
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

function fileOf(csv: unknown): string | Uint8Array {
  if (typeof csv === 'string') return csv;
  const [file, ...others] = Array.isArray(csv) ? (csv as { content: string }[]) : [];
  if (file && others.length === 0) return Buffer.from(file.content, 'base64');
  const message = 'csv must be one file of the form';
  throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: 'csv', code: 'required', message }]);
}
