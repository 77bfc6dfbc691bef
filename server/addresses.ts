import type { ServerConfig } from './config.ts';

/** The address people use: a server that listens on every interface is reached on the loopback one. */
export function baseUrlOf(config: Pick<ServerConfig, 'host' | 'port'>): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
}

/** Where the ops pages and metrics are: on the API's port, or on OPS_PORT. */
export function opsUrlOf(config: Pick<ServerConfig, 'host' | 'port' | 'opsPort'>): string {
  return baseUrlOf({ host: config.host, port: config.opsPort ?? config.port });
}
