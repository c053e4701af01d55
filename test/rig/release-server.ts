import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

/** A server of releases on this machine, until the test ends. */
export type ReleaseServer = {
  /** The URL of the server, and of the directory of all releases. Every repository has these releases. */
  readonly url: string;
  /** The paths that were requested, in this order. */
  readonly asked: readonly string[];
  /** Answers to the next requests, in place of the files. */
  readonly faults: Fault[];
  /** The SHA-256 of the package file. */
  readonly sha256: string;
};

/** `cut`: the connection ends in the middle. `short`: a complete answer with half of the file. `changed`: a complete answer with another byte. */
export type Fault = 'cut' | 'short' | 'changed' | 'none' | 429 | 403 | 500 | {readonly redirect: string};

/** Serves a package file as the release of a version, with its SHA256SUMS. */
export async function releaseServer(packed: Buffer, version = '0.1.0'): Promise<ReleaseServer> {
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const name = `gantry-${version}.tgz`;
  const files = new Map<string, Buffer>([
    [`/v${version}/SHA256SUMS`, Buffer.from(`${'0'.repeat(64)}  gantry.bash\n${sha256}  ${name}\n`)],
    [`/v${version}/${name}`, packed],
  ]);
  const [asked, faults]: [string[], Fault[]] = [[], []];
  const server = createServer(({url = ''}, response) => {
    asked.push(url);
    const content = files.get(url.replace(/^.*\/releases\/download(?=\/)/, ''));
    const fault = faults.shift() ?? 'none';
    if (content === undefined) response.writeHead(404).end();
    else answer(response, content, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, faults, sha256};
}

function answer(response: ServerResponse, content: Buffer, fault: Fault): void {
  if (typeof fault === 'number') return void response.writeHead(fault).end();
  if (typeof fault === 'object') return void response.writeHead(302, {location: fault.redirect}).end();
  if (fault === 'short') return void response.end(content.subarray(0, content.length >> 1));
  if (fault === 'changed')
    return void response.end(content.map((byte, at) => (at === content.length >> 1 ? byte ^ 1 : byte)));
  response.writeHead(200, {'content-length': content.length});
  if (fault === 'none') return void response.end(content);
  response.write(content.subarray(0, content.length >> 1), () => response.destroy());
}
