/**
 * The places that integration secrets are sealed for. A secret copied to another row or organization cannot be opened
 * there.
 */

export const credentialsPlace = (organizationId: string, connectionId: string): string =>
  `channel_connections.credentials ${organizationId} ${connectionId}`;

export const connectionSecretPlace = (organizationId: string, connectionId: string): string =>
  `channel_connections.webhook_secret ${organizationId} ${connectionId}`;

export const flowSecretPlace = (organizationId: string, flowId: string): string =>
  `flows.webhook_secret ${organizationId} ${flowId}`;

export const endpointSecretPlace = (organizationId: string, endpointId: string): string =>
  `webhook_endpoints.secret ${organizationId} ${endpointId}`;
