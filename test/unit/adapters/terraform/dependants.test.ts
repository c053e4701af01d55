import {describe, expect, it} from 'vitest';
import {dependantsOf, withoutKeys} from '../../../../src/adapters/terraform/dependants.ts';

/** As terraform 1.11.4 printed it. */
const GRAPH = `digraph {
	subgraph "root" {
		"[root] local.l (expand)" -> "[root] terraform_data.s (expand)"
		"[root] module.m (close)" -> "[root] module.m.output.id (expand)"
		"[root] module.m.output.id (expand)" -> "[root] module.m.terraform_data.t (expand)"
		"[root] module.m.terraform_data.t (expand)" -> "[root] module.m.var.x (expand)"
		"[root] module.m.var.x (expand)" -> "[root] module.m (expand)"
		"[root] module.m.var.x (expand)" -> "[root] terraform_data.q (expand)"
		"[root] output.r (expand)" -> "[root] terraform_data.r (expand)"
		"[root] provider[\\"terraform.io/builtin/terraform\\"] (close)" -> "[root] terraform_data.r (expand)"
		"[root] root" -> "[root] provider[\\"terraform.io/builtin/terraform\\"] (close)"
		"[root] terraform_data.q (expand)" -> "[root] provider[\\"terraform.io/builtin/terraform\\"]"
		"[root] terraform_data.r (expand)" -> "[root] module.m.output.id (expand)"
		"[root] terraform_data.v (expand)" -> "[root] local.l (expand)"
	}
}
`;

describe('the dependants of a part of Terraform code', () => {
  it.each([
    {part: 'terraform_data.q', want: ['module.m.terraform_data.t', 'terraform_data.r']},
    {part: 'terraform_data.q[0]', want: ['module.m.terraform_data.t', 'terraform_data.r']},
    {part: 'module.m["a.b"].terraform_data.t', want: ['terraform_data.r']},
    {part: 'module.m', want: ['terraform_data.r']},
    {part: 'terraform_data.s', want: ['terraform_data.v']},
    {part: 'terraform_data.r', want: []},
  ])('resources that depend on $part are found, through locals, outputs and modules', ({part, want}) => {
    const found = [...dependantsOf(GRAPH, [part])].filter((address) => /(?:^|\.)terraform_data\./.test(address));
    const outside = found.filter((address) => part !== 'module.m' || !address.startsWith('module.m.'));
    expect(outside.toSorted()).toEqual(want);
  });

  it('an address without keys is that of all its instances', () => {
    expect(withoutKeys('module.a["x]\\".y"].aws_subnet.b[12]')).toBe('module.a.aws_subnet.b');
  });
});
