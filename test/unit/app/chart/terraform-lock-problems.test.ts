import {describe, expect, it} from 'vitest';
import {terraformLockProblems} from '../../../../src/app/chart/terraform-lock-problems.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import type {TerraformLock} from '../../../../src/core/resource/terraform-lock.ts';

const AWS = 'registry.terraform.io/hashicorp/aws';
const queue = (version?: string): Resource => ({
  id: 'hashicorp:aws:aws_sqs_queue:orders',
  type: 'Terraform',
  attributes: {},
  dependsOn: [],
  extensions: version === undefined ? {} : {provider: `${AWS}/${version}`},
});
const record: Resource = {...queue(), id: 'terraform:builtin:terraform_data:record'};
const code = (files: Readonly<Record<string, string>>): Resource => ({
  ...queue(),
  id: 'terraform:output',
  attributes: {files},
});
const lock = (...versions: readonly string[]): TerraformLock => ({
  program: 'terraform',
  version: '1.11.4',
  providers: versions.map((version) => ({source: AWS, version, hashes: ['h1:a=']})),
});

describe('terraformLockProblems', () => {
  it.each([
    {name: 'a stack without Terraform resources needs no lock', resources: [], locked: undefined, says: []},
    {
      name: 'a resource without a provider needs the program',
      resources: [record],
      locked: undefined,
      says: ['the version of terraform is not locked'],
    },
    {name: 'a resource without a provider needs no other entry', resources: [record], locked: lock(), says: []},
    {
      name: 'a provider that is not locked',
      resources: [queue()],
      locked: lock(),
      says: [`the provider ${AWS} is not locked`],
    },
    {
      name: 'a provider without a version in the files takes the version of the lock file',
      resources: [queue()],
      locked: lock('5.1.0'),
      says: [],
    },
    {name: 'a provider in the locked version', resources: [queue(), queue('5.1.0')], locked: lock('5.1.0'), says: []},
    {
      name: 'a provider in another version',
      resources: [queue(), queue('5.2.0')],
      locked: lock('5.1.0'),
      says: [expect.stringContaining('charts.lock.yaml has 5.1.0, but the files want 5.2.0')],
    },
    {
      name: 'a provider that only code requires',
      resources: [code({'main.tf': 'resource "aws_sqs_queue" "a" {}'})],
      locked: lock(),
      says: [`the provider ${AWS} is not locked`],
    },
    {
      name: 'a provider that the dependency lock file of the code has',
      resources: [
        code({
          'main.tf': 'resource "aws_sqs_queue" "a" {}',
          '.terraform.lock.hcl': `provider "${AWS}" {\n  version = "5.1.0"\n}\n`,
        }),
      ],
      locked: lock(),
      says: [],
    },
  ])('$name', ({resources, locked, says}) => {
    const found = terraformLockProblems({resources, origins: new Map()}, locked);
    expect(found.map(({message}) => message)).toEqual(says);
  });
});
