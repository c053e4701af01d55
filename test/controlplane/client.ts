import {Agent, request} from 'node:https';
import type {Identity} from './certificate.ts';

type Answer = {readonly status: number; readonly body: unknown};

/** Asks the API server one thing; a server that does not answer yet is status 0, for whoever waits for it. */
export type Ask = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** A client just good enough to wait for a control plane: the tests bring their own. */
export function apiClient({server, ca, identity}: {server: string; ca: string; identity?: Identity}): Ask {
  const agent = new Agent({ca, cert: identity?.cert, key: identity?.key, maxSockets: 4});
  return (method, path, body, extra = {}) =>
    new Promise((resolve) => {
      const headers = {'content-type': 'application/json', 'user-agent': 'gantry-test', ...extra};
      const call = request(new URL(path, server), {method, agent, headers, timeout: 5000}, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({status: response.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString())}),
        );
        response.on('error', () => resolve({status: 0, body: undefined}));
      });
      call.on('timeout', () => call.destroy());
      call.on('error', () => resolve({status: 0, body: undefined}));
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // /readyz answers "ok"
  }
}
