import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {readAllowedKeys} from '../../../../../src/core/trust/ssh/allowed-keys.ts';
import {readArmoredSignature} from '../../../../../src/core/trust/ssh/armored-signature.ts';
import {judgeSignature} from '../../../../../src/core/trust/ssh/judge-signature.ts';
import {fingerprintOf} from '../../../../../src/core/trust/ssh/public-key.ts';
import {armor, ecdsaKey, ed25519Key, rsaKey, type SshKey} from '../../../../rig/ssh-key.ts';

/** Public keys and signatures of OpenSSH 9.2. */
const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

const NOW = new Date('2027-01-15T12:00:00Z');

/** Undefined: the signature counts. */
function judge(text: string, armored: string, keys: string) {
  const signature = readArmoredSignature(armored);
  if ('problem' in signature) return signature;
  const read = readAllowedKeys(keys);
  expect(read.problems).toEqual([]);
  return judgeSignature({bytes: Buffer.from(text), signature, namespace: 'gantry-allow', keys: read.keys, now: NOW});
}

/** The bytes between the armor. */
const bytesOf = (armored: string): Buffer => Buffer.from(armored.replaceAll(/^-.*$/gm, ''), 'base64');

describe('a signature of ssh-keygen', () => {
  const list = fixture('list');
  const cases = ['ed25519', 'ecdsa', 'rsa'].flatMap((type) => ['sha512', 'sha256'].map((hash) => ({type, hash})));

  it.each(cases)('a signature of $type with $hash is valid for the signed text, and for no other', ({type, hash}) => {
    const [key, signature] = [fixture(`${type}.pub`), fixture(`${type}-${hash}.sig`)];
    expect(judge(list, signature, key)).toBeUndefined();
    for (const other of [`${list}\n`, list.replace('prod', 'test'), list.slice(1), ''])
      expect(judge(other, signature, key)).toMatchObject({reason: 'other-text'});
  });

  it('a signature of ssh-keygen counts only where its key is listed, for this namespace', () => {
    const [ed25519, ecdsa] = [fixture('ed25519.pub'), fixture('ecdsa.pub')];
    const signature = fixture('ed25519-sha512.sig');
    expect(judge(list, signature, ecdsa)).toEqual({
      reason: 'unknown-key',
      key: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
    });
    expect(judge(list, signature, ecdsa + ed25519)).toBeUndefined();
    expect(judge(list, fixture('other-namespace.sig'), ed25519)).toEqual({reason: 'namespace', found: 'file'});
  });
});

const MAKERS: readonly {readonly of: string; readonly make: () => SshKey}[] = [
  {of: 'Ed25519', make: ed25519Key},
  {of: 'ECDSA', make: ecdsaKey},
  {of: 'RSA with SHA-512', make: () => rsaKey('rsa-sha2-512')},
  {of: 'RSA with SHA-256', make: () => rsaKey('rsa-sha2-256')},
];

describe.each(MAKERS)('a signature of $of', ({make}) => {
  const key = make();

  it('each signature of the same key is valid', () => {
    // The numbers of ECDSA differ in length from signature to signature.
    for (let round = 0; round < 40; round += 1)
      expect(judge(`text ${round}`, key.sign(`text ${round}`), key.line)).toBeUndefined();
  });

  it('a signature with a changed or missing byte is refused', () => {
    const bytes = bytesOf(key.sign('text'));
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect(judge('text', armor(changed), key.line), `byte ${at}`).toBeDefined();
      expect(judge('text', armor(bytes.subarray(0, at)), key.line), `${at} bytes`).toBeDefined();
    }
  });

  it('a signature with the key of another user is refused', () => {
    const other = make();
    expect(judge('text', other.sign('text', {claims: key}), key.line)).toEqual({
      reason: 'other-text',
      key: fingerprintOf(key.blob),
    });
  });
});

it.each([
  {name: 'RSA with SHA-1', key: rsaKey('ssh-rsa'), algorithm: 'ssh-rsa'},
  {name: 'RSA that calls itself Ed25519', key: rsaKey('rsa-sha2-512'), algorithm: 'ssh-ed25519'},
  {name: 'RSA with SHA-1 that calls itself SHA-512', key: rsaKey('ssh-rsa'), algorithm: 'rsa-sha2-512'},
  {name: 'Ed25519 that calls itself RSA', key: ed25519Key(), algorithm: 'rsa-sha2-512'},
  {name: 'an unknown algorithm', key: ed25519Key(), algorithm: 'none'},
  {name: 'a name of every object', key: ed25519Key(), algorithm: 'constructor'},
])('a signature of $name does not count', ({key, algorithm}) => {
  expect(judge('text', key.sign('text', {algorithm}), key.line)).toMatchObject({reason: 'other-text'});
});

