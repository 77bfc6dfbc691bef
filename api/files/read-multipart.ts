/**
 * Turns a multipart/form-data body into the JSON body it stands for: fields as text, files as lists with their bytes in
 * base64.
 */
import { Busboy } from '@fastify/busboy';
import { Refusal } from '../../domain/refusal.ts';

const filesMax = 20;
const fieldsMax = 50;
const fieldBytesMax = 8_192;
// What is read before it shows that there are too many parts: a body may consist of a hundred thousand empty ones.
const sliceBytes = 4_096;

/** What a refusal calls it, where a form is taken as well as JSON. */
export const formWords = 'a form (multipart/form-data) with the file as its part';

export function isMultipart(contentType: string | undefined): boolean {
  return /^multipart\/form-data\s*;/i.test(contentType ?? '');
}

interface FormFile {
  filename: string;
  content_type: string;
  content: string;
}

/**
 * Reads a body that is already in memory and within its limit, as far as the first thing that is wrong. Refuses 400
 * MALFORMED_BODY, and 413 for too many parts.
 */
export function parseMultipart(raw: Buffer, contentType: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const body = new Map<string, unknown>();
    let isRefused = false;
    const fail = (refusal: Refusal): void => {
      isRefused = true;
      reject(refusal);
    };
    const refuse = (words: string): void => fail(new Refusal('MALFORMED_BODY', words));
    const form = openForm(contentType);
    if (!form) return refuse('The body is not a form: its content type names no boundary.');
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      form.on(limit, () => fail(tooMany()));
    form.on('field', (name, value, isNameCut, isValueCut) => {
      if (!name) return refuse(nameless);
      if (isNameCut || isValueCut) return refuse(`The form field ${name.slice(0, 40)} is too long.`);
      if (body.has(name)) return refuse(`The form field ${name.slice(0, 40)} is given more than once.`);
      body.set(name, value);
    });
    form.on('file', (field, stream, filename, _encoding, type) => {
      const chunks: Buffer[] = [];
      // A truncated part emits an error on its own stream; without a listener that would end the process.
      stream.on('error', () => refuse('The body is not a form that can be read.'));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      if (!field) return refuse(nameless);
      stream.on('end', () => {
        const name = field.replace(/\[\]$/, '');
        const given = body.get(name) ?? [];
        if (!Array.isArray(given))
          return refuse(`The form field ${name.slice(0, 40)} is given both as text and as a file.`);
        const content = Buffer.concat(chunks).toString('base64');
        body.set(name, [
          ...given,
          { filename: filename ?? '', content_type: type, content } satisfies FormFile,
        ]);
      });
    });
    form.on('error', () => refuse('The body is not a form that can be read.'));
    form.on('finish', () => resolve(Object.fromEntries(body)));
    const feed = (at: number): void => {
      if (isRefused) return;
      if (at >= raw.length) form.end();
      else form.write(raw.subarray(at, at + sliceBytes), () => feed(at + sliceBytes));
    };
    feed(0);
  });
}

const nameless = 'A part of the form has no name.';

const tooMany = (): Refusal =>
  new Refusal('PAYLOAD_TOO_LARGE', `A form has at most ${fieldsMax} fields and ${filesMax} files.`);

/** Undefined where the content type names no boundary. */
function openForm(contentType: string): InstanceType<typeof Busboy> | undefined {
  const limits = {
    files: filesMax,
    fields: fieldsMax,
    parts: filesMax + fieldsMax,
    fieldSize: fieldBytesMax,
    fieldNameSize: 100,
  };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    return undefined;
  }
}
