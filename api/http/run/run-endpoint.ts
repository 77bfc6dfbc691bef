/** Runs a parsed request as the kind of its endpoint says. */
import { streamOf } from '../../limits/kind-of-answer.ts';
import { openStream } from '../../streams/open-stream.ts';
import { runBatch } from './run-batch.ts';
import type { StreamEndpoint } from '../endpoint.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { inRead } from './read-for-request.ts';
import { runCommand } from './run-command.ts';
import { runQuery } from './run-query.ts';

/** The result; undefined if a stream or a document was sent instead. */
export async function runEndpoint(exchange: Exchange): Promise<Answer | undefined> {
  const { endpoint } = exchange;
  if (endpoint.kind === 'command' || endpoint.kind === 'actions') return runCommand(exchange, endpoint);
  if (endpoint.kind === 'batch') return runBatch(exchange, endpoint);
  const open = streamOf(exchange, endpoint);
  if (open) return runStream(exchange, open);
  return endpoint.kind === 'query' ? runQuery(exchange, endpoint) : undefined;
}

async function runStream(exchange: Exchange, open: StreamEndpoint['open']): Promise<undefined> {
  await openStream(exchange, open, (read) => inRead(exchange, read));
}
