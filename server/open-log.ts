import { pino, type Logger } from 'pino';

// Wherever a secret could appear in a logged object, its value is redacted.
const redacted = [
  'access_token',
  'token',
  'password',
  'authorization',
  'headers.authorization',
  'headers.cookie',
  'credentials',
  'webhook_secret',
  'backend_anon_key',
  '*.access_token',
  '*.token',
  '*.password',
  '*.authorization',
  '*.credentials',
  '*.webhook_secret',
  '*.backend_anon_key',
];

/** The log of a process: JSON lines with the process's name, secrets redacted. */
export function openLog(level: string, name: string): Logger {
  return pino({
    level,
    name,
    base: { name, pid: process.pid },
    redact: { paths: redacted, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
