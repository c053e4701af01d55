import {randomBytes} from 'node:crypto';
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {objectIn} from '../store/object-in.ts';
import {readIfThere, replaceFile} from '../store/private-file.ts';
import {createAuthority, type Identity, issueLeaf} from './certificate.ts';

/**
 * One run of a sandbox: from the start of the first process that uses it to the end of the last one, whichever process serves it. Its
 * values are secret. A process that takes over needs the same values.
 */
export type Run = {
  readonly token: string;
  /** The CA certificate as PEM. Its private key was discarded after signing. */
  readonly ca: string;
  readonly identity: Identity;
  /** 0 until the system has chosen a port. */
  readonly port: number;
};

/** A run, and the process that serves it. */
export type Address = Run & {readonly pid: number};

/** Returns the URL of the API server, which listens on the loopback interface only. */
export const serverOf = ({port}: {readonly port: number}): string => `https://127.0.0.1:${port}`;

/** Makes certificates and a random token for a process that serves; port 0 until it listens. */
export function newRun(): Run {
  const authority = createAuthority('gantry-sandbox-ca');
  const identity = issueLeaf(authority, {
    name: 'gantry-sandbox',
    server: {dns: ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'], ips: ['127.0.0.1']},
  });
  return {token: randomBytes(32).toString('base64url'), ca: authority.cert, identity, port: 0};
}

const pathIn = (directory: string): string => join(directory, 'address.json');

/** Writes the file by which other processes find the server. It holds the token, so only its owner can read it. */
export function writeAddress(directory: string, {token, ca, identity, port, pid}: Address): void {
  replaceFile(pathIn(directory), `${JSON.stringify({server: serverOf({port}), pid, token, ca, ...identity})}\n`);
}

/** Removes the file by which other processes find the server, if it exists. */
export const removeAddress = (directory: string): void => rmSync(pathIn(directory), {force: true});

/** Reads the file; undefined if it is missing or malformed. A new run can replace all of its content. */
export function readAddress(directory: string): Address | undefined {
  const {server, pid, token, ca, cert, key} = objectIn(readIfThere(pathIn(directory))?.toString('utf8') ?? '');
  const port = Number(typeof server === 'string' ? /^https:\/\/127\.0\.0\.1:(\d+)$/.exec(server)?.[1] : undefined);
  if (typeof pid !== 'number' || !(port > 0)) return undefined;
  if (typeof token !== 'string' || typeof ca !== 'string') return undefined;
  if (typeof cert !== 'string' || typeof key !== 'string') return undefined;
  return {token, ca, identity: {cert, key}, port, pid};
}
