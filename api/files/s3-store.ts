/** Files in an S3-compatible bucket: for installations whose API processes share no disk. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { notFound } from '../../domain/refusal.ts';
import { away, isKey, pageMax, plainKey, type FileStore, type KeptFile } from './file-store.ts';

export interface S3Settings {
  /** Address of the service and its bucket, e.g. https://s3.eu-central-1.amazonaws.com/my-files. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long the service may take to begin its answer; 20 s when omitted. */
  answerMsMax?: number;
}

const answerMsUsual = 20_000;

/** Each call is one signed request; a busy service is tried three times. Encryption at rest is the bucket's setting. */
export function s3Store(settings: S3Settings): FileStore {
  const { url, region, accessKeyId, secretAccessKey, answerMsMax = answerMsUsual } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const bucket = url.replace(/\/$/, '');
  const ask = async (name: string, request: RequestInit, fine?: number): Promise<Response> => {
    const address = `${bucket}/${name}`;
    // Until the answer begins: a file is read at its reader's pace, and one that takes long is not cut off.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('it does not answer')), answerMsMax);
    const answer = await client
      .fetch(address, { ...request, signal: late.signal })
      .catch((fault: unknown) => {
        throw away(fault instanceof Error ? fault.message : String(fault));
      })
      .finally(() => clearTimeout(timer));
    if (answer.status === 404 && request.method === 'GET') throw notFound('file');
    if (!answer.ok && answer.status !== fine) throw away(`it answered ${answer.status}`);
    return answer;
  };
  const put = async (
    { key, bytes, content_type: type }: KeptFile,
    condition: Record<string, string> = {},
    fine?: number,
  ): Promise<void> => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const headers = { 'content-type': type, 'x-amz-content-sha256': hash, ...condition };
    const request = { method: 'PUT', headers, body: new Uint8Array(bytes) };
    // Read to the end so that the connection is free for the next request.
    await (await ask(plainKey(key), request, fine)).arrayBuffer();
  };
  return {
    put: (file) => put(file),
    // 412: the file that is there stays.
    putFirst: (file) => put(file, { 'if-none-match': '*' }, 412),
    get: async (key) => {
      const { body } = await ask(plainKey(key), { method: 'GET' });
      return Readable.fromWeb(body as ReadableStream<Uint8Array>);
    },
    remove: async (key) => void (await (await ask(plainKey(key), { method: 'DELETE' }, 404)).arrayBuffer()),
    // What is put is there whole or not at all.
    removeDrafts: () => Promise.resolve(),
    assertTaking: () => Promise.resolve(),
    page: async (organizationId, after) => {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: `${organizationId}/`,
        'max-keys': `${pageMax}`,
        ...(after === null ? {} : { 'start-after': after }),
      });
      const page = await (await ask(`?${query.toString()}`, { method: 'GET' })).text();
      return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
        key: wordOf(entry, 'Key'),
        size_bytes: Number(wordOf(entry, 'Size')),
        stored_at: new Date(wordOf(entry, 'LastModified')),
      }));
    },
    async *list(organizationId) {
      let after: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${organizationId}/` });
        if (after) query.set('continuation-token', after);
        const page = await (await ask(`?${query.toString()}`, { method: 'GET' })).text();
        // Names of ours need no XML escapes.
        for (const [, key] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) if (isKey(key!)) yield key!;
        after = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]?.replaceAll('&amp;', '&');
      } while (after);
    },
  };
}

// Names of ours need no XML escapes.
const wordOf = (entry: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(entry)?.[1] ?? '';
