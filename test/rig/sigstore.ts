import {createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify} from 'node:crypto';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {fulcioHandler, initializeCA, initializeCTLog, initializeTLog, rekorHandler} from '@sigstore/mock';
import {onTestFinished} from 'vitest';

/** Doubles of Fulcio, of Rekor and of the token server of GitHub on loopback, with keys of their own. */
export type TestSigstore = {
  /** The variables that name the doubles. */
  readonly servers: Readonly<Record<'GANTRY_FULCIO_URL' | 'GANTRY_REKOR_URL', string>>;
  /** Returns the variables of a GitHub job with that identity. `own`: the token of the job for the token server. */
  readonly github: (subject: string, own: string) => Readonly<Record<string, string>>;
  /** The trusted root, as `cosign trusted-root create` writes it. */
  readonly root: string;
  /** How many certificates and entries they made. */
  readonly made: {certificates: number; entries: number};
  /** The number of entries after which the log accepts no other one. */
  readonly limit: {entries: number};
};

/** Returns a token without a signature, which the doubles do not check. */
export const tokenFor = (sub: string, iss: string, canary = ''): string =>
  [{alg: 'none'}, {sub, iss, aud: 'sigstore', canary}, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

export const GITHUB = 'https://token.actions.githubusercontent.com';

/** Starts the doubles until the end of the test. Fulcio refuses a request without a proof that its sender has the key. */
export async function startSigstore(): Promise<TestSigstore> {
  const [ca, ct, log] = [pair(), pair(), pair()];
  const ctlog = await initializeCTLog(ct);
  const authority = await initializeCA(ca, ctlog);
  const {buffer, byteOffset, byteLength} = authority.rootCertificate;
  const fulcio = fulcioHandler(authority);
  const rekor = rekorHandler(await initializeTLog('http://127.0.0.1', log));
  const made = {certificates: 0, entries: 0};
  const limit = {entries: Number.POSITIVE_INFINITY};
  const jobs = new Map<string, string>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const {pathname, searchParams} = new URL(request.url ?? '/', 'http://127.0.0.1');
    const send = (status: number, text: string) => response.writeHead(status).end(text);
    if (pathname === '/token') {
      const subject = jobs.get(request.headers.authorization ?? '');
      if (subject === undefined || searchParams.get('audience') !== 'sigstore') return send(403, '{}');
      return send(200, JSON.stringify({value: tokenFor(subject, GITHUB)}));
    }
    const handler = [fulcio, rekor].find(({path}) => path === pathname);
    if (handler === undefined) return send(404, '');
    if (handler === fulcio && !hasProof(body)) return send(400, 'no proof of possession');
    if (handler === rekor && made.entries >= limit.entries) return send(503, '');
    const {statusCode, response: text} = await handler.fn(body);
    made[handler === fulcio ? 'certificates' : 'entries'] += statusCode === 201 ? 1 : 0;
    return send(statusCode, String(text));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    servers: {GANTRY_FULCIO_URL: `${address}/`, GANTRY_REKOR_URL: address},
    github: (subject, own) => {
      jobs.set(`Bearer ${own}`, subject);
      return {ACTIONS_ID_TOKEN_REQUEST_URL: `${address}/token?version=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: own};
    },
    root: JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [logOf(log.publicKey)],
      certificateAuthorities: [
        {
          subject: {organization: 'sigstore.mock', commonName: 'sigstore'},
          uri: address,
          certChain: {certificates: [{rawBytes: Buffer.from(buffer, byteOffset, byteLength).toString('base64')}]},
          validFor: {start: START},
        },
      ],
      ctlogs: [logOf(ct.publicKey)],
      timestampAuthorities: [],
    }),
    made,
    limit,
  };
}

const START = '2020-01-01T00:00:00Z';

const pair = () => generateKeyPairSync('ec', {namedCurve: 'prime256v1'});

function logOf(key: KeyObject) {
  const der = key.export({format: 'der', type: 'spki'});
  return {
    baseUrl: 'http://127.0.0.1',
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: der.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: {start: START},
    },
    logId: {keyId: createHash('sha256').update(der).digest('base64')},
  };
}

function hasProof(body: string): boolean {
  try {
    const {credentials, publicKeyRequest} = JSON.parse(body);
    const {sub} = JSON.parse(Buffer.from(credentials.oidcIdentityToken.split('.')[1], 'base64url').toString());
    const key = createPublicKey(publicKeyRequest.publicKey.content);
    return verify('sha256', Buffer.from(sub), key, Buffer.from(publicKeyRequest.proofOfPossession, 'base64'));
  } catch {
    return false;
  }
}
