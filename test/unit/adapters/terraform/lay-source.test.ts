import {describe, expect, it} from 'vitest';
import {laySource} from '../../../../src/adapters/terraform/lay-source.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {SOURCE_ID} from '../../../../src/core/terraform/source.ts';

const CODE = `variable "zone" {
  type = string
}
resource "terraform_data" "a" {
  input = "\${var.zone}-\${var.zone_b}"
}
`;

function laid(vars: JsonObject, code = CODE, more: JsonObject = {}, outputs: readonly string[] = []) {
  const seen = {secrets: [] as Json[], paths: [] as unknown[], unknown: 0};
  const resource = {
    id: SOURCE_ID,
    type: 'Terraform' as const,
    attributes: {files: {'main.tf': code, ...more}, vars, varFiles: []},
    dependsOn: [],
    extensions: {},
  };
  const result = laySource(
    resource,
    {
      expressionFor: (id, path) => (id === 'queue' ? `aws_sqs_queue.q.${path.join('.')}` : undefined),
      lookup: (id) => (id === 'service' ? 'unknown' : undefined),
      isSensitive: () => false,
      secretOf: () => 's3cr3t-value',
      recall: () => undefined,
      isKnown: (id) => id === 'queue' || id === 'service',
      knownIds: ['queue', 'service'],
      hide: (value) => `var.s${seen.secrets.push(value) - 1}`,
      onUnknown: () => void seen.unknown++,
      onSecret: (path) => void seen.paths.push(path),
      onLost: () => undefined,
      onProblem: ({message}) => {
        throw new Error(message);
      },
    },
    {hideEphemeral: (value) => `var.e${seen.secrets.push(value) - 1}`, outputs: new Set(outputs)},
  );
  return {...result, seen};
}

describe('the files of a source in the working directory', () => {
  it('a literal value is in a file of variables, and the code is not changed', () => {
    const {files, call} = laid({zone: 'eu ${x}'});
    expect(files.get('main.tf')).toBe(CODE);
    expect(JSON.parse(files.get('~gantry.auto.tfvars.json') ?? '')).toEqual({zone: 'eu ${x}'});
    expect(call).toBeUndefined();
  });

  it.each([
    {
      name: 'a value of another resource of the module',
      zone: '${ref:queue#url}',
      want: '${aws_sqs_queue.q.url}',
      unknown: 0,
    },
    {
      name: 'a value that is not known yet',
      zone: '${ref:service#spec.clusterIP}',
      want: '${jsondecode(timestamp())}',
      unknown: 1,
    },
    {name: 'a secret', zone: 'ref://db/password', want: '${var.s0}', unknown: 0},
  ])('$name goes through a module, and no line moves', ({zone, want, unknown}) => {
    const {files, call, seen} = laid({zone});
    expect(call).toEqual({gantry_vars: {source: './gantry_vars', zone: want}});
    expect(seen.unknown).toBe(unknown);
    const text = files.get('main.tf') ?? '';
    expect(text).toContain('"${module.gantry_vars.zone}-${var.zone_b}"');
    expect(text).not.toContain('variable "zone"');
    expect(text.split('\n').length).toBe(CODE.split('\n').length);
    expect(files.get('gantry_vars/variables.tf')).toContain('type = string');
  });

  it('a variable that is declared as ephemeral gets a secret as an ephemeral value', () => {
    const {files, call} = laid({zone: 'ref://db/password'}, CODE.replace('type = string', 'ephemeral = true'));
    expect(call).toEqual({gantry_vars: {source: './gantry_vars', zone: '${var.e0}'}});
    expect(files.get('gantry_vars/variables.tf')).toMatch(
      /output "zone" \{\n {2}value = var.zone\n {2}ephemeral = true/,
    );
  });

  const JSON_CODE = `{
  "variable": {
    "zone": {"type": "list(string)", "description": "a \\"zone\\"", "validation": {"condition": "\${length(var.zone) > 0}", "error_message": "x"}},
    "other": {"default": "y"},
    "last": {"ephemeral": true}
  },
  "resource": {"terraform_data": {"a": {"input": "\${var.zone}"}, "b": [{"count": 2}]}}
}
`;

  it('a variable of the JSON syntax goes through a module too, and no line moves', () => {
    const vars = {zone: '${ref:queue#urls}', last: 'ref://db/password'};
    const {files, call, targets} = laid(vars, '', {'cdk.tf.json': JSON_CODE});
    expect(call).toEqual({gantry_vars: {source: './gantry_vars', zone: '${aws_sqs_queue.q.urls}', last: '${var.e0}'}});
    const text = files.get('cdk.tf.json') ?? '';
    expect(JSON.parse(text)).toEqual({
      variable: {other: {default: 'y'}},
      resource: {terraform_data: {a: {input: '${module.gantry_vars.zone}'}, b: [{count: 2}]}},
    });
    expect(text.split('\n').length).toBe(JSON_CODE.split('\n').length);
    const declared = files.get('gantry_vars/variables.tf') ?? '';
    expect(declared).toContain(
      'type = list(string)\ndescription = "a \\"zone\\""\nvalidation {\ncondition = "${length(var.zone) > 0}"',
    );
    expect(declared).toMatch(/output "last" \{\n {2}value = var\.last\n {2}ephemeral = true/);
    expect(targets).toEqual(['terraform_data.a', 'terraform_data.b']);
  });

  it('outputs that other resources use are local values, in both syntaxes', () => {
    const code = `output "plain" {
  description = "value = 1"
  value = [for one in terraform_data.a : { # all
    id = one.id
  }]
  precondition {
    condition     = true
    error_message = "x"
  }
}
output "text" {
  value = <<-END
    \${var.zone}
  END
}
output "short" { value = var.other == "a" ? 1 : 2 }
`;
    const more = {
      'o.tf.json': JSON.stringify({output: {json: {value: {type: '😀 "b" ${var.zone["c"]}\n$${d}', list: [1, null]}}}}),
    };
    const {files} = laid({zone: '${ref:queue#url}'}, `${CODE}${code}`, more, ['plain', 'text', 'short', 'json']);
    expect(files.get('gantry_outputs.tf')).toBe(`locals {
  gantry_output_json = {type = "😀 \\"b\\" \${module.gantry_vars.zone["c"]}\\n$\${d}", list = [1, null]}
  gantry_output_plain = [for one in terraform_data.a : { # all
    id = one.id
  }]
  gantry_output_short = var.other == "a" ? 1 : 2
  gantry_output_text = <<-END
    \${module.gantry_vars.zone}
  END
}
`);
    expect(laid({}).files.has('gantry_outputs.tf')).toBe(false);
  });

  it('a file of variables is secret, and only calls and settings are a part of the key of init', () => {
    const first = laid({}, CODE, {'terraform.tfvars': 'zone = "eu"'});
    expect(first.seen.paths).toEqual([['files', 'terraform.tfvars']]);
    expect(laid({}, `${CODE}locals {}`).initKey).toBe(laid({}).initKey);
    expect(laid({}, `${CODE}module "a" {}`).initKey).not.toBe(laid({}).initKey);
  });
});
