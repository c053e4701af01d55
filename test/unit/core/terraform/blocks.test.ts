import {describe, expect, it} from 'vitest';
import {blocksIn} from '../../../../src/core/terraform/blocks.ts';

const headers = (text: string) => blocksIn(text).map(({type, labels, line}) => [type, ...labels, line].join(' '));

describe('the blocks of a text of Terraform', () => {
  it.each([
    {
      name: 'a block has its type, its labels and its line',
      text: '\nvariable "size" {\n}\n',
      want: ['variable size 2'],
    },
    {name: 'two labels are found', text: 'resource "a_b" "c" {}', want: ['resource a_b c 1']},
    {name: 'a comment has no blocks', text: '# x {\n// y {\n/* z {\n */ locals {}', want: ['locals 4']},
    {name: 'a brace in a string ends no block', text: 'a {\n x = "}"\n}\nb {}', want: ['a 1', 'b 4']},
    {name: 'an expression in a string may have strings', text: 'a {\n x = "${f("}")}"\n}\nb {}', want: ['a 1', 'b 4']},
    {name: 'an escaped expression is text', text: 'a {\n x = "$${"\n}\nb {}', want: ['a 1', 'b 4']},
    {name: 'a heredoc has no blocks', text: 'a {\n x = <<-END\n  } b {\n  END\n}\nc {}', want: ['a 1', 'c 6']},
    {name: 'an object value is no block', text: 'x = {\n a = 1\n}\nb {}', want: ['b 4']},
    {name: 'a nested block belongs to its parent', text: 'terraform {\n backend "s3" {}\n}', want: ['terraform 1']},
    {name: 'an unclosed block ends with the text', text: 'a {\n b {', want: ['a 1']},
  ])('$name', ({text, want}) => {
    expect(headers(text)).toEqual(want);
  });

  it('the offsets of a block cut out its text', () => {
    const text = 'locals {}\nvariable "a" {\n  default = "x"\n}\n';
    const [, block] = blocksIn(text);
    expect(text.slice(block?.start, block?.end)).toBe('variable "a" {\n  default = "x"\n}');
    expect(block?.body).toBe('\n  default = "x"\n');
    expect(blocksIn('  a {}')[0]?.column).toBe(3);
  });
});
