import { postToBackend } from './backend-api.ts';
import type { CloudBinding } from './cloud-binding.ts';
import { signChallenge } from './hub-key.ts';

/** Exchanges a signed challenge for a token valid for 15 minutes. Rejects with a BackendError. */
export async function fetchHubToken(
  cloud: CloudBinding,
  waitMs: number,
  signal: AbortSignal,
): Promise<string> {
  const { binding } = cloud;
  if (!binding) throw new Error('The hub is not bound');
  const { backend_url, hub_id, organization_id: organizationId } = binding;
  const options = { organizationId, waitMs, signal };
  const { challenge } = await postToBackend(`${backend_url}/api/hub/v1/challenge`, { hub_id }, options);
  const signature = signChallenge(cloud.privateKey, hub_id, String(challenge));
  const body = { hub_id, challenge, signature };
  const { token } = await postToBackend(`${backend_url}/api/hub/v1/token`, body, options);
  return String(token);
}
