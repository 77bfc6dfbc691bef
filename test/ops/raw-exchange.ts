/** Sends bytes over a socket of their own and returns what comes back until the server closes. */
import { connect } from 'node:net';
import { within } from '../helpers/wait.ts';

export function rawExchange(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const closed = new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket
      .on('data', (chunk) => (text += chunk.toString('latin1')))
      // Cut off while it is still sending.
      .on('error', () => {})
      .on('close', () => resolve(text));
  });
  return within('the server closes', closed);
}
