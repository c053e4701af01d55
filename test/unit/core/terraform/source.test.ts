import {describe, expect, it} from 'vitest';
import {REGISTRY} from '../../../../src/core/resource/terraform-lock.ts';
import {sourceProblems} from '../../../../src/core/terraform/source-problems.ts';
import {sourceProviders} from '../../../../src/core/terraform/source-providers.ts';

const problems = (files: Readonly<Record<string, string>>) =>
  sourceProblems(files).map(({file, line, message}) => `${file}:${line}: ${message}`);

describe('the problems of a source of Terraform code', () => {
  it.each([
    {
      name: 'a backend block is refused with its line',
      files: {'main.tf': 'terraform {\n  backend "s3" {\n  }\n}\n'},
      want: ['main.tf:2: the block `backend` stores the state in another place than Gantry'],
    },
    {
      name: 'a cloud block is refused with its line',
      files: {'main.tf': 'terraform {\n\n  cloud {}\n}\n'},
      want: ['main.tf:3: the block `cloud` stores the state in another place than Gantry'],
    },
    {
      name: 'an encryption block of OpenTofu is refused with its line',
      files: {'main.tf': 'terraform {\n  encryption {\n    key_provider "pbkdf2" "a" {}\n  }\n}\n'},
      want: ['main.tf:2: the block `encryption` encrypts the state, which Gantry seals itself'],
    },
    {
      name: 'an encryption block in the JSON syntax is refused',
      files: {'main.tf.json': '{"terraform": {"encryption": {"state": {"method": "x"}}}}'},
      want: ['main.tf.json:1: the block `encryption` encrypts the state, which Gantry seals itself'],
    },
    {
      name: 'files that only OpenTofu reads are refused',
      files: {'main.tf': '', 'main.tofu': 'terraform {\n  backend "s3" {}\n}\n'},
      want: ['main.tofu:1: main.tofu is a file that only OpenTofu reads, which is not supported in a source'],
    },
    {
      name: 'a local module outside of the source is refused',
      files: {'main.tf': 'module "net" {\n  source = "../net"\n}\n'},
      want: ['main.tf:1: the module `net` is in ../net, outside of the directory of the source'],
    },
    {
      name: 'a module beside another one is inside of the source',
      files: {'main.tf': 'locals {}', 'modules/a/main.tf': 'module "b" {\n  source = "../b"\n}\n'},
      want: [],
    },
    {
      name: 'a directory without code is refused',
      files: {'a.txt': ''},
      want: ['a.txt:1: the source has no `.tf` or `.tf.json` file'],
    },
    {
      name: 'a backend in the JSON syntax is refused with its line',
      files: {'cdk.tf.json': '{\n  "terraform": {\n    "backend": {"s3": {"bucket": "b"}}\n  }\n}'},
      want: ['cdk.tf.json:2: the block `backend` stores the state in another place than Gantry'],
    },
    {
      name: 'a local module in the JSON syntax is refused outside of the source',
      files: {'main.tf': '', 'a/main.tf.json': '{"module": {"net": [{"source": "../../net"}]}}'},
      want: ['a/main.tf.json:1: the module `net` is in ../../net, outside of the directory of the source'],
    },
    {
      name: 'a state is refused, whatever its name is',
      files: {
        'main.tf': '',
        'pulled.json': '{\n"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "resources": []}',
        'other.json': '{"serial": 1}',
      },
      want: [
        'pulled.json:1: pulled.json is a state of Terraform, and the files of a source are a part of each release',
      ],
    },
    {
      name: 'a file of Gantry is refused',
      files: {'main.tf': '', 'gantry.tf.json': '{}'},
      want: ['gantry.tf.json:1: gantry.tf.json is a name of a file that Gantry writes itself'],
    },
  ])('$name', ({files, want}) => {
    expect(problems(files)).toEqual(want);
  });
});

describe('the providers of a source of Terraform code', () => {
  it('a provider without a host is in the registry of the program', () => {
    const files = {
      'main.tf': `terraform {
  required_providers {
    own = { source = "registry.example/acme/own" }
    aws = { source = "hashicorp/aws" }
  }
}
resource "random_id" "a" {}`,
    };
    expect(sourceProviders(files, REGISTRY.tofu).map(({source}) => source)).toEqual([
      'registry.opentofu.org/hashicorp/aws',
      'registry.example/acme/own',
      'registry.opentofu.org/hashicorp/random',
    ]);
  });

  it('a provider is found by a requirement, with its full address', () => {
    const files = {
      'main.tf': 'terraform {\n  required_providers {\n    k = {\n      source = "me/kube"\n    }\n  }\n}\n',
    };
    expect(sourceProviders(files)).toEqual([
      {name: 'k', source: 'registry.terraform.io/me/kube', undeclared: [], isDeclared: false},
    ]);
  });

  it('a resource without `provider` uses the configuration without a name', () => {
    expect(sourceProviders({'main.tf': 'resource "aws_sqs_queue" "a" {}'})).toEqual([
      {name: 'aws', source: 'registry.terraform.io/hashicorp/aws', undeclared: [undefined], isDeclared: false},
    ]);
  });

  it('an alias that no block declares is the named provider of the workspace', () => {
    const used = 'resource "aws_sqs_queue" "a" {\n  provider = aws.us\n}\n';
    expect(sourceProviders({'main.tf': used})[0]?.undeclared).toEqual(['us']);
    const declared = `${used}provider "aws" {\n  alias = "us"\n}\n`;
    expect(sourceProviders({'main.tf': declared})[0]).toMatchObject({undeclared: [], isDeclared: false});
  });

  it('the resources of a module use what its call passes on', () => {
    const files = {
      'main.tf': 'module "q" {\n  source = "./q"\n  providers = { aws = aws.eu }\n}\n',
      'q/main.tf': 'resource "aws_sqs_queue" "a" {}',
    };
    expect(sourceProviders(files)[0]?.undeclared).toEqual(['eu']);
  });

  it('the JSON syntax names providers in the same way', () => {
    const code = {
      terraform: {required_providers: {aws: {source: 'me/aws'}}},
      provider: {aws: [{region: 'eu'}, {alias: 'eu'}]},
      resource: {aws_sqs_queue: {a: {provider: 'aws.us', name: 'aws.name'}, b: [{provider: '${aws.eu}'}]}},
    };
    expect(sourceProviders({'main.tf.json': JSON.stringify(code)})).toEqual([
      {name: 'aws', source: 'registry.terraform.io/me/aws', undeclared: ['us'], isDeclared: true},
    ]);
  });

  it('parts of Terraform itself have no provider', () => {
    expect(sourceProviders({'main.tf': 'resource "terraform_data" "a" {}'})).toEqual([]);
  });
});
