import {mkdir, rename, symlink, writeFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {allowedDigests} from '../../../../src/app/trust/allowed-digests.ts';
import {distrust, inOwnRun} from '../../../../src/config/untrusted/checkout.ts';
import {openCheckout} from '../../../../src/config/untrusted/open-checkout.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {ed25519Key} from '../../../rig/ssh-key.ts';
import {stoppedClock} from '../../../rig/stopped-clock.ts';
import {failureOf, type Rig, rig} from '../workspace/rig.ts';

const [DIGEST, OTHER] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string];
const LIST = `# prod\n${DIGEST}\n`;

const key = ed25519Key();

type Given = {
  /** Of GANTRY_ALLOW, as the project calls it. */
  readonly said?: string;
  readonly keys?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly prepare?: (made: Rig) => Promise<unknown>;
};

/** What is allowed in a project, the root of a repository, that brings a signed list. */
async function allowed({said = 'ci/allowed', keys = key.line, files = {}, prepare}: Given): Promise<readonly string[]> {
  const signed = {'project/ci/allowed': LIST, 'project/ci/allowed.sig': key.sign(LIST)};
  const made = await rig({files: {'project/project.yaml': 'name: shop\n', ...signed, ...files}});
  await prepare?.(made);
  const env = {GANTRY_ALLOW: said, GANTRY_ALLOW_KEYS: keys};
  return [...(await allowedDigests({env, cwd: made.cwd, clock: stoppedClock()}))];
}

describe('a signed list of digests', () => {
  const printed = `# prod (workspaces/prod.yaml), ${OTHER}:\n#   - runs ${OTHER}\nGANTRY_ALLOW=${DIGEST},${OTHER}\n`;
  it.each<Given & {readonly name: string; readonly want?: readonly string[]}>([
    {name: 'may be a file of the project'},
    {name: 'may lie elsewhere', said: '../l', files: {l: LIST, 'l.sig': key.sign(LIST)}},
    {name: 'counts with keys in a file', keys: '../keys', files: {keys: `# ours\nme ${key.line}\n`}},
    {name: 'counts with one of several keys', keys: `${ed25519Key().line}\n${key.line}`},
    {
      name: 'may be what "gantry workspace allow --print" prints',
      files: {'project/ci/allowed': printed, 'project/ci/allowed.sig': key.sign(printed)},
      want: [DIGEST, OTHER],
    },
    {name: 'is not needed where the variable holds the digests', said: OTHER, want: [OTHER]},
  ])('a signed list: $name', async ({want = [DIGEST], ...given}) => {
    expect(await allowed(given)).toEqual(want);
  });

  it.each<Given & {readonly name: string; readonly reason: string}>([
    {name: 'was changed', files: {'project/ci/allowed': `${LIST}${OTHER}\n`}, reason: 'other-text'},
    {
      name: 'is signed with another key',
      files: {'project/ci/allowed.sig': ed25519Key().sign(LIST)},
      reason: 'unknown-key',
    },
    {
      name: 'is signed for another purpose',
      files: {'project/ci/allowed.sig': key.sign(LIST, {namespace: 'git'})},
      reason: 'namespace',
    },
    {name: 'is signed with a key that ended', keys: `me valid-before="20000101Z" ${key.line}`, reason: 'ended'},
    {name: 'is signed with a key of tomorrow', keys: `me valid-after="21000101Z" ${key.line}`, reason: 'not-yet'},
    {
      name: 'is signed with a key for commits',
      keys: `me namespaces="git" ${key.line}`,
      reason: 'other-namespaces',
    },
    {name: 'has no signature', said: './unsigned', files: {'project/unsigned': LIST}, reason: 'none'},
    {name: 'has no signature and lies elsewhere', said: '../unsigned', files: {unsigned: LIST}, reason: 'none'},
  ])('a signed list that $name is rejected', async ({reason, ...given}) => {
    expect(await failureOf(allowed(given))).toMatchObject({
      code: 'consent/not-signed',
      list: given.said ?? 'ci/allowed',
      problem: {reason},
    });
  });

  it.each<Given & {readonly name: string; readonly says: RegExp}>([
    {name: 'is missing', said: 'ci/none', says: /no such file/},
    {name: 'is a directory', said: 'ci', says: /is a directory/},
    {
      name: 'has a signature that is none',
      files: {'project/ci/allowed.sig': LIST},
      says: /allowed\.sig is not a signature that can be used/,
    },
    {
      name: 'is a link that leads out of the project',
      said: './link',
      files: {outside: LIST, 'project/link.sig': key.sign(LIST)},
      prepare: ({path}) => symlink(path('outside'), path('project/link')),
      says: /leads out of the project/,
    },
    {
      name: 'holds something else',
      files: {'project/ci/allowed': 'x', 'project/ci/allowed.sig': key.sign('x')},
      says: /x is not a digest/,
    },
  ])('a signed list that $name is an error', async ({says, ...given}) => {
    expect(await failureOf(allowed(given))).toMatchObject({
      code: 'input/usage',
      message: expect.stringMatching(says),
      hint: expect.any(String),
    });
  });
});

