import { totalmem } from 'node:os';

/** What both kinds of embedded Postgres share: loopback only, UTC, and a log of what an operator needs to act on. */
const always = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '200',
  jit: 'off',
  random_page_cost: '1.1',
  password_encryption: 'scram-sha-256',
  // Starts, stops, crashes and refused logins, but not the ERROR of each statement, which its caller logs.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  logging_collector: 'off',
};

/** A committed transaction survives a power cut. */
const durable = {
  ...always,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
};

/** For tests: files that need not survive the machine, and little memory. */
const disposable = {
  ...always,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  // Each test file logs in anew; with 4,096 of them that is most of what a connection takes, here and there.
  scram_iterations: '1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Four test files run at once, each with an API, workers and the connections it opens itself.
  max_connections: '800',
  max_wal_size: '1GB',
  checkpoint_timeout: '60min',
};

const mebibyte = 2 ** 20;

/**
 * An eighth of the memory this machine or container has, 256 MB to 4 GB: half of what a server by itself is usually
 * given, since the API, the workers and Redis are here too. It is taken as it is used.
 */
export function sharedBuffers(memoryBytes: number): string {
  const eighth = Math.floor(memoryBytes / 8 / mebibyte);
  return `${Math.min(Math.max(eighth, 256), 4096)}MB`;
}

/** The `-c name=value` options a server is started with. */
export function postgresSettings(options: { durable: boolean; port: number; socketDir: string }): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const settings = {
    ...(options.durable ? { ...durable, shared_buffers: sharedBuffers(memory) } : disposable),
    port: String(options.port),
    unix_socket_directories: options.socketDir,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
