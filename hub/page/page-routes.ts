import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HubError } from '../hub-error.ts';
import type { HubDeps } from '../hub-deps.ts';
import { answer, readBody } from '../local/http-body.ts';
import { html } from './html.ts';
import { shownJobs } from './label-tables.ts';
import { pagePosts } from './page-posts.ts';
import { renderPage } from './page.ts';
import { Previews } from './previews.ts';
import { pageStyle } from './style.ts';

/** Proves that a post comes from a page rendered by this very process. */
const csrfToken = randomBytes(24).toString('base64url');

const previews = new Previews();

/** Serves the local page and the control call of `npm run hub -- code`. The Host header was checked before. */
export async function answerPage(
  hub: HubDeps,
  controlSecret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (request.method === 'POST' && path === '/control/code')
    return giveCode(hub, controlSecret, request, response);
  if (request.method === 'POST') return post(hub, path, request, response);
  if (request.method !== 'GET') return answer(response, 405, 'text/plain', 'Only GET and POST\n');
  if (path === '/') {
    const desk = await hub.desk.read(shownJobs(hub));
    return answer(response, 200, 'text/html; charset=utf-8', renderPage(hub, csrfToken, desk));
  }
  if (path === '/page.css') return answer(response, 200, 'text/css', pageStyle);
  if (path === '/favicon.ico') return answer(response, 204, 'image/x-icon', '');
  const job = /^\/jobs\/([\w-]+)\.png$/.exec(path)?.[1];
  if (job) return preview(hub, job, response);
  answer(response, 404, 'text/plain', 'Not here\n');
}

async function post(
  hub: HubDeps,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin, host } = request.headers;
  const fields = Object.fromEntries(new URLSearchParams(await readBody(request)));
  // Both are needed: the origin stops other sites' pages, the token stops clients that send no origin.
  if (origin !== `http://${host}` || !isSecret(fields['csrf'], csrfToken)) {
    return answer(
      response,
      403,
      'text/plain',
      'This page is out of date or not from this hub; open it again\n',
    );
  }
  const run = Object.hasOwn(pagePosts, path) ? pagePosts[path] : undefined;
  if (!run) return answer(response, 404, 'text/plain', 'Not here\n');
  try {
    await run(hub, fields);
  } catch (cause) {
    if (!(cause instanceof HubError)) throw cause;
    const page = html`<!doctype html>
      <html lang="en">
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Refused</title>
        <link rel="stylesheet" href="/page.css" />
        <p>${cause.message}</p>
        <p><a href="/">Back</a></p>
      </html>`;
    return answer(response, 409, 'text/html; charset=utf-8', page.text);
  }
  response.setHeader('location', '/');
  answer(response, 303, 'text/plain', 'Done\n');
}

/** For the command line of the same user: the secret is in a file only that user can read. */
function giveCode(hub: HubDeps, secret: string, request: IncomingMessage, response: ServerResponse): void {
  const { authorization, origin } = request.headers;
  if (origin !== undefined || !isSecret(authorization, `Bearer ${secret}`)) {
    return answer(response, 403, 'application/json', '{"ok":false}');
  }
  try {
    answer(response, 200, 'application/json', JSON.stringify(hub.pairing.newCode()));
  } catch (cause) {
    answer(response, 409, 'application/json', JSON.stringify({ message: (cause as Error).message }));
  }
}

async function preview(hub: HubDeps, key: string, response: ServerResponse): Promise<void> {
  const job = hub.recent.list.find((recent) => recent.key === key);
  if (!job) return answer(response, 404, 'text/plain', 'Not here\n');
  try {
    answer(response, 200, 'image/png', await previews.get(key, job.label.zpl));
  } catch (cause) {
    answer(response, 422, 'text/plain', `${(cause as Error).message}\n`);
  }
}

function isSecret(given: string | undefined, secret: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