describe('the file of a signature', () => {
  const key = ed25519Key();
  const good = key.sign('text');
  it.each([
    {name: 'another version', file: key.sign('text', {version: 2}), says: 'version 2'},
    {name: 'a hash that can be forged', file: key.sign('text', {hash: 'sha1'}), says: 'hash algorithm'},
    {name: 'a reserved field', file: key.sign('text', {reserved: 'x'}), says: 'damaged'},
    {name: 'bytes after the last field', file: key.sign('text', {tail: 'x'}), says: 'damaged'},
    {name: 'another magic', file: armor(Buffer.from('SSHSIX\0\0\0\x01')), says: 'not an SSH signature'},
    {name: 'nothing', file: '', says: 'not an armored'},
    {name: 'no content', file: armor(Buffer.alloc(0)), says: 'not an armored'},
    {name: 'a text before it', file: `x\n${good}`, says: 'not an armored'},
    {name: 'a text after it', file: `${good}x\n`, says: 'not an armored'},
    {name: 'a second signature', file: good + good, says: 'not an armored'},
    {name: 'characters that are not base64', file: good.replace('\nU', '\n!U'), says: 'not an armored'},
    {name: 'a header', file: good.replace('\n', '\nComment: x\n'), says: 'not an armored'},
    {name: 'carriage returns', file: good.replaceAll('\n', '\r\n'), says: 'not an armored'},
    {name: 'more than 64 KiB', file: armor(Buffer.alloc(65_536)), says: 'not an armored'},
    {name: 'PGP', file: good.replaceAll('SSH', 'PGP'), says: 'not an armored'},
  ])('with $name is refused', ({file, says}) => {
    expect(readArmoredSignature(file)).toEqual({problem: expect.stringContaining(says)});
  });

  it('the file of a signature may end without an end of line', () => {
    expect(judge('text', good.trimEnd(), key.line)).toBeUndefined();
  });
});

describe('a key', () => {
  const key = ed25519Key();
  const other = ecdsaKey();
  const signature = key.sign('text');
  it.each([
    {name: 'alone', keys: key.line},
    {name: 'with a comment', keys: `${key.line} me "at" home`},
    {name: 'after comments, empty lines and other keys', keys: `# ours\n\n${other.line}\r\n\t${key.line}\n`},
    {name: 'with principals', keys: `me@example.com,*@example.org ${key.line} me`},
    {name: 'for this namespace', keys: `me namespaces="git,gantry-allow" ${key.line}`},
    {name: 'within its time', keys: `me valid-after="20270115Z",Valid-Before="20270115120000Z" ${key.line}`},
    {name: 'with all options', keys: `me namespaces="gantry-allow",valid-after="202701150000Z" ${key.line} x`},
    {name: 'for another namespace on another line', keys: `me namespaces="git" ${key.line}\nme ${key.line}`},
    {name: 'that ended on another line', keys: `me valid-before="20260101Z" ${key.line}\n${key.line}`},
  ])('$name counts', ({keys}) => {
    expect(judge('text', signature, keys)).toBeUndefined();
  });

  it.each([
    {
      name: 'for other namespaces',
      options: 'namespaces="git,file"',
      want: {reason: 'other-namespaces', namespaces: ['git', 'file']},
    },
    {
      name: 'that ended',
      options: 'valid-before="20270115115959Z"',
      want: {reason: 'ended', at: '2027-01-15T11:59:59.000Z'},
    },
    {
      name: 'of tomorrow',
      options: 'valid-after="20270116Z"',
      want: {reason: 'not-yet', at: '2027-01-16T00:00:00.000Z'},
    },
  ])('$name does not count', ({options, want}) => {
    expect(judge('text', signature, `me ${options} ${key.line}`)).toEqual({...want, key: fingerprintOf(key.blob)});
  });

  it('a key has times in the time zone of the machine, unless they end with Z', () => {
    const [read] = readAllowedKeys(`me valid-after="20270102",valid-before="202701020304" ${key.line}`).keys;
    expect(read).toMatchObject({validAfter: new Date(2027, 0, 2), validBefore: new Date(2027, 0, 2, 3, 4)});
  });
});

