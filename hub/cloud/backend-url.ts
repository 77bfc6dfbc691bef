import { HubError } from '../hub-error.ts';

/**
 * Checks a backend address and strips its trailing slash. Only https, because keys and labels are sent there; plain
 * http is allowed to this machine itself, where nobody can listen in.
 */
export function checkBackendUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new HubError('INVALID_PARAMS', 'backend_url is not a URL');
  }
  const isLoopback = ['localhost', '[::1]'].includes(url.hostname) || /^127(\.\d+){3}$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new HubError('INVALID_PARAMS', 'backend_url must be https (http only to this machine)');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new HubError('INVALID_PARAMS', 'backend_url must hold no credentials, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
}
