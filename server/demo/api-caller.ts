/** Calls the running server as a demo organization; a refusal nobody expected ends the demo with its sentence. */
import { StartError } from '../start-error.ts';

export interface DemoCaller {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object, headers?: Record<string, string>): Promise<T>;
  patch<T>(path: string, body: object): Promise<T>;
  /** The answer whatever it is: for showing a refusal. */
  try(method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
  /** A document: PDF, CSV. */
  download(path: string): Promise<Buffer>;
}

export function callAs(
  baseUrl: string,
  identity: { organization_id: string; access_token: string },
): DemoCaller {
  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${identity.access_token}`,
        'x-organization-id': identity.organization_id,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const expect = async <T>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<T> => {
    const answer = await send(method, path, body, headers);
    const parsed = (await answer.json()) as {
      ok: boolean;
      data: T;
      error?: { code: string; message: string };
    };
    if (!parsed.ok)
      throw new StartError(
        `${method} ${path} was refused: ${answer.status} ${parsed.error?.code} ${parsed.error?.message}`,
      );
    return parsed.data;
  };
  return {
    get: (path) => expect('GET', path),
    post: (path, body = {}, headers) => expect('POST', path, body, headers),
    patch: (path, body) => expect('PATCH', path, body),
    try: async (method, path, body) => {
      const answer = await send(method, path, body);
      return { status: answer.status, body: await answer.json() };
    },
    download: async (path) => {
      const answer = await send('GET', path, undefined, { accept: 'application/pdf, */*' });
      if (!answer.ok)
        throw new StartError(`GET ${path} was refused: ${answer.status} ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}