describe('the keys that sign lists', () => {
  /** Of a repository whose submodule, or whose clone of another repository, has the keys. */
  const below = (git: 'file' | 'directory') => ({
    keys: 'policy/keys',
    files: {'project/policy/keys': key.line},
    prepare: async ({path}: Rig) => {
      // The stack is a project of its own, so that only git knows whose the keys are.
      await rename(path('project/project.yaml'), path('project/ci/project.yaml'));
      await (git === 'file'
        ? writeFile(path('project/policy/.git'), 'gitdir: ../.git/modules/policy\n')
        : mkdir(path('project/policy/.git')));
    },
  });

  it.each<Given & {readonly name: string}>([
    {name: 'the project', keys: './keys', files: {'project/keys': key.line}},
    {
      name: 'the project, by a link from elsewhere',
      keys: '../link',
      files: {'project/keys': key.line},
      prepare: ({path}) => symlink(path('project/keys'), path('link')),
    },
    {
      name: 'the project, that is a link',
      keys: './link',
      files: {keys: key.line},
      prepare: ({path}) => symlink(path('keys'), path('project/link')),
    },
    {
      name: 'its repository',
      keys: '../keys',
      files: {keys: key.line},
      prepare: ({path}) => rename(path('project/.git'), path('.git')),
    },
    {name: 'a submodule', ...below('file')},
  ])('keys are not read from a file of $name: a change could add a key', async ({name: _, ...given}) => {
    expect(await failureOf(allowed(given))).toMatchObject({
      code: 'input/usage',
      message: expect.stringMatching(/^GANTRY_ALLOW_KEYS names \S+, a file of the repository/),
    });
  });

  it('keys can be a file of another repository that is cloned below this one', async () => {
    expect(await allowed(below('directory'))).toEqual([DIGEST]);
  });

  it.each([
    {name: 'a file', isFile: true},
    {name: 'the variable', isFile: false},
  ])('keys are not a private key in $name, of which nothing is shown', async ({isFile}) => {
    const text =
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAA AAAA canary\n-----END OPENSSH PRIVATE KEY-----\n';
    const failure = await failureOf(allowed({keys: isFile ? '../id' : text, files: {id: text}}));
    expect(failure.code).toBe('input/invalid');
    expect(JSON.stringify(failure)).not.toMatch(/canary|b3Blbn/);
  });

  it.each([
    {name: 'a missing file', keys: '../none', says: 'no such file'},
    {name: 'a directory', keys: '../elsewhere', says: 'is a directory'},
    {name: 'a file without keys', keys: '../elsewhere/empty', says: 'holds no key'},
    {name: 'a file of more than 1 MiB', keys: '../elsewhere/large', says: 'larger than 1 MiB'},
  ])('keys are not $name', async ({keys, says}) => {
    const files = {'elsewhere/empty': '# nobody\n', 'elsewhere/large': `# ${'x'.repeat(2 ** 20)}\n${key.line}\n`};
    expect(await failureOf(allowed({keys, files}))).toMatchObject({
      code: 'input/usage',
      message: expect.stringContaining(says),
      hint: expect.stringContaining('ssh-keygen -y -f KEY'),
    });
  });

  it('keys with unreadable lines are refused with the numbers of all such lines', async () => {
    const keys = `${key.line}\nme cert-authority ${key.line}\n\nssh-dss AAAA\n`;
    const failure = await failureOf(allowed({keys: '../keys', files: {keys}}));
    expect(failure).toMatchObject({code: 'input/invalid', diagnostics: [{}, {}]});
    expect(JSON.stringify(failure)).toMatch(/\.\.\/keys \(GANTRY_ALLOW_KEYS\), line 2: .*, line 4: /);
  });
});

describe('a signed list in an untrusted checkout', () => {
  const later = `${LIST}${OTHER}\n`;
  /** The change brings a list that was signed, too. */
  const inChange = (env: Readonly<Record<string, string>>) =>
    inOwnRun(async () => {
      const {cwd, home, path} = await rig({
        files: {'project/ci/allowed': later, 'project/ci/allowed.sig': key.sign(later), 'project/keys': key.line},
      });
      const base = new Map([
        ['ci/allowed', LIST],
        ['ci/allowed.sig', key.sign(LIST)],
        ['keys', key.line],
      ]);
      const commit = {
        root: cwd,
        commit: 'c'.repeat(40),
        files: new Set(base.keys()),
        read: (file: string) => Buffer.from(base.get(file) ?? ''),
      };
      await writeFile(path('keys'), key.line);
      const directory = await scratchDirectory();
      distrust(openCheckout({commit, base: {revision: 'main', from: '--base'}, directory, home}));
      return [...(await allowedDigests({env: {GANTRY_ALLOW: 'ci/allowed', ...env}, cwd, clock: stoppedClock()}))];
    });

  it.each([
    {where: 'a file', keys: '../keys'},
    {where: 'the variable', keys: key.line},
  ])('a list and its signature are read from the base commit, with keys in $where', async ({keys}) => {
    expect(await inChange({GANTRY_ALLOW_KEYS: keys})).toEqual([DIGEST]);
  });

  it('a file of keys in the base commit is refused, too', async () => {
    expect(await failureOf(inChange({GANTRY_ALLOW_KEYS: 'keys'}))).toMatchObject({
      code: 'input/usage',
      message: expect.stringContaining('a file of the repository'),
    });
  });
});
