import {describe, expect, it} from 'vitest';
import {editYaml, type YamlEdit} from '../../../../src/config/yaml/edit-yaml.ts';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';

const FILE = `# The shop, for real.
name: prod # as people say it
labels: {tier: prod}

context:
  # where it is
  kubeconfig_path: ~/.kube/prod   # of the team
  AWS_REGION: eu-west-1
  nested:
    - a
    # between
    - b

# What it may not do.
suspended: false
`;

type Row = {readonly name: string; readonly text?: string; readonly edits: readonly YamlEdit[]; readonly want: string};

describe('an edited YAML text keeps its comments', () => {
  it.each<Row>([
    {
      name: 'a text on its line',
      edits: [{path: ['context', 'kubeconfig_path'], value: '/k'}],
      want: FILE.replace('~/.kube/prod ', '/k '),
    },
    {
      name: 'a text that must be quoted',
      edits: [{path: ['context', 'AWS_REGION'], value: 'a: b # c'}],
      want: FILE.replace('eu-west-1', '"a: b # c"'),
    },
    {
      name: 'true in place of false',
      edits: [{path: ['suspended'], value: true}],
      want: FILE.replace('suspended: false', 'suspended: true'),
    },
    {
      name: 'a removed key',
      edits: [{path: ['context', 'AWS_REGION'], value: undefined}],
      want: FILE.replace('  AWS_REGION: eu-west-1\n', ''),
    },
    {
      name: 'a removed list with the comments of its items',
      edits: [{path: ['context', 'nested'], value: undefined}],
      want: FILE.replace('  nested:\n    - a\n    # between\n    - b\n', ''),
    },
    {
      name: 'a new key at the end of its mapping',
      edits: [{path: ['context', 'host'], value: 'shop.example'}],
      want: FILE.replace('    - b\n', '    - b\n  host: shop.example\n'),
    },
    {
      name: 'a new mapping of several levels',
      edits: [{path: ['context', 'kubeconfig_secret', 'name'], value: 'x'}],
      want: FILE.replace('    - b\n', '    - b\n  kubeconfig_secret:\n    name: x\n'),
    },
    {
      name: 'a new mapping at the end of the file',
      edits: [{path: ['env', 'A'], value: '1'}],
      want: `${FILE}env:\n  A: '1'\n`,
    },
    {
      name: 'a value in flow style on its line',
      edits: [{path: ['labels', 'tier'], value: 'dev'}],
      want: FILE.replace('{tier: prod}', '{tier: dev}'),
    },
    {
      name: 'a new key of a mapping in flow style, which becomes block style',
      edits: [{path: ['labels', 'region'], value: 'eu'}],
      want: FILE.replace('labels: {tier: prod}\n', 'labels:\n  tier: prod\n  region: eu\n'),
    },
    {
      name: 'the removed last key of a mapping, with the mapping',
      edits: [{path: ['labels', 'tier'], value: undefined}],
      want: FILE.replace('labels: {tier: prod}\n', ''),
    },
    {name: 'a value that is already set', edits: [{path: ['name'], value: 'prod'}], want: FILE},
    {name: 'the removal of a missing key', edits: [{path: ['env', 'X'], value: undefined}], want: FILE},
    {name: 'an empty file', text: '', edits: [{path: ['a', 'b'], value: 'c'}], want: 'a:\n  b: c\n'},
    {
      name: 'a file with only comments',
      text: '# nothing yet\n',
      edits: [{path: ['a'], value: 1}],
      want: '# nothing yet\na: 1\n',
    },
    {
      name: 'a text over several lines',
      text: 'context:\n  kubeconfig_content: |\n    # not a comment\n    a: b\n  # of C\n  C: d\n',
      edits: [{path: ['context', 'kubeconfig_content'], value: 'ref://k'}],
      want: 'context:\n  kubeconfig_content: ref://k\n  # of C\n  C: d\n',
    },
    {
      name: 'JSON',
      text: '{"name": "a", "context": {"X": "1"}}\n',
      edits: [{path: ['context', 'X'], value: '2'}],
      want: '{"name": "a", "context": {"X": \'2\'}}\n',
    },
    {
      name: 'an empty mapping that gets its first key',
      text: 'context:\nname: a # b\n',
      edits: [{path: ['context', 'X'], value: 'y'}],
      want: "context:\n  X: 'y'\nname: a # b\n",
    },
  ])('an edited YAML text keeps its comments: $name', ({text = FILE, edits, want}) => {
    const edited = editYaml(text, edits);
    expect(edited).toBe(want);
  });

  it('an edited YAML text with anchors and merge keys has the new values', () => {
    const text = 'base: &b {a: 1}\nother:\n  <<: *b\n  "x y": [1,\n    2]\n';
    const edited = editYaml(text, [
      {path: ['other', 'z'], value: {deep: ['v']}},
      {path: ['other', 'x y'], value: undefined},
    ]);
    expect(readYaml(edited, 'f').documents[0]?.value).toMatchObject({base: {a: 1}, other: {z: {deep: ['v']}}});
    expect(edited).not.toContain('x y');
  });
});
