import {generateKeyPairSync, type KeyObject, randomBytes, sign} from 'node:crypto';

/** A certificate and its private key, both as PEM. */
export type Identity = {readonly cert: string; readonly key: string};

/** A certificate authority that signs in memory; `name` is the issuer of its certificates. */
export type Authority = Identity & {readonly name: string; readonly privateKey: KeyObject};

type Signer = Pick<Authority, 'name' | 'privateKey'>;

/** A certificate to issue: `name` is the common name, organizations are the groups of a client. */
export type Leaf = {
  readonly name: string;
  readonly organizations?: readonly string[];
  readonly server?: {readonly dns: readonly string[]; readonly ips: readonly string[]};
  readonly notBefore?: Date;
  readonly notAfter?: Date;
};

const DAY = 86_400_000;

/**
 * Creates a certificate authority. Node can sign but not issue certificates, so the few ASN.1 structures of X.509 are written here. This
 * way a server needs neither Go nor openssl.
 */
export function createAuthority(name: string): Authority {
  const {publicKey, privateKey} = newKeys();
  const extensions = [
    extension('551d13', sequence(boolean(true))), // basicConstraints: CA
    extension('551d0f', Buffer.from('03020186', 'hex')), // keyUsage: digitalSignature, keyCertSign, cRLSign
  ];
  return {...issue({name}, publicKey, extensions, {name, privateKey}), name, key: pem(privateKey), privateKey};
}

/** Issues a certificate for a server or a client; a client's `organizations` are its groups in Kubernetes. */
export function issueLeaf(authority: Signer, leaf: Leaf): Identity {
  const {publicKey, privateKey} = newKeys();
  const purpose = leaf.server ? '2b06010505070301' : '2b06010505070302'; // serverAuth, clientAuth
  const extensions = [
    extension('551d0f', Buffer.from('03020780', 'hex')), // keyUsage: digitalSignature
    extension('551d25', sequence(oid(purpose))),
    ...(leaf.server ? [extension('551d11', alternativeNames(leaf.server))] : []),
  ];
  return {...issue(leaf, publicKey, extensions, authority), key: pem(privateKey)};
}

/** Returns a new private key as PEM, in the form that every Kubernetes server reads. */
export const createKey = (): string => pem(newKeys().privateKey);

const newKeys = (): {readonly publicKey: KeyObject; readonly privateKey: KeyObject} =>
  generateKeyPairSync('ec', {namedCurve: 'P-256'});

function issue(leaf: Leaf, publicKey: KeyObject, extensions: readonly Buffer[], signer: Signer): {cert: string} {
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  // Valid from ten minutes ago, so that a client whose clock is slightly behind accepts it.
  const from = leaf.notBefore ?? new Date(Date.now() - 600_000);
  const to = leaf.notAfter ?? new Date(Date.now() + 3650 * DAY);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, serial()),
    algorithm,
    name(signer),
    sequence(time(from), time(to)),
    name(leaf),
    publicKey.export({format: 'der', type: 'spki'}),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, signer.privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`};
}

function name({name: commonName, organizations = []}: Pick<Leaf, 'name' | 'organizations'>): Buffer {
  const attribute = (type: string, value: string) => der(0x31, sequence(oid(type), der(0x0c, Buffer.from(value))));
  return sequence(...organizations.map((group) => attribute('55040a', group)), attribute('550403', commonName));
}

function alternativeNames({dns, ips}: NonNullable<Leaf['server']>): Buffer {
  return sequence(
    ...dns.map((host) => der(0x82, Buffer.from(host))),
    ...ips.map((ip) => der(0x87, Buffer.from(ip.split('.').map(Number)))),
  );
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), boolean(true), der(0x04, value));
const time = (at: Date): Buffer => der(0x17, Buffer.from(at.toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '')));
const pem = (key: KeyObject): string => key.export({format: 'pem', type: 'sec1'}) as string;

// Go refuses a serial number that is negative or starts with a zero byte.
function serial(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return bytes;
}
