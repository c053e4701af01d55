import {describe, expect, it} from 'vitest';
import type {FoundTerraform} from '../../../../src/adapters/terraform/find-terraform.ts';
import {lockedProviders, requireLocked} from '../../../../src/adapters/terraform/locked-providers.ts';
import type {LockedProvider, TerraformLock} from '../../../../src/core/resource/terraform-lock.ts';
import {lockText, parseLockText} from '../../../../src/core/terraform/lock-text.ts';

const WRITTEN = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.100.0"
  constraints = "5.100.0"
  hashes = [
    "h1:Ijt7pOlB7Tr7maGQIqtsLFbl7pSMIj06TVdkoSBcYOw=",
    "zh:054b8dd49f0549c9a7cc27d159e45327b7b65cf404da5e5a20da154b90b8a644",
  ]
}

provider "example.com/team/own" {
  version = "1.0.0-beta.1"
  hashes = [
    "h1:b=",
  ]
}
`;
const AWS = 'registry.terraform.io/hashicorp/aws';
const locked = (version: string, hash: string): LockedProvider => ({source: AWS, version, hashes: [hash]});
const lock = (...providers: readonly LockedProvider[]): TerraformLock => ({
  program: 'terraform',
  version: '1.11.4',
  providers,
});

describe('the dependency lock file', () => {
  it('versions and checksums are read, and written in one form', () => {
    const read = parseLockText(WRITTEN);
    expect(read).toMatchObject([
      {source: AWS, version: '5.100.0', hashes: [expect.stringMatching(/^h1:/), expect.stringMatching(/^zh:/)]},
      {source: 'example.com/team/own', version: '1.0.0-beta.1', hashes: ['h1:b=']},
    ]);
    const text = lockText(read);
    expect(parseLockText(text)).toEqual(read.toReversed());
    expect(lockText(parseLockText(text))).toBe(text);
  });

  it.each([
    {
      name: 'the lock file of the stack counts before the last run',
      wanted: undefined,
      of: lock(locked('5.1.0', 'h1:file=')),
      last: locked('5.0.0', 'h1:last='),
      want: [locked('5.1.0', 'h1:file=')],
    },
    {
      name: 'the last run counts for a provider that is not locked',
      wanted: '5.0.0',
      of: lock(),
      last: locked('5.0.0', 'h1:last='),
      want: [locked('5.0.0', 'h1:last=')],
    },
    {
      name: 'the last run does not count for another version in the files',
      wanted: '5.2.0',
      of: undefined,
      last: locked('5.0.0', 'h1:last='),
      want: [],
    },
  ])('$name', ({wanted, of, last, want}) => {
    const required = [{name: 'aws', source: AWS, version: wanted}];
    expect(lockedProviders(required, {lock: of, last: lockText([last])})).toEqual(want);
  });

  it('another version in the lock file than in the files is refused', () => {
    const required = [{name: 'aws', source: AWS, version: '5.2.0'}];
    expect(() => lockedProviders(required, {lock: lock(locked('5.1.0', 'h1:a=')), last: undefined})).toThrow(
      expect.objectContaining({failure: expect.objectContaining({code: 'terraform/unusable'})}),
    );
  });

  it.each([
    {found: {product: 'terraform', version: '1.11.4'}, isRefused: false},
    {found: {product: 'terraform', version: '1.11.5'}, isRefused: true},
    {found: {product: 'tofu', version: '1.11.4'}, isRefused: true},
  ] as const)('$found.product $found.version with a lock of terraform 1.11.4', ({found, isRefused}) => {
    const program: FoundTerraform = {...found, path: '/bin/program', platform: 'linux_amd64'};
    const check = (): void => requireLocked(program, lock());
    if (isRefused)
      expect(check).toThrow(
        expect.objectContaining({failure: expect.objectContaining({hint: expect.stringContaining('--upgrade')})}),
      );
    else expect(check).not.toThrow();
    expect(() => requireLocked(program, undefined)).not.toThrow();
  });
});
