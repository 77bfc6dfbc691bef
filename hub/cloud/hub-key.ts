import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** Generates the hub's key as PEM; it never leaves the workstation. */
export function createHubKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The public key as the base64 of its SPKI DER, the form enrollment expects. */
export function publicKeyOf(pem: string): string {
  return createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Signs a challenge. The first line names the purpose, so that the signature is valid for nothing else. */
export function signChallenge(pem: string, hubId: string, challenge: string): string {
  const text = `wms-hub-token-v1\n${hubId}\n${challenge}`;
  return sign(null, Buffer.from(text), createPrivateKey(pem)).toString('base64');
}