describe('a line of keys', () => {
  const key = ed25519Key();
  const [type = '', base64 = ''] = key.line.split(' ');
  const field = (length: number): string =>
    `${type} ${Buffer.from(`\0\0\0\x0b${type}\0\0\0${String.fromCharCode(length)}${'x'.repeat(length)}`, 'latin1').toString('base64')}`;
  const point = (x: number): string => {
    const bytes = `\0\0\0\x13ecdsa-sha2-nistp256\0\0\0\x08nistp256\0\0\0\x41\x04${String.fromCharCode(x).repeat(64)}`;
    return `ecdsa-sha2-nistp256 ${Buffer.from(bytes, 'latin1').toString('base64')}`;
  };
  const rsa = (exponent: string): string => {
    const bytes = `\0\0\0\x07ssh-rsa\0\0\0${String.fromCharCode(exponent.length)}${exponent}\0\0\x01\x01\0${'\xff'.repeat(256)}`;
    return `ssh-rsa ${Buffer.from(bytes, 'latin1').toString('base64')}`;
  };

  it.each([
    {name: 'a certificate authority', line: `me cert-authority ${key.line}`, says: 'an option that is not supported'},
    {name: 'an unknown option', line: `me no-touch-required ${key.line}`, says: 'an option that is not supported'},
    {name: 'a pattern of namespaces', line: `me namespaces="git*" ${key.line}`, says: 'patterns'},
    {name: 'an excluded namespace', line: `me namespaces="!gantry-allow,x" ${key.line}`, says: 'patterns'},
    {name: 'no namespace', line: `me namespaces="" ${key.line}`, says: 'not a list'},
    {name: 'an option twice', line: `me namespaces="a",namespaces="b" ${key.line}`, says: 'twice'},
    {name: 'a time that there is not', line: `me valid-before="20270230Z" ${key.line}`, says: 'not a time'},
    {name: 'a time without a value', line: `me valid-before ${key.line}`, says: 'not a time'},
    {name: 'an open quote', line: `me namespaces="a ${key.line}`, says: 'no public key'},
    {name: 'an escaped quote', line: `me namespaces="a\\"b" ${key.line}`, says: 'no public key'},
    {
      name: 'options of authorized_keys',
      line: `expiry-time="20200101" ${key.line}`,
      says: 'options without a principal',
    },
    {
      name: 'an authority of authorized_keys',
      line: `restrict,cert-authority ${key.line}`,
      says: 'options without a principal',
    },
    {name: 'options without principals', line: `namespaces="git" ${key.line}`, says: 'options without a principal'},
    {name: 'two options', line: `me valid-after="20270101Z" namespaces="a" ${key.line}`, says: 'no public key'},
    {name: 'a key of a security key', line: `sk-ssh-ed25519@openssh.com ${base64}`, says: 'not supported'},
    {name: 'a key of another curve', line: fixture('ecdsa-384.pub'), says: 'not supported'},
    {name: 'an RSA key of 1024 bits', line: fixture('rsa-1024.pub'), says: '1024 bits'},
    {name: 'an RSA key with the exponent 1', line: rsa('\x01'), says: 'not a valid ssh-rsa key'},
    {name: 'an RSA key with an even exponent', line: rsa('\x04'), says: 'not a valid ssh-rsa key'},
    {name: 'an RSA key with a negative exponent', line: rsa('\xff'), says: 'not a valid ssh-rsa key'},
    {name: 'a type that is not that of its key', line: `ssh-rsa ${base64}`, says: 'not a valid ssh-rsa key'},
    {name: 'a key that is too short', line: field(31), says: 'not a valid ssh-ed25519 key'},
    {name: 'a key that is too long', line: field(33), says: 'not a valid ssh-ed25519 key'},
    {name: 'a point beside the curve', line: point(1), says: 'not a valid ecdsa-sha2-nistp256 key'},
    {name: 'a cut key', line: `${type} ${base64.slice(0, -4)}`, says: 'not a valid'},
    {name: 'base64 of another form', line: `${type} ${base64}=`, says: 'not a valid'},
    {name: 'a name of every object', line: `constructor ${base64}`, says: 'not supported'},
    {name: 'words', line: 'ssh-ed25519', says: 'no public key'},
  ])('with $name is refused', ({line, says}) => {
    expect(readAllowedKeys(`${key.line}\n${line}\n`).problems).toEqual([
      {line: 2, problem: expect.stringContaining(says)},
    ]);
  });

  it('a line of keys is read in a time that grows with its length alone', () => {
    for (const part of ['"', '" ', 'a="', 'namespaces="a",', ' '])
      expect(readAllowedKeys(`me ${part.repeat(100_000)}x ${key.line}`).keys).toEqual([]);
  });
});
