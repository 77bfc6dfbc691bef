/**
 * The decrypted secrets of stores and flows. A sealed text never changes its meaning, so the decrypted one is cached by it. A
 * replaced secret is another sealed text, so nothing goes stale.
 */
import type { WebhookRoute } from '../../db/integration/routes.read.ts';
import { connectionSecretPlace, flowSecretPlace } from '../../domain/integration/sealed-places.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open } from '../../domain/secrets/seal.ts';

/** The secret of a route that has one. Refuses 503 UNAVAILABLE if the platform's current secret does not open it. */
export type SecretOfRoute = (route: WebhookRoute) => string;

const keptMax = 1_000;

export function openRouteSecrets(keys: KeyRing): SecretOfRoute {
  const opened = new Map<string, string>();
  return ({ organization_id, connection_id, flow_id, secret_of, webhook_secret_sealed }) => {
    const place =
      secret_of === 'flow'
        ? flowSecretPlace(organization_id, flow_id!)
        : connectionSecretPlace(organization_id, connection_id);
    const key = `${place} ${webhook_secret_sealed}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const secret = open(keys, webhook_secret_sealed!, place);
    if (secret === undefined)
      throw new Refusal(
        'UNAVAILABLE',
        `The ${secret_of}'s webhook secret cannot be decrypted with the platform's current secret.`,
      );
    if (opened.size >= keptMax) opened.clear();
    opened.set(key, secret);
    return secret;
  };
}
